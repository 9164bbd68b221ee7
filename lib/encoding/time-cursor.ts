/** The end of a page of a list by time, as a text for the next page's address. It holds nothing that the page doesn't show. */

export interface TimePosition {
  /** ms since 1970 */
  at: number;
  id: string;
}

const CURSOR = /^(\d{1,15})-([0-9A-Za-z]{1,32})$/;

export function formatCursor({ at, id }: TimePosition): string {
  return `${at}-${id}`;
}

export function parseCursor(cursor: string): TimePosition | null {
  const [, at, id = ''] = CURSOR.exec(cursor) ?? [];
  return at === undefined ? null : { at: Number(at), id };
}
