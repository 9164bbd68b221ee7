import { cookiePath } from '#lib/site/address.rules';

/** Remembers which notice a visitor has closed. */
export const NOTICE_COOKIE = 'notice';

const YEAR_SECONDS = 31_536_000;

/** @param id of the notice: another one is shown again */
export const noticeCookie = (id: string): string => `${NOTICE_COOKIE}=${id}; Path=${cookiePath()}; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
