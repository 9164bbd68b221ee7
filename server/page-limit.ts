import type { ServerResponse } from 'node:http';
import type { Services } from '#lib/composition/services';
import { tooManyPage } from '#lib/forms/failed-page';
import { limitIdentity } from '#lib/http/client-address';
import type { RequestContext } from '#lib/http/context';
import { HTTP_ERRORS } from '#lib/http/errors';
import { PRIVATE_HEADERS } from '#lib/http/headers';
import { endWith } from './end-with';

/** @returns a function that counts a page or raw text against its address's limit; false: it has refused or the response has ended */
export function createPageLimit({ limits, metrics, log, site }: Services) {
  return async (outgoing: ServerResponse, context: RequestContext): Promise<boolean> => {
    const { requestId, clientAddress } = context;
    const result = await limits.page.consume(limitIdentity(clientAddress));
    // The client may have left meanwhile: then nobody would receive a raw text that is read now.
    if (!result || result.allowed) return !outgoing.writableEnded;
    metrics.rateLimitHit('page');
    log.warn({ requestId, clientAddress, limiter: 'page', limit: result.limit }, 'rate limit exceeded, possible abuse');
    if (outgoing.req.headers.accept?.includes('text/html')) {
      const { status, headers, body } = tooManyPage('page', result.resetSeconds, site);
      outgoing.writeHead(status, { ...PRIVATE_HEADERS, ...headers, 'X-Request-Id': requestId, Connection: 'close' }).end(body);
    } else endWith(outgoing, context, HTTP_ERRORS.rate_limited, { 'Retry-After': String(result.resetSeconds) });
    return false;
  };
}
