/**
 * Hands an opened text to the page for new pastes, as the draft of this tab: through its storage, nothing of it is in an
 * address. What is begun there is not overwritten unasked.
 * Not protected: as any draft, a text that was encrypted then lies in this tab's storage as it is, until it is pasted or cleared.
 */

import { keepDraft, MAX_DRAFT_BYTES, restoreDraft } from '#components/paste/editor/drafts/draft-storage';
import { tabStorage } from '#components/ui/storage';
import { languageOf, PLAIN_TEXT } from '#lib/languages/language.rules';
import { DEFAULT_EXPIRY } from '#lib/pastes/expiry.rules';
import type { PasteText } from '../model/view.data';
import { wholeText } from '../model/view.text';

interface TextToDuplicate {
  title: string;
  /** As it is shown, which may be another one than was stored. */
  language: string;
  text: PasteText;
}

/** `duplicated`, or why not. */
export type Duplication = 'duplicated' | 'too-large' | 'draft-in-the-way' | 'forbidden' | 'no-room';

/** @param storage null where the browser forbids it */
export function duplicateToEditor({ title, language, text }: TextToDuplicate, mayReplace: boolean, storage = tabStorage()): Duplication {
  if (text.bytes > MAX_DRAFT_BYTES) return 'too-large';
  if (storage === null) return 'forbidden';
  const whole = wholeText(text);
  // Nothing to keep: an empty page is its duplicate.
  if (whole === '' && title === '') return 'duplicated';
  const begun = restoreDraft(storage);
  if (begun && begun.text !== whole && !mayReplace) return 'draft-in-the-way';
  return keepDuplicate(storage, { text: whole, textBytes: text.bytes, title }, language);
}

type Content = Omit<NonNullable<Parameters<typeof keepDraft>[1]>, 'chosenSyntax' | 'expiry' | 'burnAfterRead' | 'encrypt'>;

/** @param syntax of the text: plain text may be what nobody chose, and is guessed again */
export function keepDuplicate(storage: Storage, content: Content, syntax: string): 'duplicated' | 'no-room' {
  const chosenSyntax = syntax !== PLAIN_TEXT && languageOf(syntax) ? syntax : null;
  const isKept = keepDraft(storage, { ...content, chosenSyntax, expiry: DEFAULT_EXPIRY, burnAfterRead: false, encrypt: true });
  return isKept ? 'duplicated' : 'no-room';
}
