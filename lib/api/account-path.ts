/** Paths of the account pages, for redirects. A notice travels as its key, never as a text. */
import { isNotice, type Notice } from './notice.rules';

const PAGES = {
  signIn: '/account',
  pastes: '/mine',
  settings: '/account/settings',
  confirm: '/account/confirm',
} as const;

/** Fields that are undefined or '' are left out. */
type Query = Readonly<Record<string, string | undefined>> & { notice?: Notice | undefined };

export const accountPath = (page: keyof typeof PAGES, query: Query = {}): `/${string}` => withQuery(PAGES[page], query);

/** The page where visitors sign in before they may read. @param path of the page that they come back to; browsers keep the fragment */
export const gatePath = (path: string): `/${string}` => withQuery('/account/gate', { to: path });

export function withQuery(path: `/${string}`, query: Query): `/${string}` {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '');
  const search = new URLSearchParams(given).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** The key of a notice in an address; null for anything else. */
export function parseNotice(value: string | string[] | undefined): Notice | null {
  return typeof value === 'string' && isNotice(value) ? value : null;
}

/** Last page of a list: nobody pages further, and each page counts the rows before it. */
const MAX_PAGE = 50_000;

/** Number of a list's page, from 1. Anything else in the address means 1. */
export function parsePage(value: string | string[] | undefined): number {
  return typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) ? Math.min(Number(value), MAX_PAGE) : 1;
}
