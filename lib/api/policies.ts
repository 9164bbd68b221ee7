/** Policies: authentication and rate limits of each kind of path, before its handler runs. */
import type { Principal } from '../accounts/principal';
import type { Services } from '../composition/services';
import { limitIdentity } from '../http/client-address';
import type { RequestContext } from '../http/context';
import type { PresentError } from '../http/error-reply';
import { ForbiddenError, TooManyRequestsError, UnauthorizedError } from '../http/errors';
import { API_HEADERS, PREFLIGHT_HEADERS } from '../http/headers';
import { type NamedRateLimiter, rateLimitHeaders } from '../http/rate-limit';
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
export const countedBy = (ownLimiter?: (all: Services, request: Request) => NamedRateLimiter | null): Policy => ({
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
      await count(arrival, services.limits.anonymous, { replyHeaders });
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
    await count(arrival, arrival.services.limits[limiter]);
    return inner.admit(arrival, replyHeaders);
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
  ownLimiter: NamedRateLimiter | null = null,
): Promise<Principal | null> {
  const principal = apiKey === null ? signedIn : await arrival.services.accounts.authenticate(apiKey);
  if (principal) arrival.context.userId = principal.userId;
  await limit(arrival, replyHeaders, principal, ownLimiter);
  if (apiKey !== null && !principal) throw new UnauthorizedError();
  return principal;
}

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
  arrival: Arrival,
  replyHeaders: Record<string, string>,
  principal: Principal | null,
  ownLimiter: NamedRateLimiter | null,
): Promise<void> {
  const { limits } = arrival.services;
  if (ownLimiter || !principal) return count(arrival, ownLimiter ?? limits.anonymous, { replyHeaders });
  await count(arrival, limits.user, { identity: String(principal.userId), replyHeaders });
  await count(arrival, limits.address);
}

/** Limiters that the metrics count under the name of another. */
const COUNTED_AS: Readonly<Record<string, string>> = { claim: 'burn', receipt: 'burn', 'page-data': 'page', 'sign-in-key': 'sign-in' };

/**
 * Counts a request against a limit. The operator learns of one beyond it from the metrics, and from the line of the log that fail2ban
 * looks for.
 * @param options.identity undefined: the client's address @param options.replyHeaders get what is left of the limit
 * @throws TooManyRequestsError
 */
export async function count(
  { context, services: { metrics, log } }: { context: RequestContext; services: Pick<Services, 'metrics' | 'log'> },
  limiter: NamedRateLimiter,
  { identity = limitIdentity(context.clientAddress), replyHeaders }: { identity?: string; replyHeaders?: Record<string, string> } = {},
): Promise<void> {
  const result = await limiter.consume(identity);
  if (result && replyHeaders) Object.assign(replyHeaders, rateLimitHeaders(result));
  if (result?.allowed !== false) return;
  const { requestId, clientAddress, userId } = context;
  const name = COUNTED_AS[limiter.name] ?? limiter.name;
  metrics.rateLimitHit(name);
  log.warn({ requestId, clientAddress, userId, limiter: name, limit: result.limit }, 'rate limit exceeded, possible abuse');
  throw new TooManyRequestsError(result.resetSeconds, name);
}
