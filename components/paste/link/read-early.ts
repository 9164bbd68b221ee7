/** Reads an encrypted paste before React has loaded, as far as nothing has to be asked. */
import { parsed } from '#components/shell/parsed';
import { openBeginning } from '#lib/envelope/envelope-beginning';
import { openWithKey } from '#lib/envelope/envelope-direct';
import { parseFragment } from '#lib/envelope/fragment';
import { OWN_VIEW, OWN_VIEW_HEADER } from '#lib/pastes/reading/own-view.rules';
import type { ViewData, ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { addressOf } from '#lib/site/address.rules';
import { OPEN_IN_PAGE_MAX_CHARACTERS, PREVIEW_MAX_CHARACTERS, PREVIEW_MAX_LINES } from '../view/model/view-limits';
import { firstLines, isFew, splitLines } from '../view/model/view-text';
import { EARLY_LINES_ID, EARLY_PROGRESS_ID, EARLY_TITLE_ID, type Early, NOTHING_EARLY } from './early';

/** Decoding the Base64 of larger envelopes would block the page. */
const BEGINNING_MAX_CHARACTERS = 4 * 2 ** 20;
/** Bytes of a document that have the lines of a preview, whatever JSON makes of their characters. */
const BEGINNING_BYTES = 6 * PREVIEW_MAX_CHARACTERS;

/**
 * Fetches an envelope that isn't in the data, decrypts what the page's own thread may, and shows the first lines.
 * @returns what React needn't do again; nothing when anything fails, so that React tries and says what is wrong
 */
export async function readEarly(data: Promise<Partial<ViewData>>): Promise<Early> {
  try {
    const { paste } = await data;
    const { key } = parseFragment(location.hash);
    if (!paste?.isEnvelope || !key || paste.burnAfterRead || paste.readsLeft !== null) return NOTHING_EARLY;
    await parsed;
    const envelope = paste.content ?? (await fetchEnvelope(paste));
    if (envelope.length <= OPEN_IN_PAGE_MAX_CHARACTERS) return await openWhole(envelope, key);
    const beginning =
      envelope.length <= BEGINNING_MAX_CHARACTERS ? await openBeginning(envelope, key, BEGINNING_BYTES).catch(() => null) : null;
    return { opened: null, known: { content: envelope, ...(beginning && show(beginning)) } };
  } catch {
    return NOTHING_EARLY;
  }
}

/** @returns the envelope alone when it can't be decrypted without asking */
async function openWhole(envelope: string, key: string): Promise<Early> {
  const opened = await openWithKey(envelope, key).catch(() => null);
  if (opened === null || opened.files !== undefined) return { opened: null, known: { content: envelope } };
  // Ends the last line, which would be left out as one that may be cut.
  show({ ...opened, content: `${opened.content}\n` });
  return { opened, known: {} };
}

async function fetchEnvelope({ publicId, isOwn, contentBytes }: ViewedPaste): Promise<string> {
  const headers: HeadersInit = isOwn ? { [OWN_VIEW_HEADER]: OWN_VIEW } : {};
  const { ok, status, body } = await fetch(addressOf(`/raw/${publicId}`), { headers, cache: 'no-store' });
  if (!ok || !body) throw new Error(`expected the content, got status ${status}`);
  const progress = document.getElementById(EARLY_PROGRESS_ID) as HTMLProgressElement | null;
  if (progress) Object.assign(progress, { max: contentBytes, value: 0, hidden: false });
  const [reader, decoder] = [body.getReader(), new TextDecoder()];
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (progress) progress.value += value.length;
  }
}

/** Shows the title and the first lines in the page's file, unless the reader wants the bare text. @returns what is shown */
function show({ title, content }: { title: string; content: string }) {
  const beginning = { title, preview: firstLines(content, PREVIEW_MAX_LINES, PREVIEW_MAX_CHARACTERS) };
  const heading = document.getElementById(EARLY_TITLE_ID);
  const place = document.getElementById(EARLY_LINES_ID);
  if (!place || new URLSearchParams(location.search).has('raw')) return beginning;
  if (heading && title) heading.textContent = title;
  const lines = splitLines(beginning.preview);
  place.parentElement?.toggleAttribute('data-few', isFew(lines));
  for (const line of lines) {
    const element = document.createElement('span');
    element.className = place.dataset.line ?? '';
    element.textContent = `${line}\n`;
    place.append(element);
  }
  return beginning;
}
