/**
 * Characters that nobody sees, or that a terminal obeys. Unicode's `Default_Ignorable_Code_Point` says which have no look of
 * their own: marks of direction, joiners, spaces without a width, variation selectors, tags. Controls, line separators and
 * interlinear marks come on top, and in code the blanks that look like a space and aren't one.
 * Not among them: tab and line breaks, the carriage return before a line break, joiners within words of scripts that need
 * them and within emoji, a variation selector after a character that has variants, and the tags of a flag.
 */
import { PLAIN_TEXT } from '#lib/languages/language.rules';

/** Characters that a variation selector may follow: Unicode's emoji-variation-sequences, StandardizedVariants and IVD_Sequences. */
const VARIED = {
  asEmoji: '\\p{Emoji}',
  asForm:
    '\\p{Ideographic}\\p{Sm}\\p{Script=Myanmar}\\p{Script=Phags_Pa}\\p{Script=Manichaean}\\p{Script=Egyptian_Hieroglyphs}0\\u2018-\\u201d\\u3001\\u3002\\uff00-\\uff1f',
  asIdeograph: '\\p{Ideographic}',
  asMongolian: '\\p{Script=Mongolian}',
} as const;

/** Ignorable characters that are right in some places, each with what has to stand before it. */
const SOMETIMES_HIDDEN = [
  '(?<![^\\0-\\u024f\\u200b-\\u200f])[\\u200c\\u200d]',
  '(?<!\\u{1f3f4}[\\u{e0020}-\\u{e007f}]*)[\\u{e0000}-\\u{e007f}]',
  `(?<!${VARIED.asEmoji})[\\ufe0e\\ufe0f]`,
  `(?<![${VARIED.asForm}])[\\ufe00-\\ufe0d]`,
  `(?<!${VARIED.asIdeograph})[\\u{e0100}-\\u{e01ef}]`,
  `(?<!${VARIED.asMongolian})[\\u180b-\\u180d\\u180f]`,
];

const HIDDEN = [
  '[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ufff9-\\ufffb]',
  '\\r(?![\\n]|$)',
  '(?![\\u200c\\u200d\\ufe00-\\ufe0f\\u180b-\\u180d\\u180f\\u{e0000}-\\u{e007f}\\u{e0100}-\\u{e01ef}])\\p{Default_Ignorable_Code_Point}',
  ...SOMETIMES_HIDDEN,
].join('|');

/** A shell takes a no-break space for a part of the command's name. French prose has one before a question mark. */
const BLANKS = '(?! )\\p{Zs}';

/** Languages of texts that people read as prose. */
const PROSE: ReadonlySet<string> = new Set([PLAIN_TEXT, 'markdown', 'latex', 'csv', 'tsv', 'log']);

export const kindOfText = (language: string): keyof typeof HIDDEN_CHARACTERS => (PROSE.has(language) ? 'prose' : 'code');

/** Each has one group, so that splitting a line keeps the characters: every other part, from the second on, is one. */
export const HIDDEN_CHARACTERS = {
  prose: new RegExp(`(${HIDDEN})`, 'gu'),
  code: new RegExp(`(${HIDDEN}|${BLANKS})`, 'gu'),
} as const;

/** The sign of a control character as terminals write it, e.g. `^[`, or the number of another hidden character. */
export function hiddenLabel(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // Few fonts have Unicode's pictures of control characters.
  if (code < 0x20) return `^${String.fromCharCode(0x40 + code)}`;
  return code === 0x7f ? '^?' : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
