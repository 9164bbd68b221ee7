/** Reads the fields of a list's address, and makes the links to its other pages. */
import { addressOf } from '#lib/site/address.rules';

export const ROWS_PER_PAGE = 50;

/** A trimmed field of the address; '' when it is missing, too long, or has a NUL, which PostgreSQL doesn't take. */
export function textOf(value: string | string[] | undefined, maxLength = 64): string {
  const text = typeof value === 'string' ? value.trim() : '';
  return text.length > maxLength || text.includes('\0') ? '' : text;
}

/**
 * Links to a list's next and first page.
 * @param query the list's fields @param cursor name of the field with the page's start @param next start of the next page
 */
export function pageLinksOf(page: string, query: Readonly<Record<string, string>>, cursor: string, from: string, next: string | null) {
  const turnTo = (fields: Readonly<Record<string, string>>) => {
    const search = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== '')).toString();
    return addressOf(`/account/admin/${page}${search && `?${search}`}`);
  };
  return { next: next === null ? null : turnTo({ ...query, [cursor]: next }), first: from === '' ? null : turnTo(query) };
}
