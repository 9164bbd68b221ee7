/** What the requests to each kind of path go through before their handler. */
import type { Principal } from '../accounts/principal';
import type { Services } from '../composition/services';
import { apiKeyIn } from '../http/api-key';
import { limitIdentity } from '../http/client-address';
import type { Arrival, Policy } from '../http/endpoint';
import { ForbiddenError, TooManyRequestsError, UnauthorizedError } from '../http/errors';
import { API_HEADERS, PREFLIGHT_HEADERS } from '../http/headers';
import { type RateLimiter, rateLimitHeaders } from '../http/rate-limit';
import { isFromPerson, isSameOrigin } from '../http/same-origin';

/** Whose request it is; null for an anonymous one. */
export interface ApiPolicy extends Policy<Services, Principal | null> {
  /** Requests count against a limit before their handler runs, and responses say how many are left. */
  isRateLimited: boolean;
  /** Media types of errors; without it JSON only. */
  errorTypes?: readonly string[];
}

/**
 * Paths of the API: authenticated by key, by the session of our own pages, or anonymous, rate-limited, open to every origin.
 * @param ownLimiter one that counts a request, by address, instead of those that count all others; null: those count it
 */
export const countedBy = (ownLimiter?: (all: Services, request: Request) => RateLimiter | null): ApiPolicy => ({
  headers: API_HEADERS,
  preflight: PREFLIGHT_HEADERS,
  isRateLimited: true,
  async admit(arrival, replyHeaders) {
    const { request, services } = arrival;
    const apiKey = apiKeyIn(request.headers);
    // Most requests have neither, and need not wait to be told so.
    const signedIn = apiKey === null && request.headers.has('cookie') ? await sessionOf(request, services) : null;
    return admit(arrival, replyHeaders, apiKey, signedIn, ownLimiter?.(services, request));
  },
});

/** Of nearly all paths of the API. */
export const api = countedBy();

/** Paths that take requests from anybody, and count none. @param headers of every response */
export const uncounted = (headers: Record<string, string>, preflight?: Record<string, string>): ApiPolicy => ({
  headers,
  ...(preflight ? { preflight } : {}),
  isRateLimited: false,
  admit: () => null,
});

/**
 * Paths that give contents, and count nothing. Who asks is only looked at where that matters: with ANONYMOUS_READ=off. Also a
 * visitor who followed another site's link is signed in here: that site sees nothing of the response.
 * @param headers of every response
 */
export const readers = (headers: Record<string, string>): ApiPolicy => ({
  ...uncounted(headers),
  async admit({ request, context, services: { config, accounts, sessions } }) {
    if (config.ANONYMOUS_READ === 'on') return null;
    const apiKey = apiKeyIn(request.headers);
    const principal = await (apiKey === null ? sessions.findIn(request.headers.get('cookie')) : accounts.authenticate(apiKey));
    if (apiKey !== null && !principal) throw new UnauthorizedError();
    if (principal) context.userId = principal.userId;
    return principal;
  },
});

/**
 * Whose request it is, counted against its limits, which a wrong key is before it is refused.
 * @param apiKey null: none was shown
 * @param signedIn who it is without a key
 * @throws TooManyRequestsError, UnauthorizedError
 */
export async function admit(
  arrival: Arrival<Services>,
  replyHeaders: Record<string, string>,
  apiKey: string | null,
  signedIn: Principal | null,
  ownLimiter: RateLimiter | null = null,
): Promise<Principal | null> {
  const principal = apiKey === null ? signedIn : await arrival.services.accounts.authenticate(apiKey);
  if (principal) arrival.context.userId = principal.userId;
  await limit(arrival, replyHeaders, principal, ownLimiter);
  if (apiKey !== null && !principal) throw new UnauthorizedError();
  return principal;
}

/** They change nothing. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Who is signed in, if it is our own page that asks. For another's page a reader's cookie is as if it
 * weren't there, and what would change something is refused rather than done anonymously.
 */
async function sessionOf({ headers, method }: Request, { sessions, config }: Services): Promise<Principal | null> {
  const signedIn = await sessions.findIn(headers.get('cookie'));
  if (!signedIn || isSameOrigin(headers, config.BASE_URL)) return signedIn;
  if (!SAFE_METHODS.has(method)) throw new ForbiddenError();
  return isFromPerson(headers) ? signedIn : null;
}

/** A wrong key counts against its address, like no key; a good one against its user, and less strictly against the address. */
async function limit(
  { context, services: all }: Arrival<Services>,
  replyHeaders: Record<string, string>,
  principal: Principal | null,
  ownLimiter: RateLimiter | null,
): Promise<void> {
  const { requestId, clientAddress } = context;
  const address = limitIdentity(clientAddress);
  const user = ownLimiter ? null : principal;
  const result = user
    ? await all.authenticatedLimiter.consume(String(user.userId))
    : await (ownLimiter ?? all.anonymousLimiter).consume(address);
  if (result) Object.assign(replyHeaders, rateLimitHeaders(result));
  const ofAddress = user && result?.allowed !== false ? await all.addressLimiter.consume(address) : null;
  const refused = [result, ofAddress].find((each) => each?.allowed === false);
  if (!refused) return;
  all.metrics.rateLimitHit(ownLimiter ? 'burn' : !user ? 'anonymous' : refused === ofAddress ? 'address' : 'user');
  all.log.warn({ requestId, clientAddress, userId: principal?.userId, limit: refused.limit }, 'rate limit exceeded, possible abuse');
  throw new TooManyRequestsError(refused.resetSeconds);
}
