/** Limits forms of the account pages by address, before anything is read or written. */
import { parseApiKey } from '../accounts/api-key';
import type { Services } from '../composition/services';
import { limitIdentity } from '../http/client-address';
import type { Arrival } from '../http/endpoint';
import { TooManyRequestsError } from '../http/errors';
import type { RateLimiter } from '../http/rate-limit';
import type { Reply } from '../http/reply';
import { type Limited, tooManyPage } from './failed-page';

export type CountedCall = Omit<Arrival<Services>, 'params'>;

/**
 * Counts a form.
 * @returns the page that refuses it, or null when it may go on
 * @throws TooManyRequestsError for a request of a script
 */
export async function refuseTooMany(
  { request, context, services }: CountedCall,
  what: Limited,
  limiter: RateLimiter,
  identity = limitIdentity(context.clientAddress),
): Promise<Reply | null> {
  const result = await limiter.consume(identity);
  if (!result || result.allowed) return null;
  const { metrics, limits, log } = services;
  metrics.rateLimitHit(what);
  const { requestId, clientAddress } = context;
  const mayLog = await limits.abuseLog.consume(limitIdentity(clientAddress));
  if (!mayLog || mayLog.allowed)
    log.warn({ requestId, clientAddress, limiter: what, limit: result.limit }, 'rate limit exceeded, possible abuse');
  if (!sentByPerson(request)) throw new TooManyRequestsError(result.resetSeconds);
  return tooManyPage(what, result.resetSeconds, services.site);
}

/** Whether the browser itself sent the form and shows the response; false for a script of a page. */
export const sentByPerson = (request: Request): boolean => request.headers.get('accept')?.includes('text/html') ?? false;

/**
 * Counts a try of an API key from a form: by the client's address, and by the key that it names.
 * @returns as `refuseTooMany`
 * @throws TooManyRequestsError for a request of a script
 */
export async function refuseKeyTry(call: CountedCall, apiKey: string): Promise<Reply | null> {
  const { signIn, signInKey } = call.services.limits;
  const keyId = parseApiKey(apiKey)?.id;
  const refused = await refuseTooMany(call, 'sign-in', signIn);
  return refused ?? (keyId === undefined ? null : refuseTooMany(call, 'sign-in', signInKey, keyId));
}
