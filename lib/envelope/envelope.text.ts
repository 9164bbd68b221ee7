import { MAX_SYNTAX_CHARACTERS, MAX_TITLE_CHARACTERS } from './envelope.rules';

const CONTROL_CHARACTER = /\p{Cc}/u;

/** Every code point, no lone surrogate. */
export const isText = (text: string): boolean => text.isWellFormed();

export const isTitle = (text: string): boolean => isText(text) && hasAtMost(MAX_TITLE_CHARACTERS, text);

export const isSyntax = (text: string): boolean => isText(text) && hasAtMost(MAX_SYNTAX_CHARACTERS, text) && !CONTROL_CHARACTER.test(text);

function hasAtMost(maxCharacters: number, text: string): boolean {
  return text.length <= maxCharacters * 2 && [...text].length <= maxCharacters;
}
