import type { ViewedPaste } from '../model/view.data';
import { EARLY_MAX_CHARACTERS } from './early.ids';

/** Whether the document itself opens the paste, before any other program of the page is there. */
export function opensEarly(paste: ViewedPaste): paste is ViewedPaste & { content: string } {
  const { isEnvelope, content } = paste;
  return isEnvelope && content !== null && content.length <= EARLY_MAX_CHARACTERS;
}
