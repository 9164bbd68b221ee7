/** The cookies that remember what a visitor chose, for the server's pages and for those that are files. */
import { cookiePath } from '#lib/site/address.rules';

export const THEME_COOKIE = 'theme';
/** Has the id of the notice that the visitor has closed: another one is shown again. */
export const NOTICE_COOKIE = 'notice';

const YEAR_SECONDS = 31_536_000;

/** @returns undefined for none, and where there is no document */
export const readChoice = (name: string): string | undefined =>
  typeof document === 'undefined' ? undefined : new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1];

export function keepChoice(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers yet
  document.cookie = `${name}=${value}; Path=${cookiePath()}; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}
