import type { ViewedPaste } from '../model/view-data';
import { EARLY_MAX_CHARACTERS } from './early-ids';

/** Whether the early script decrypts the paste, before the page's other code has loaded. */
export function opensEarly(paste: ViewedPaste): paste is ViewedPaste & { content: string } {
  const { isEnvelope, content } = paste;
  return isEnvelope && content !== null && content.length <= EARLY_MAX_CHARACTERS;
}
