/**
 * A cookie by which a browser says that it made the paste whose page it opens, so that no view is counted. The cookie is
 * sent for that page alone (docs/decisions/0058-views-by-the-maker.md). It proves and allows nothing. Browser-safe.
 */
import { addressOf } from '../../site/address.rules';

const COOKIE = 'made=1';
const MAX_AGE_SECONDS = 30 * 86_400;

/** Header for requests of the page's scripts, which the cookie's path doesn't cover. */
export const OWN_VIEW_HEADER = 'X-Service-View';
export const OWN_VIEW = 'own';

/** @param isMade false: makes the browser forget the cookie */
export const madeCookie = (publicId: string, isMade: boolean): string =>
  `${COOKIE}; Path=${addressOf(`/view/${publicId}`)}; Max-Age=${isMade ? MAX_AGE_SECONDS : 0}; SameSite=Lax`;

export const hasMadeCookie = (cookies: string | null): boolean => (cookies ?? '').split('; ').includes(COOKIE);
