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
  const isKept = keepDraft(storage, {
    text: whole,
    textBytes: text.bytes,
    title,
    // Plain text may be what nobody chose: it is guessed again.
    chosenSyntax: language !== PLAIN_TEXT && languageOf(language) ? language : null,
    expiry: DEFAULT_EXPIRY,
    burnAfterRead: false,
    encrypt: true,
  });
  return isKept ? 'duplicated' : 'no-room';
}
