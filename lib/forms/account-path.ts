/** Paths of the account pages, for redirects: what they are to say travels as a word, never as a text. */

const PAGES = {
  pastes: '/account',
  webhooks: '/account/webhooks',
  chats: '/account/chats',
  keys: '/account/keys',
  register: '/account/register',
} as const;

/** What has just happened, or why not. */
const ACCOUNT_NOTICES = [
  'unknown-key',
  'api-only-key',
  'signed-out',
  'sign-in-unavailable',
  'sign-in-cancelled',
  'sign-in-stale',
  'sign-in-invalid',
  'email-unverified',
  'domain-refused',
  'group-refused',
  'user-disabled',
  'identity-linked',
  'identity-taken',
  'identity-unlinked',
  'identity-gone',
  'deleted',
  'extended',
  'never-expires',
  'several-deleted',
  'several-extended',
  'none-chosen',
  'not-extended',
  'gone',
  'key-revoked',
  'keys-revoked',
  'key-gone',
  'key-invalid',
  'too-many-keys',
  'key-renamed',
  'key-name-invalid',
  'session-ended',
  'session-gone',
  'account-name-wrong',
  'account-deleted',
  'webhook-created',
  'webhook-saved',
  'webhook-secret-saved',
  'webhook-refused',
  'webhook-on',
  'webhook-off',
  'webhook-deleted',
  'webhook-gone',
  'too-many-webhooks',
  'test-delivered',
  'test-not-delivered',
  'delivery-queued',
  'delivery-gone',
  'delivery-refused',
  'too-many-sends',
  'name-taken',
  'name-invalid',
  'chat-saved',
  'chat-unlinked',
  'chat-gone',
  'chats-off',
  'too-many-chats',
  'too-many-tokens',
] as const;
export type AccountNotice = (typeof ACCOUNT_NOTICES)[number];

type WebhookPart = 'test' | 'deliveries';

export interface AccountQuery {
  notice?: AccountNotice | undefined;
  q?: string | undefined;
  page?: string | undefined;
  /** A path of this host, where signing in leads. */
  returnTo?: string | undefined;
}

export function accountPath(page: keyof typeof PAGES, query: AccountQuery = {}): `/${string}` {
  return withQuery(PAGES[page], query);
}

/** @param part of the page to be looked at */
export function webhookPath(id: number, query: AccountQuery = {}, part?: WebhookPart): `/${string}` {
  return `${withQuery(`${PAGES.webhooks}/${id}`, query)}${part === undefined ? '' : `#${part}`}`;
}

function withQuery(path: `/${string}`, query: AccountQuery): `/${string}` {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given as [string, string][]).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Anything else in the address is nothing to say. */
export function parseNotice(value: string | string[] | undefined): AccountNotice | null {
  return ACCOUNT_NOTICES.find((notice) => notice === value) ?? null;
}

/** Behind it nobody pages; the rows before it are counted for every page. */
const MAX_PAGE = 50_000;

/** Number of a list's page, from 1: what anything else in the address means. */
export function parsePage(value: string | string[] | undefined): number {
  return typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) ? Math.min(Number(value), MAX_PAGE) : 1;
}
