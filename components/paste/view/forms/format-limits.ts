/** UTF-16 units, three times the largest paste. The indents of deep nesting can be thousands of times longer than the text. */
const FORMATTED_MAX_CHARACTERS = 32 * 1024 * 1024;

export class FormattedTooLargeError extends Error {
  override name = 'FormattedTooLargeError';
}

/** @throws FormattedTooLargeError */
export function checkFormatted(characters: number): void {
  if (characters > FORMATTED_MAX_CHARACTERS) throw new FormattedTooLargeError('expected a text that is nested less');
}
