/** Limits forms of the account pages by address, before anything is read or written. */
import { parseApiKey } from '../accounts/api-key';
import { limitIdentity } from '../http/client-address';
import type { RateLimiter } from '../http/rate-limit';
import type { Reply } from '../http/reply';
import { type Limited, tooManyPage } from './failed-page';
import { type Arrival, reportAbuse } from './policies';

export type CountedCall = Omit<Arrival, 'params'>;

/**
 * Counts a form.
 * @returns the page that refuses it, or null when it may go on
 */
export async function refuseTooMany(
  { context, services }: CountedCall,
  what: Limited,
  limiter: RateLimiter,
  identity = limitIdentity(context.clientAddress),
): Promise<Reply | null> {
  const result = await limiter.consume(identity);
  if (!result || result.allowed) return null;
  reportAbuse(services, context, what, result.limit);
  return tooManyPage(what, result.resetSeconds, services.site);
}

/**
 * Counts a try of an API key from a form: by the client's address, and by the key that it names.
 * @returns as `refuseTooMany`
 */
export async function refuseKeyTry(call: CountedCall, apiKey: string): Promise<Reply | null> {
  const { signIn, signInKey } = call.services.limits;
  const keyId = parseApiKey(apiKey)?.id;
  const refused = await refuseTooMany(call, 'sign-in', signIn);
  return refused ?? (keyId === undefined ? null : refuseTooMany(call, 'sign-in', signInKey, keyId));
}
