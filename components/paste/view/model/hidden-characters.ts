/**
 * Characters that nobody sees, or that a terminal obeys: controls, spaces without a width, marks of direction, tags.
 * Not among them: tab and line breaks, the carriage return before a line break, joiners within words of scripts that need
 * them and within emoji, and the tags of a flag.
 */
const HIDDEN =
  '[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\xad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\ufff9-\\ufffb]' +
  '|\\r(?![\\n]|$)' +
  '|(?<![^\\0-\\u024f])[\\u200c\\u200d]' +
  '|(?<!\\u{1f3f4}[\\u{e0020}-\\u{e007f}]*)[\\u{e0000}-\\u{e007f}]';

export const HIDDEN_CHARACTERS = new RegExp(HIDDEN, 'gu');
const PARTS = new RegExp(`(${HIDDEN})`, 'u');

/** @returns the parts of a line: every other one, from the second on, is a hidden character */
export const splitHidden = (line: string): string[] => line.split(PARTS);

/** The sign of a control character as terminals write it, e.g. `^[`, or the number of another hidden character. */
export function hiddenLabel(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // Few fonts have Unicode's pictures of control characters.
  if (code < 0x20) return `^${String.fromCharCode(0x40 + code)}`;
  return code === 0x7f ? '^?' : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
