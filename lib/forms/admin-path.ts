/** Addresses of the administration pages: what came of a form travels as a word. */
import { withQuery } from './account-path';
import { type AdminNotice, adminNotices } from './notices.messages';

const PAGES = ['reports', 'pastes', 'users', 'bans', 'audit', 'health'] as const;
type AdminPage = (typeof PAGES)[number];

type Query = Readonly<Record<string, string | undefined>>;

/** @param page or a page and the id of what it shows */
export function adminPath(page: AdminPage | `${AdminPage}/${string}`, query: Query & { notice?: AdminNotice } = {}): `/${string}` {
  return withQuery(`/account/admin/${page}`, query);
}

/** Anything else in the address is nothing to say. */
export function parseAdminNotice(value: string | string[] | undefined): AdminNotice | null {
  const isKnown = typeof value === 'string' && (Object.hasOwn(adminNotices.done, value) || Object.hasOwn(adminNotices.failed, value));
  return isKnown ? (value as AdminNotice) : null;
}
