/** Paths of the account pages, for redirects: what they are to say travels as a word, never as a text. */
import { type AccountNotice, accountNotices } from './notices.messages';

const PAGES = {
  pastes: '/account',
  webhooks: '/account/webhooks',
  chats: '/account/chats',
  keys: '/account/keys',
  register: '/account/register',
  confirm: '/account/confirm',
} as const;

type WebhookPart = 'test' | 'deliveries';

/** @param returnTo a path of this host, where signing in leads */
type AccountQuery = Partial<Record<'q' | 'page' | 'returnTo', string | undefined>> & { notice?: AccountNotice | undefined };

export function accountPath(page: keyof typeof PAGES, query: AccountQuery = {}): `/${string}` {
  return withQuery(PAGES[page], query);
}

/** @param part of the page to be looked at */
export function webhookPath(id: number, query: AccountQuery = {}, part?: WebhookPart): `/${string}` {
  return `${withQuery(`${PAGES.webhooks}/${id}`, query)}${part === undefined ? '' : `#${part}`}`;
}

/** @param query of it what is undefined or '' is left out */
export function withQuery(path: `/${string}`, query: Readonly<Record<string, string | undefined>>): `/${string}` {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '');
  const search = new URLSearchParams(given).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Anything else in the address is nothing to say. */
export function parseNotice(value: string | string[] | undefined): AccountNotice | null {
  return typeof value === 'string' && Object.hasOwn(accountNotices, value) ? (value as AccountNotice) : null;
}

/** Behind it nobody pages; the rows before it are counted for every page. */
const MAX_PAGE = 50_000;

/** Number of a list's page, from 1: what anything else in the address means. */
export function parsePage(value: string | string[] | undefined): number {
  return typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) ? Math.min(Number(value), MAX_PAGE) : 1;
}
