import { parseKey } from '#lib/envelope/envelope-key';

export function isKey(text: string): boolean {
  try {
    parseKey(text);
    return true;
  } catch {
    return false;
  }
}
