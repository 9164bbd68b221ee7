import type { OwnPaste } from './account.data';

export type SortColumn = 'title' | 'language' | 'size' | 'views' | 'created' | 'expires';

export interface SortOrder {
  column: SortColumn;
  isAscending: boolean;
}

export const FILTERS = ['all', 'encrypted', 'burning', 'expiring'] as const;
export type Filter = (typeof FILTERS)[number];

const WEEK_MS = 7 * 86_400_000;

/** @param order null: as they came @param nowMs in ms since 1970 */
export function orderPastes(pastes: readonly OwnPaste[], filter: Filter, order: SortOrder | null, nowMs: number): readonly OwnPaste[] {
  const shown = pastes.filter((paste) => isShown(paste, filter, nowMs));
  if (order === null) return shown;
  const sign = order.isAscending ? 1 : -1;
  return shown.toSorted((a, b) => sign * compare(a, b, order.column));
}

function isShown({ isE2ee, burnAfterRead, expiresAt }: OwnPaste, filter: Filter, nowMs: number): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'encrypted':
      return isE2ee;
    case 'burning':
      return burnAfterRead;
    case 'expiring':
      return expiresAt !== null && Date.parse(expiresAt) - nowMs <= WEEK_MS;
  }
}

function compare(a: OwnPaste, b: OwnPaste, column: SortColumn): number {
  switch (column) {
    case 'title':
      return a.title.localeCompare(b.title, 'en', { numeric: true });
    case 'language':
      return a.syntax.localeCompare(b.syntax, 'en');
    case 'size':
      return a.contentBytes - b.contentBytes;
    case 'views':
      return a.viewCount - b.viewCount;
    case 'created':
      return Date.parse(a.createdAt) - Date.parse(b.createdAt);
    case 'expires':
      return endOf(a) - endOf(b);
  }
}

/** Pastes that never expire come last. */
const endOf = ({ expiresAt }: OwnPaste): number => (expiresAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(expiresAt));
