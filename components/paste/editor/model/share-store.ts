/**
 * Keeps, on the device, what was shared until the editor takes it. It is not encrypted meanwhile: the browser's profile has it
 * for as long as the phone takes to open the editor.
 */
import { clear, createStore, set, values } from 'idb-keyval';
import { shareMessages } from '#components/messages/share';

/** A share: its text as a file, if there is one, and its files. */
type Share = readonly File[];

const shares = () => createStore('sealpaste-shared', 'shares');

/** @param form as the manifest names its fields @throws where the browser has no room or forbids it */
export async function keepShare(form: FormData): Promise<void> {
  const [title = '', text = '', url = ''] = ['title', 'text', 'url'].map((name) => String(form.get(name) ?? ''));
  // Many programs send the link in the text.
  const lines = [text, text.includes(url.trim()) ? '' : url.trim()].filter((line) => line.trim() !== '').join('\n');
  const files = form.getAll('files').filter((value): value is File => value instanceof File && value.size > 0);
  const own = lines === '' ? [] : [new File([lines], title.trim() || shareMessages.text, { type: 'text/plain' })];
  if (own.length + files.length > 0) await set(`${Date.now()}-${crypto.randomUUID()}`, [...own, ...files] satisfies Share, shares());
}

/** Removes and returns what was shared, the oldest first. @throws where the browser forbids it */
export async function takeShares(): Promise<Share[]> {
  const kept = await values<Share>(shares());
  await clear(shares());
  return kept;
}
