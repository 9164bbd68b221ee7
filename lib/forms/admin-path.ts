/** Addresses of the administration pages: what came of a form travels as a word. */

/** What was done, or why not. */
const ADMIN_NOTICES = [
  'report-closed',
  'paste-held',
  'paste-released',
  'paste-removed',
  'key-revoked',
  'user-promoted',
  'user-demoted',
  'user-disabled',
  'user-enabled',
  'user-deleted',
  'ban-added',
  'ban-lifted',
  'key-created',
  'report-gone',
  'paste-gone',
  'user-gone',
  'key-gone',
  'key-refused',
  'own-account',
  'ban-refused',
  'ban-too-large',
  'own-address',
  'ban-gone',
] as const;
type AdminNotice = (typeof ADMIN_NOTICES)[number];

const PAGES = ['reports', 'pastes', 'users', 'bans', 'audit', 'health'] as const;
type AdminPage = (typeof PAGES)[number];

type Query = Readonly<Record<string, string | undefined>>;

/** @param page or a page and the id of what it shows */
export function adminPath(page: AdminPage | `${AdminPage}/${string}`, query: Query & { notice?: AdminNotice } = {}): `/${string}` {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '');
  const search = new URLSearchParams(given).toString();
  return `/account/admin/${page}${search === '' ? '' : `?${search}`}`;
}

/** Anything else in the address is nothing to say. */
export function parseAdminNotice(value: string | string[] | undefined): AdminNotice | null {
  return ADMIN_NOTICES.find((notice) => notice === value) ?? null;
}
