import { parseKey } from '#lib/envelope/envelope-key';

/** Whether the text has the form of a key. */
export function isKey(text: string): boolean {
  try {
    parseKey(text);
    return true;
  } catch {
    return false;
  }
}
