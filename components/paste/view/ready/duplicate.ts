/**
 * Passes an opened paste to the editor as this tab's draft, through sessionStorage, and its files through IndexedDB: no
 * address holds anything of it. An existing draft is replaced only after a question.
 * Not protected: the decrypted text stays in this tab's storage, like any draft, until it is pasted or cleared.
 */
import { type KeptFile, keepDraft, MAX_DRAFT_BYTES, restoreDraft } from '#components/paste/editor/model/draft-storage';
import { tabStorage } from '#components/ui/storage';
import { languageOf, PLAIN_TEXT } from '#lib/languages/language.rules';
import { DEFAULT_EXPIRY } from '#lib/pastes/expiry.rules';
import type { ViewedFile } from '../model/view-files';
import { type PasteText, wholeText } from '../model/view-text';

export interface ToDuplicate {
  title: string;
  /** The language of the text, which the reader may have changed. Plain text may be nobody's choice and is guessed again. */
  language: string;
  text: PasteText;
  files?: readonly ViewedFile[];
}

/** `duplicated`, or the reason why not. */
export type Duplication = 'duplicated' | 'too-large' | 'draft-in-the-way' | 'forbidden' | 'no-room';

/** @param storage null where the browser forbids it */
export async function duplicate(
  { title, language, text, files = [] }: ToDuplicate,
  mayReplace: boolean,
  storage = tabStorage(),
): Promise<Duplication> {
  if (text.bytes > MAX_DRAFT_BYTES) return 'too-large';
  if (storage === null) return 'forbidden';
  const whole = wholeText(text);
  // An empty text needs no draft: the empty editor is its duplicate.
  if (whole === '' && title === '' && files.length === 0) return 'duplicated';
  const begun = restoreDraft(storage);
  const isOther = begun !== null && (begun.text !== whole || files.length > 0);
  if (isOther && !mayReplace) return 'draft-in-the-way';
  const kept = await keepFiles(files).catch(() => null);
  const isKept =
    kept !== null &&
    keepDraft(storage, {
      text: whole,
      title,
      // The paste's author has already decided about the photos' metadata.
      ...(kept.length === 0 ? {} : { files: kept, keepsMetadata: true }),
      chosenSyntax: language !== PLAIN_TEXT && languageOf(language) ? language : null,
      expiry: DEFAULT_EXPIRY,
      burnAfterRead: false,
      encrypt: true,
    });
  return isKept ? 'duplicated' : 'no-room';
}

async function keepFiles(files: readonly ViewedFile[]): Promise<KeptFile[]> {
  const kept: KeptFile[] = [];
  for (const { name, kind, syntax, content } of files) {
    const { keepFile } = await import('#components/paste/editor/model/draft-files');
    const isText = kind === 'text';
    const file = new File([content], name, { type: isText ? 'text/plain' : content.type });
    kept.push({ ...(await keepFile(file)), name, syntax, beginning: '', kind: isText ? 'text' : 'other' });
  }
  return kept;
}
