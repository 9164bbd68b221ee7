import type { LineRange } from '#lib/envelope/fragment';
import { addressOf, linkTo } from '#lib/site/address.rules';
import { SLICE_CHARACTERS, SMALL_FILE_MAX_BYTES, SMALL_FILE_MAX_LINES, SMALL_MAX_CHARACTERS, SMALL_MAX_LINES } from './view-limits';

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

/** An empty text is one line without a slice. */
const EMPTY: PasteText = { slices: [], lines: 1, bytes: 0, longestLine: 0, lastLine: 0 };

export const textOf = (slice: string): PasteText => (slice === '' ? { ...EMPTY, slices: [''] } : appendSlice(EMPTY, slice));

export function appendSlice(text: PasteText, slice: string): PasteText {
  if (slice === '') return text;
  // A line break at the end begins a line only when something follows it.
  const begun = text.slices.at(-1)?.endsWith('\n') ? 1 : 0;
  const { breaks, longest, last } = measure(slice, text.lastLine);
  return {
    slices: [...text.slices, slice],
    lines: text.lines + begun + breaks - (slice.endsWith('\n') ? 1 : 0),
    bytes: text.bytes + utf8Bytes(slice),
    longestLine: Math.max(text.longestLine, longest),
    lastLine: last,
  };
}

/** Cuts a text into the slices that the page adds one a frame. A worker calls this for large ones, because measuring takes time. */
export function inSlices(text: string): PasteText {
  let end = sliceEnd(text, SLICE_CHARACTERS);
  let sliced = textOf(text.slice(0, end));
  while (end < text.length) {
    const from = end;
    end = sliceEnd(text, from + SLICE_CHARACTERS);
    sliced = appendSlice(sliced, text.slice(from, end));
  }
  return sliced;
}

/** Moves the end of a slice out of a surrogate pair: each slice may be an element of its own. */
const sliceEnd = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at);

/** How a complete text is shown: as plain elements, or in the large view, which renders only the lines in view. */
export const sizeOf = ({ slices, lines }: PasteText): 'small' | 'large' =>
  slices.length === 1 && (slices[0] ?? '').length <= SMALL_MAX_CHARACTERS && lines <= SMALL_MAX_LINES ? 'small' : 'large';

/** How one of several files is shown, which must change at a click. */
export const sizeOfFile = ({ lines, bytes }: PasteText): 'small' | 'large' =>
  lines <= SMALL_FILE_MAX_LINES && bytes <= SMALL_FILE_MAX_BYTES ? 'small' : 'large';

export const wholeText = ({ slices }: PasteText): string => slices.join('');

export const countMarked = ({ lines }: PasteText, marked: LineRange | null): number =>
  marked === null ? 0 : Math.max(0, Math.min(marked.last, lines) - marked.first + 1);

export const markedText = (text: PasteText, { first, last }: LineRange): string =>
  splitLines(wholeText(text))
    .slice(first - 1, last)
    .join('\n');

/** The page of the first request link of this host that the text has: its writer wants a reply. @returns null when there is none */
export function replyAddress(text: PasteText): string | null {
  if (sizeOf(text) === 'large') return null;
  const [, rest = ''] = wholeText(text).split(`${linkTo('/')}request/`);
  const [, id, secrets] = /^([0-9A-Za-z]{24})#([\w-]{43}(?:\.[\w-]{43})?)/.exec(rest) ?? [];
  return id === undefined ? null : addressOf(`/request/${id}#${secrets}`);
}

/** Invisible characters that reverse the direction of text (Unicode UAX #9): code may run differently than it reads. */
const HIDDEN_DIRECTION = /[\u202A-\u202E\u2066-\u2069]/;

export function hasHiddenDirection({ slices }: PasteText): boolean {
  return slices.some((slice) => HIDDEN_DIRECTION.test(slice));
}

export const hasColours = ({ slices }: PasteText): boolean => slices.some((slice) => slice.includes('\u001b['));

/** Whether the lines' numbers are short. */
export const isFew = ({ length }: ArrayLike<unknown>): boolean => length < 100;

/** Splits a text into its numbered lines: a line break at the very end begins none. */
export function splitLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}

/** @param begun characters of the first line in earlier slices */
function measure(slice: string, begun: number): { breaks: number; longest: number; last: number } {
  let breaks = 0;
  let longest = 0;
  let lineStart = -begun;
  for (let at = slice.indexOf('\n'); at >= 0; at = slice.indexOf('\n', at + 1)) {
    breaks++;
    longest = Math.max(longest, at - lineStart);
    lineStart = at + 1;
  }
  const last = slice.length - lineStart;
  return { breaks, longest: Math.max(longest, last), last };
}

/** Counts UTF-8 bytes without encoding. */
function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // A surrogate pair takes four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

/** Returns the whole lines at the beginning, within a limit of lines and of characters; part of the first line if that is longer. */
export function firstLines(text: string, maxLines: number, maxCharacters: number): string {
  const lines = text.slice(0, maxCharacters).split('\n');
  return lines.length === 1 ? (lines[0] as string) : lines.slice(0, Math.min(lines.length - 1, maxLines)).join('\n');
}
