/**
 * Passes an opened text to the editor as this tab's draft, through sessionStorage: no address holds anything of it. An
 * existing draft is replaced only after a question.
 * Not protected: the decrypted text stays in this tab's storage, like any draft, until it is pasted or cleared.
 */

import { keepDraft, MAX_DRAFT_BYTES, restoreDraft } from '#components/paste/editor/model/draft-storage';
import { tabStorage } from '#components/ui/storage';
import { languageOf, PLAIN_TEXT } from '#lib/languages/language.rules';
import { DEFAULT_EXPIRY } from '#lib/pastes/expiry.rules';
import type { PasteText } from '../model/view-data';
import { wholeText } from '../model/view-text';

interface TextToDuplicate {
  title: string;
  /** The shown language, which the reader may have changed. */
  language: string;
  text: PasteText;
}

/** `duplicated`, or the reason why not. */
export type Duplication = 'duplicated' | 'too-large' | 'draft-in-the-way' | 'forbidden' | 'no-room';

/** @param storage null where the browser forbids it */
export function duplicateToEditor({ title, language, text }: TextToDuplicate, mayReplace: boolean, storage = tabStorage()): Duplication {
  if (text.bytes > MAX_DRAFT_BYTES) return 'too-large';
  if (storage === null) return 'forbidden';
  const whole = wholeText(text);
  // An empty text needs no draft: the empty editor is its duplicate.
  if (whole === '' && title === '') return 'duplicated';
  const begun = restoreDraft(storage);
  if (begun && begun.text !== whole && !mayReplace) return 'draft-in-the-way';
  return keepDuplicate(storage, { text: whole, textBytes: text.bytes, title }, language);
}

type Content = Omit<NonNullable<Parameters<typeof keepDraft>[1]>, 'chosenSyntax' | 'expiry' | 'burnAfterRead' | 'encrypt'>;

/** @param syntax the text's language; plain text may be nobody's choice and is guessed again */
export function keepDuplicate(storage: Storage, content: Content, syntax: string): 'duplicated' | 'no-room' {
  const chosenSyntax = syntax !== PLAIN_TEXT && languageOf(syntax) ? syntax : null;
  const isKept = keepDraft(storage, { ...content, chosenSyntax, expiry: DEFAULT_EXPIRY, burnAfterRead: false, encrypt: true });
  return isKept ? 'duplicated' : 'no-room';
}
