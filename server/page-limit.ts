import type { ServerResponse } from 'node:http';
import type { Services } from '#lib/composition/services';
import { limitIdentity } from '#lib/http/client-address';
import type { RequestContext } from '#lib/http/context';
import { HTTP_ERRORS } from '#lib/http/errors';
import { endWith } from './end-with';

/** @returns what counts a page, or a raw text, against the limit of its address: true when it may go on, else the response has ended */
export function createPageLimit({ pageLimiter, metrics, log }: Services) {
  return async (outgoing: ServerResponse, context: RequestContext): Promise<boolean> => {
    const { requestId, clientAddress } = context;
    const result = await pageLimiter.consume(limitIdentity(clientAddress));
    // Given up meanwhile: a raw text that is read now would be read by nobody.
    if (!result || result.allowed) return !outgoing.writableEnded;
    metrics.rateLimitHit('page');
    log.warn({ requestId, clientAddress, limiter: 'page', limit: result.limit }, 'rate limit exceeded, possible abuse');
    endWith(outgoing, context, HTTP_ERRORS.rate_limited, { 'Retry-After': String(result.resetSeconds) });
    return false;
  };
}
