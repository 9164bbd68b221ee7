/** Tells which texts a text area can hold while its page stays usable. Pure. */

import { MAX_DRAFT_BYTES } from './draft-storage';
import { byteLength } from './editor-draft';

/**
 * Lines of a text area. Chromium lays out all of them: on the slow core of a phone, 10,000 short lines take half a second
 * to arrive and a key takes less than 0.1 s; 50,000 took four seconds, and a key more than half a second.
 */
export const MAX_TYPED_LINES = 10_000;

/** @param pieces of one text, whose bytes and lines together decide */
export function isTooLargeToType(pieces: readonly string[]): boolean {
  const units = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (units > MAX_DRAFT_BYTES || hasTooManyLines(pieces)) return true;
  // A UTF-16 unit has one to three bytes, so most texts need no counting.
  return units * 3 > MAX_DRAFT_BYTES && byteLength(pieces.join('')) > MAX_DRAFT_BYTES;
}

function hasTooManyLines(pieces: readonly string[]): boolean {
  let lines = 1;
  for (const piece of pieces) {
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) {
      lines += 1;
      if (lines > MAX_TYPED_LINES) return true;
    }
  }
  return false;
}
