import { pageLanguage } from '#lib/locales/page-language.rules';
import type { OwnPaste } from './account-data';

export type SortColumn = 'title' | 'language' | 'size' | 'views' | 'created' | 'expires';

export interface SortOrder {
  column: SortColumn;
  isAscending: boolean;
}

export const FILTERS = ['all', 'encrypted', 'burning', 'expiring'] as const;
export type Filter = (typeof FILTERS)[number];

const WEEK_MS = 7 * 86_400_000;

/** @param order null: the server's order @param nowMs in ms since 1970 */
export function orderPastes(pastes: readonly OwnPaste[], filter: Filter, order: SortOrder | null, nowMs: number): readonly OwnPaste[] {
  const shown = pastes.filter((paste) => SHOWS[filter](paste, nowMs));
  if (order === null) return shown;
  const sign = order.isAscending ? 1 : -1;
  return shown.toSorted((a, b) => sign * COMPARES[order.column](a, b));
}

const SHOWS: Record<Filter, (paste: OwnPaste, nowMs: number) => boolean> = {
  all: () => true,
  encrypted: ({ isE2ee }) => isE2ee,
  burning: ({ burnAfterRead }) => burnAfterRead,
  expiring: ({ expiresAt }, nowMs) => expiresAt !== null && Date.parse(expiresAt) - nowMs <= WEEK_MS,
};

const COMPARES: Record<SortColumn, (a: OwnPaste, b: OwnPaste) => number> = {
  title: (a, b) => a.title.localeCompare(b.title, pageLanguage(), { numeric: true }),
  language: (a, b) => a.syntax.localeCompare(b.syntax, pageLanguage()),
  size: (a, b) => a.contentBytes - b.contentBytes,
  views: (a, b) => a.viewCount - b.viewCount,
  created: (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt),
  expires: (a, b) => endOf(a) - endOf(b),
};

/** Pastes that never expire come last. */
const endOf = ({ expiresAt }: OwnPaste): number => (expiresAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(expiresAt));
