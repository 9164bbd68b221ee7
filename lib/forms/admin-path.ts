/** Paths of the administration pages, for redirects. A notice travels as its key. */
import { withQuery } from './account-path';
import { type AdminNotice, adminNotices } from './notices.messages';

const PAGES = ['reports', 'pastes', 'users', 'bans', 'audit', 'health'] as const;
type AdminPage = (typeof PAGES)[number];

type Query = Readonly<Record<string, string | undefined>>;

/** @param page a page, or a page and the id of its object */
export function adminPath(page: AdminPage | `${AdminPage}/${string}`, query: Query & { notice?: AdminNotice } = {}): `/${string}` {
  return withQuery(`/account/admin/${page}`, query);
}

/** The key of a notice in an address; null for anything else. */
export function parseAdminNotice(value: string | string[] | undefined): AdminNotice | null {
  const isKnown = typeof value === 'string' && (Object.hasOwn(adminNotices.done, value) || Object.hasOwn(adminNotices.failed, value));
  return isKnown ? (value as AdminNotice) : null;
}
