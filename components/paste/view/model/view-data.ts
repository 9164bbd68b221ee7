export type { BurnPaste, ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';

export interface PasteText {
  /** The text in order; joined, the slices are the whole. */
  slices: readonly string[];
  lines: number;
  /** UTF-8. */
  bytes: number;
  longestLine: number;
  /** Characters since the last line break. */
  lastLine: number;
}
