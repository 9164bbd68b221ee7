/**
 * Passes a paste with files to the editor as this tab's draft, whose files are in IndexedDB. An existing draft is replaced
 * only after a question.
 */
import { type KeptFile, keepFile } from '#components/paste/editor/model/draft-files';
import { MAX_DRAFT_BYTES, restoreDraft } from '#components/paste/editor/model/draft-storage';
import { tabStorage } from '#components/ui/storage';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import type { FilesState } from '../model/view-state';
import { type Duplication, keepDuplicate } from '../ready/view-duplicate';

/** @param storage null where the browser forbids it */
export async function duplicateFiles({ title, entries }: FilesState, mayReplace: boolean, storage = tabStorage()): Promise<Duplication> {
  const own = entries.find(({ number }) => number === undefined);
  if (own && own.content.size > MAX_DRAFT_BYTES) return 'too-large';
  if (storage === null) return 'forbidden';
  if (restoreDraft(storage) && !mayReplace) return 'draft-in-the-way';
  const files: KeptFile[] = [];
  try {
    for (const { name, number, kind, syntax, content } of entries) {
      if (number === undefined) continue;
      const isText = kind === 'text';
      const file = new File([content], name, { type: isText ? 'text/plain' : content.type });
      files.push({ ...(await keepFile({ content: file, name, beginning: '' }, syntax)), isText });
    }
  } catch {
    return 'no-room';
  }
  const text = own ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(await own.content.arrayBuffer()) : '';
  // The paste's author has already decided about the photos' metadata.
  const content = { text, textBytes: own?.content.size ?? 0, title, files, keepsMetadata: true };
  return keepDuplicate(storage, content, own?.syntax ?? PLAIN_TEXT);
}
