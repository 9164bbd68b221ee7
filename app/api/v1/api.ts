import type { Principal } from '#lib/accounts/principal';
import { type Services, services } from '#lib/composition/services';
import { apiKeyIn } from '#lib/http/api-key';
import { limitIdentity } from '#lib/http/client-address';
import type { RequestContext } from '#lib/http/context';
import { endpoint, type Handlers } from '#lib/http/endpoint';
import { ForbiddenError, TooManyRequestsError, UnauthorizedError } from '#lib/http/errors';
import { API_HEADERS, PREFLIGHT_HEADERS } from '#lib/http/headers';
import { type RateLimiter, rateLimitHeaders } from '#lib/http/rate-limit';
import { isFromPerson, isSameOrigin } from '#lib/http/same-origin';

/** What a handler of the API is given. */
interface ApiCall<Params> {
  request: Request;
  params: Params;
  services: Services;
  /** Null for an anonymous request. */
  principal: Principal | null;
}

/**
 * Endpoints under /api/v1: authenticated by key, by the session of our own pages, or anonymous, rate-limited, open to every origin.
 * @param ownLimiter one that counts these requests, by address, instead of those that count all others
 */
export function apiEndpoint<Params = Record<string, never>>(
  handlers: Handlers<ApiCall<Params>>,
  ownLimiter?: (all: Services) => RateLimiter,
) {
  return endpoint<Params, ApiCall<Params>>(handlers, {
    headers: API_HEADERS,
    preflight: PREFLIGHT_HEADERS,
    log: async () => (await services()).log,
    prepare: async (request, params, context, replyHeaders) => {
      const all = await services();
      const apiKey = apiKeyIn(request.headers);
      const signedIn = apiKey === null ? await sessionOf(request, all) : null;
      const principal = await admit(all, apiKey, signedIn, context, replyHeaders, ownLimiter?.(all));
      return { request, params, services: all, principal };
    },
  });
}

/**
 * Whose request it is, counted against its limits, which a wrong key is before it is refused.
 * @param apiKey null: none was shown
 * @param signedIn who it is without a key
 * @throws TooManyRequestsError, UnauthorizedError
 */
export async function admit(
  all: Services,
  apiKey: string | null,
  signedIn: Principal | null,
  context: RequestContext,
  replyHeaders: Record<string, string>,
  ownLimiter: RateLimiter | null = null,
): Promise<Principal | null> {
  const principal = apiKey === null ? signedIn : await all.accounts.authenticate(apiKey);
  if (principal) context.userId = principal.userId;
  await limit(all, ownLimiter, principal, context, replyHeaders);
  if (apiKey !== null && !principal) throw new UnauthorizedError();
  return principal;
}

const SAFE_METHODS = new Set(['GET', 'HEAD']);

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
  all: Services,
  ownLimiter: RateLimiter | null,
  principal: Principal | null,
  context: RequestContext,
  replyHeaders: Record<string, string>,
): Promise<void> {
  const address = limitIdentity(context.clientAddress);
  const user = ownLimiter ? null : principal;
  const result = user
    ? await all.authenticatedLimiter.consume(String(user.userId))
    : await (ownLimiter ?? all.anonymousLimiter).consume(address);
  if (result) Object.assign(replyHeaders, rateLimitHeaders(result));
  const ofAddress = user && result?.allowed !== false ? await all.addressLimiter.consume(address) : null;
  const refused = [result, ofAddress].find((each) => each?.allowed === false);
  if (!refused) return;
  all.metrics.rateLimitHit(ownLimiter ? 'burn' : !user ? 'anonymous' : refused === ofAddress ? 'address' : 'user');
  all.log.warn(
    { requestId: context.requestId, clientAddress: context.clientAddress, userId: principal?.userId, limit: refused.limit },
    'rate limit exceeded, possible abuse',
  );
  throw new TooManyRequestsError(refused.resetSeconds);
}

/** @throws UnauthorizedError when nobody is signed in */
export function requirePrincipal(principal: Principal | null): Principal {
  if (!principal) throw new UnauthorizedError();
  return principal;
}
