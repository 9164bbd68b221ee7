import { base62Generator } from '../../encoding/base62';

const randomPart = base62Generator(12);

/** A row id: 24 characters, the first twelve the time (ms since 1970), so that rows of one time are neighbours in every index. */
export function newRowId(createdAt: number): string {
  return `${createdAt.toString(16).padStart(12, '0')}${randomPart()}`;
}
