import { notAnEnvelope } from './envelope.errors';
import { MAX_SYNTAX_CHARACTERS, MAX_TITLE_CHARACTERS } from './envelope.rules';

const CONTROL_CHARACTER = /\p{Cc}/u;

/** Whether a text is well-formed Unicode: any code points, no lone surrogate. */
export const isText = (text: string): boolean => text.isWellFormed();

export const isTitle = (text: string): boolean => isText(text) && hasAtMost(MAX_TITLE_CHARACTERS, text);

export const isSyntax = (text: string): boolean => isText(text) && hasAtMost(MAX_SYNTAX_CHARACTERS, text) && !CONTROL_CHARACTER.test(text);

function hasAtMost(maxCharacters: number, text: string): boolean {
  return text.length <= maxCharacters * 2 && [...text].length <= maxCharacters;
}

/** @param bytes UTF-8 of a JSON object @throws EnvelopeError `not-an-envelope` */
export function jsonObjectIn(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    // The cause is dropped, because a JSON error quotes the text.
    throw notAnEnvelope();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notAnEnvelope();
  return value as Record<string, unknown>;
}
