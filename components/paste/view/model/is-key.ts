import { parseKey } from '#lib/envelope/envelope.key';

/** Whether it has the form of a key. */
export function isKey(text: string): boolean {
  try {
    parseKey(text);
    return true;
  } catch {
    return false;
  }
}
