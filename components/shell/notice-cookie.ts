import { cookiePath } from '#lib/site/address.rules';

/** Remembers which notice a visitor has closed. */
export const NOTICE_COOKIE = 'notice';

const YEAR_SECONDS = 31_536_000;

/** The id of the notice that this visitor has closed; undefined for none, and where there is no document. */
export const closedNotice = (): string | undefined =>
  typeof document === 'undefined' ? undefined : new RegExp(`(?:^|; )${NOTICE_COOKIE}=([^;]*)`).exec(document.cookie)?.[1];

/** @param id of the notice: another one is shown again */
export const noticeCookie = (id: string): string => `${NOTICE_COOKIE}=${id}; Path=${cookiePath()}; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
