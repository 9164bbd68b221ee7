import type { DocumentText } from '#lib/envelope/envelope-document';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';

/** The parts of a paste that the early script has read. */
export interface Early {
  /** The decrypted text; null: the page decrypts it, or asks first. */
  opened: DocumentText | null;
  /** The envelope of a text that is still to be decrypted, unless the page fetches it, with its title and first lines. */
  known: Partial<Pick<ViewedPaste, 'content' | 'title' | 'preview'>>;
}

export const NOTHING_EARLY: Early = { opened: null, known: {} };

/** The promise that the early script leaves for React. */
const left = globalThis as { readEarly?: Promise<Early> };

export function leaveEarly(early: Promise<Early>): void {
  left.readEarly = early;
}

/** @returns what the early script has read, once */
export async function takeEarly(): Promise<Early> {
  const { readEarly } = left;
  delete left.readEarly;
  return (await readEarly) ?? NOTHING_EARLY;
}

/** Names that the file of the page and its early script share. */
export const EARLY_TITLE_ID = 'early-title';
export const EARLY_LINES_ID = 'early-lines';
export const EARLY_PROGRESS_ID = 'early-progress';
