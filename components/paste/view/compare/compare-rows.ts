/** Compares two texts as rows: which lines are the same, which changed, and which words of a changed line. */
import { diffArrays, diffWordsWithSpace } from 'diff';

/** A part of a line, in order; `isChanged`: only this line has it. */
export type Part = readonly [text: string, isChanged: boolean];

/** A line of each text, counted from 1; null: the other text has a line that this one lacks. */
export interface CompareRow {
  left: number | null;
  right: number | null;
  isSame: boolean;
  /** Null unless the line changed, and when the lines have too little in common, are too long, or a limit was reached. */
  parts: { left: Part[]; right: Part[] } | null;
}

/** Longer lines are data: pointing at words in them costs much and shows little. */
const WORDS_MAX_LINE_CHARACTERS = 2_000;
/** Lines compared word by word at most. */
const WORDS_MAX_LINES = 2_000;
const WORDS_LIMIT_MS = 50;
/** Parts in all lines together: each may become an element of the page. */
export const MAX_PARTS = 10_000;
/** The share of the longer line that both must have in common; with less, marking words doesn't help. */
const WORDS_MIN_COMMON = 0.3;

export function compareLines(left: readonly string[], right: readonly string[]): CompareRow[] {
  const rows: CompareRow[] = [];
  let leftLine = 1;
  let rightLine = 1;
  let wordLines = 0;
  let partCount = 0;
  const changes = diffArrays([...left], [...right]);
  for (let index = 0; index < changes.length; index++) {
    const { removed, added, count } = changes[index] as (typeof changes)[number];
    if (!removed && !added) {
      for (let line = 0; line < count; line++) rows.push({ left: leftLine++, right: rightLine++, isSame: true, parts: null });
      continue;
    }
    // `diffArrays` puts removed lines before those added in their place.
    const next = changes[index + 1];
    const removedLines = removed ? count : 0;
    const addedLines = added ? count : next?.added ? next.count : 0;
    if (removed && next?.added) index++;
    for (let line = 0; line < Math.max(removedLines, addedLines); line++) {
      const row: CompareRow = {
        left: line < removedLines ? leftLine++ : null,
        right: line < addedLines ? rightLine++ : null,
        isSame: false,
        parts: null,
      };
      rows.push(row);
      if (row.left === null || row.right === null || wordLines++ >= WORDS_MAX_LINES || partCount >= MAX_PARTS) continue;
      const parts = compareWords(left[row.left - 1] as string, right[row.right - 1] as string);
      partCount += parts ? parts.left.length + parts.right.length : 0;
      if (partCount <= MAX_PARTS) row.parts = parts;
    }
  }
  return rows;
}

function compareWords(left: string, right: string): CompareRow['parts'] {
  if (Math.max(left.length, right.length) > WORDS_MAX_LINE_CHARACTERS) return null;
  const changes = diffWordsWithSpace(left, right, { timeout: WORDS_LIMIT_MS });
  if (!changes) return null;
  const common = changes.reduce((sum, { added, removed, value }) => (added || removed ? sum : sum + value.trim().length), 0);
  if (common < WORDS_MIN_COMMON * Math.max(left.trim().length, right.trim().length)) return null;
  return {
    left: changes.filter(({ added }) => !added).map(({ value, removed }) => [value, removed]),
    right: changes.filter(({ removed }) => !removed).map(({ value, added }) => [value, added]),
  };
}
