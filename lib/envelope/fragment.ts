/**
 * A link's fragment: the key of an encrypted paste, a file and a range of lines, each optional: `#<key>&F2&L12-L30`.
 * Mail and chat programs change links, so a key is found among what they add. It has 43 characters of base64url, so
 * nothing else can be meant.
 */

/** A range of lines, counted from one, both ends included. */
export interface LineRange {
  first: number;
  last: number;
}

export interface Fragment {
  /** The key's text, in whatever form; null when there is none. */
  key: string | null;
  lines: LineRange | null;
  /** Number of a file of the paste, counted from one; the lines are this file's. Absent: the paste's own text. */
  file?: number | undefined;
  /** The key stood in the path, where servers log it (`repairedLinkPath`). */
  wasSent?: true;
}

/** Ends a fragment whose key stood in the path. */
export const SENT = 'sent';

const FILE = /^F([1-9]\d?)$/;
const LINES = /^L([1-9]\d{0,8})(?:-L?([1-9]\d{0,8}))?$/;

/** A secret of a link: a key, a token or a thumbprint. A `_` or `-` behind it is Markdown's. */
const SECRET = /(?<![\w-])[\w-]{43}(?=[^\w-]|[_-]*$)/;

/** Characters that hyphenation and spelling correction make of a `-`. */
const HYPHENS = /[\u2010-\u2013\u2212]/g;
/** The line breaks, blanks, soft hyphens and zero-width characters of a broken line, and the mark of quoted-printable. */
export const BROKEN_LINE = /=\r?\n|[\s\p{Cc}\p{Cf}]/gu;
/** Characters that end a sentence or enclose a link. */
const PUNCTUATION_AT_END = /[.,;:!?'"*)>\]}/\\\u00bb\u2019\u201d\u2026\u3001\u3002]+$/;

/** @param hash with or without its `#` */
export function parseFragment(hash: string): Fragment {
  const found: Fragment = { key: null, lines: null, file: undefined };
  for (const given of partsOf(hash)) {
    const part = withoutPunctuation(given);
    const range = parseLines(part);
    const number = FILE.exec(part)?.[1];
    const key = SECRET.exec(part)?.[0];
    if (range) found.lines = range;
    else if (number) found.file = Number(number);
    else if (key) found.key ??= key;
    else if (part === SENT) found.wasSent = true;
  }
  // A part that isn't a key is returned as it is, so that the link counts as damaged, not as one without a key.
  const others = hash.replace(/^#/, '').split('&').map(withoutPunctuation);
  found.key ??= others.find(isOther) ?? null;
  return found;
}

const withoutPunctuation = (part: string): string => part.replace(PUNCTUATION_AT_END, '');

const isOther = (part: string): boolean => part !== '' && part !== SENT && !FILE.test(part) && parseLines(part) === null;

/** @returns the one secret of a fragment that has nothing else; in whatever form, '' when there is none */
export const secretIn = (hash: string): string => parseFragment(hash).key ?? '';

/** The secrets of a request link, in whatever form; '' where there is none. `labelKey` opens what is asked for. */
export function requestSecretsIn(hash: string): { thumbprint: string; labelKey: string } {
  const thumbprint = secretIn(hash);
  const [, rest = ''] = thumbprint === '' ? [] : partsOf(hash).join('&').split(thumbprint);
  return { thumbprint, labelKey: secretIn(rest) };
}

function partsOf(hash: string): string[] {
  const text = percentDecoded(hash).replace(BROKEN_LINE, '').replace(HYPHENS, '-');
  return text.replace(/^[#!/?=&]+/, '').split(/&(?:amp;)?/);
}

/** @returns the text as it is when its encoding is broken */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @returns the fragment with its `#`; empty when it has no parts */
export function formatFragment({ key, lines, file }: Fragment): string {
  const parts = [key, file && `F${file}`, lines && formatLines(lines)].filter(Boolean);
  return parts.length > 0 ? `#${parts.join('&')}` : '';
}

function formatLines({ first, last }: LineRange): string {
  return first === last ? `L${first}` : `L${first}-L${last}`;
}

/** Extends a range to a line that was clicked with shift, above or below it. */
export function extendRange(from: LineRange | null, to: number): LineRange {
  if (!from) return { first: to, last: to };
  return to < from.first ? { first: to, last: from.last } : { first: from.first, last: to };
}

function parseLines(text: string): LineRange | null {
  const match = LINES.exec(text);
  if (!match) return null;
  const first = Number(match[1]);
  const last = Number(match[2] ?? first);
  return first <= last ? { first, last } : { first: last, last: first };
}
