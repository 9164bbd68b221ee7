/** Policies: authentication and rate limits of each kind of path, before its handler runs. */
import type { Principal } from '../accounts/principal';
import type { Services } from '../composition/services';
import { limitIdentity } from '../http/client-address';
import type { RequestContext } from '../http/context';
import type { PresentError } from '../http/error-reply';
import { ForbiddenError, TooManyRequestsError, UnauthorizedError } from '../http/errors';
import { API_HEADERS, PREFLIGHT_HEADERS } from '../http/headers';
import { type RateLimiter, rateLimitHeaders } from '../http/rate-limit';
import { isFromPerson, isSameOrigin } from '../http/same-origin';
import { apiKeyIn } from '../http/sent-api-key';

/** Parameters of a path by name, percent-decoded. */
export type PathParams = Readonly<Record<string, string>>;

/** A request that has come to an endpoint. */
export interface Arrival {
  request: Request;
  params: PathParams;
  context: RequestContext;
  services: Services;
}

/** Rules for all requests to a path, whatever their method. */
export interface Policy {
  /** Headers of every response. */
  headers: Record<string, string>;
  /** Headers of a response to OPTIONS, besides `Allow`. */
  preflight?: Record<string, string>;
  /** True when GET and HEAD of the same path belong to a page. */
  isBesidePages?: boolean;
  /** Requests count against a limit before their handler runs, and responses say how many are left. */
  isRateLimited: boolean;
  /** Media types of errors; without it JSON only. */
  errorTypes?: readonly string[];
  /** Undefined: the JSON of the API. */
  presentError?: PresentError;
  /**
   * Runs before the handler (authentication, rate limit). It may add to `replyHeaders`.
   * @returns the user of the request, or null for an anonymous one
   */
  admit(arrival: Arrival, replyHeaders: Record<string, string>): Principal | null | Promise<Principal | null>;
}

/**
 * Paths of the API: authenticated by key, by the session of our own pages, or anonymous, rate-limited, open to every origin.
 * @param ownLimiter counts the request by address in place of the general limiters; null: those count it
 */
export const countedBy = (ownLimiter?: (all: Services, request: Request) => RateLimiter | null): Policy => ({
  headers: API_HEADERS,
  preflight: PREFLIGHT_HEADERS,
  isRateLimited: true,
  admit(arrival, replyHeaders) {
    const { request, services } = arrival;
    const apiKey = apiKeyIn(request.headers);
    const limiter = ownLimiter?.(services, request);
    // Most requests have neither key nor cookie, and need not wait for a query.
    if (apiKey !== null || !request.headers.has('cookie')) return admit(arrival, replyHeaders, apiKey, null, limiter);
    return sessionOf(request, services).then((signedIn) => admit(arrival, replyHeaders, null, signedIn, limiter));
  },
});

/** The policy of nearly all paths of the API. */
export const api = countedBy();

/**
 * Paths of the account pages (`session` of a definition). Counted by address, apart from the other paths: a stolen key that uses up the
 * limit of its user must not keep them from revoking it.
 */
export const account = countedBy(({ limits }) => limits.form);

/**
 * Paths that anybody may request, without a limit, where a response costs nothing or the handler counts. Each use says why.
 * @param headers of every response
 */
export const uncounted = (headers: Record<string, string>, preflight?: Record<string, string>): Policy => ({
  headers,
  ...(preflight ? { preflight } : {}),
  isRateLimited: false,
  admit: () => null,
});

/**
 * Paths that return contents. The user is looked up only with ANONYMOUS_READ=off; a wrong key then
 * counts as at the API. A session counts even if another site's link led here, because that site sees nothing of the response.
 * @param headers of every response
 */
export const readers = (headers: Record<string, string>): Policy => ({
  ...uncounted(headers),
  async admit(arrival, replyHeaders) {
    const { request, context, services } = arrival;
    const { config, accounts, sessions } = services;
    if (config.ANONYMOUS_READ === 'on') return null;
    const apiKey = apiKeyIn(request.headers);
    const principal = await (apiKey === null ? sessions.findIn(request.headers.get('cookie')) : accounts.authenticate(apiKey));
    if (apiKey !== null && !principal) {
      await limit(arrival, replyHeaders, null, null);
      throw new UnauthorizedError();
    }
    if (principal) context.userId = principal.userId;
    return principal;
  },
});

/**
 * Paths that an address may ask for as often as for pages: raw texts, and the data of pages that are files, which a client can get
 * without a page.
 * @param limiter that counts them
 * @param inner admits a request that the limit allows
 */
export const countedAsPage = (limiter: 'page' | 'pageData', inner: Policy): Policy => ({
  ...inner,
  async admit(arrival, replyHeaders) {
    const { context, services } = arrival;
    const result = await services.limits[limiter].consume(limitIdentity(context.clientAddress));
    if (result?.allowed !== false) return inner.admit(arrival, replyHeaders);
    reportAbuse(services, context, 'page', result.limit);
    throw new TooManyRequestsError(result.resetSeconds);
  },
});

/**
 * Finds the user of a request and counts the request against the limits; a wrong key is counted, then refused.
 * @param apiKey null: the request has none
 * @param signedIn the user of a request without a key
 * @throws TooManyRequestsError, UnauthorizedError
 */
export async function admit(
  arrival: Arrival,
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

/** Limiters of endpoints that count by themselves, by their names in the metrics; those of burn pastes are counted together. */
const OWN_LIMITERS = ['form', 'registration', 'code'] as const;

export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * The session of a request from our own page. For a page of another site the cookie is ignored, and a request that
 * would change something is refused rather than done anonymously.
 */
async function sessionOf({ headers, method }: Request, { sessions, config }: Services): Promise<Principal | null> {
  const signedIn = await sessions.findIn(headers.get('cookie'));
  if (!signedIn || isSameOrigin(headers, config.BASE_URL)) return signedIn;
  if (!SAFE_METHODS.has(method)) throw new ForbiddenError();
  return isFromPerson(headers) ? signedIn : null;
}

/** A wrong key counts against its address, like no key; a good one against its user, and less strictly against the address. */
async function limit(
  { context, services: all }: Arrival,
  replyHeaders: Record<string, string>,
  principal: Principal | null,
  ownLimiter: RateLimiter | null,
): Promise<void> {
  const address = limitIdentity(context.clientAddress);
  const user = ownLimiter ? null : principal;
  const result = user ? await all.limits.user.consume(String(user.userId)) : await (ownLimiter ?? all.limits.anonymous).consume(address);
  if (result) Object.assign(replyHeaders, rateLimitHeaders(result));
  const ofAddress = user && result?.allowed !== false ? await all.limits.address.consume(address) : null;
  const refused = [result, ofAddress].find((each) => each?.allowed === false);
  if (!refused) return;
  const own = ownLimiter && (OWN_LIMITERS.find((name) => all.limits[name] === ownLimiter) ?? 'burn');
  reportAbuse(all, context, own ?? (!user ? 'anonymous' : refused === ofAddress ? 'address' : 'user'), refused.limit);
  throw new TooManyRequestsError(refused.resetSeconds);
}

/** Tells the operator of a request beyond a limit: in the metrics, and by the line of the log that fail2ban looks for. */
export function reportAbuse(
  { metrics, log }: Pick<Services, 'metrics' | 'log'>,
  { requestId, clientAddress, userId }: RequestContext,
  limiter: Parameters<Services['metrics']['rateLimitHit']>[0],
  limit: number,
): void {
  metrics.rateLimitHit(limiter);
  log.warn({ requestId, clientAddress, userId, limiter, limit }, 'rate limit exceeded, possible abuse');
}
