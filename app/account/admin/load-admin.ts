import type { SignedIn } from '#lib/accounts/principal';
import { adminPath } from '#lib/forms/admin-path';
import { addressOf } from '#lib/site/address.rules';
import { loadSignedIn } from '../load-account';

export const ROWS_PER_PAGE = 50;

/** The administrator who is signed in; null for everybody else, to whom these pages are not there. */
export async function loadAdmin(): Promise<SignedIn | null> {
  const signedIn = await loadSignedIn();
  return signedIn?.isAdmin ? signedIn : null;
}

/** A field of the address: trimmed, and '' when it is missing, longer than any that is good, or nothing that PostgreSQL takes as text. */
export function textOf(value: string | string[] | undefined, maxLength = 64): string {
  const text = typeof value === 'string' ? value.trim() : '';
  return text.length > maxLength || text.includes('\0') ? '' : text;
}

/**
 * Where a list goes on.
 * @param query what it was asked for @param cursor the field that says where its pages begin @param next of the next page
 */
export function turnsOf(
  page: Parameters<typeof adminPath>[0],
  query: Record<string, string>,
  cursor: string,
  from: string,
  next: string | null,
) {
  return {
    next: next === null ? null : addressOf(adminPath(page, { ...query, [cursor]: next })),
    first: from === '' ? null : addressOf(adminPath(page, query)),
  };
}
