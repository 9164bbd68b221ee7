import { customAlphabet } from 'nanoid';
import type { ValuePlace } from '../vault/vault';

const randomPart = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 12);

/** What a paste's row is called: 24 characters, the first twelve the time (ms since 1970), so that rows of one time stand beside each other in every index. */
export function newRowId(createdAt: number): string {
  return `${createdAt.toString(16).padStart(12, '0')}${randomPart()}`;
}

/** Where a paste's public id is sealed: the same for all that take it over from the paste's row. @param id the row's */
export function pasteIdPlace(id: string): ValuePlace {
  return { row: `paste/${id}`, column: 'paste-id' };
}
