/**
 * How a browser says that it made the paste whose page it opens, so that the view isn't counted: by a cookie of that page
 * alone (docs/decisions/0058-views-by-the-maker.md). It proves nothing, and allows nothing. Browser-safe.
 */
import { addressOf } from '../../site/address.rules';

const COOKIE = 'made=1';
const MAX_AGE_SECONDS = 30 * 86_400;

/** For a request of the page's own that its cookie doesn't go with. */
export const OWN_VIEW_HEADER = 'X-Service-View';
export const OWN_VIEW = 'own';

/** @param isMade false: the browser forgets it */
export const madeCookie = (publicId: string, isMade: boolean): string =>
  `${COOKIE}; Path=${addressOf(`/view/${publicId}`)}; Max-Age=${isMade ? MAX_AGE_SECONDS : 0}; SameSite=Lax`;

export const hasMadeCookie = (cookies: string | null): boolean => (cookies ?? '').split('; ').includes(COOKIE);
