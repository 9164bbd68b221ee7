import { PREVIEW_MAX_CHARACTERS, PREVIEW_MAX_LINES } from '#components/paste/view/model/view-limits';
import { firstLines } from '#components/paste/view/model/view-text';
import type { OpenedPaste } from '#lib/pastes/storage/paste-decryption';

/** The first lines of a text, for which no view is counted; null for a paste that is read otherwise. */
export function previewOf({ isE2ee, burnAfterRead, maxReads, beginning }: OpenedPaste): string | null {
  if (burnAfterRead || maxReads !== null || isE2ee) return null;
  return firstLines(decodeBeginning(beginning), PREVIEW_MAX_LINES, PREVIEW_MAX_CHARACTERS);
}

/** Decodes the beginning up to its last whole character. */
function decodeBeginning(beginning: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(beginning.subarray(0, PREVIEW_MAX_CHARACTERS), { stream: true });
}
