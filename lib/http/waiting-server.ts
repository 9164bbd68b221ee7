/** Responds for a process that can't use its database yet: alive, not ready, and 503 for everything else. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { withoutBasePath } from '../site/address.rules';
import { errorBody, HTTP_ERRORS } from './errors';
import { listen, type Place } from './listen';
import { unusable } from './readiness';
import { JSON_TYPE } from './reply';

const TIMEOUT_MS = 10_000;
const RETRY_AFTER = { 'Retry-After': '5' };

/** @param reason why the process isn't ready @throws OperatorError when the place is taken */
export async function startWaitingServer(place: Place, reason: () => string) {
  const server = createServer({ requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS }, (incoming, outgoing) => {
    const path = withoutBasePath(incoming.url ?? '').split('?')[0];
    const [status, body] =
      path === '/healthz'
        ? [200, { status: 'ok' }]
        : path === '/readyz'
          ? [503, unusable(reason())]
          : [503, errorBody(HTTP_ERRORS.unavailable)];
    outgoing.writeHead(status, {
      'Content-Type': JSON_TYPE,
      'Cache-Control': 'no-store',
      'X-Request-Id': randomUUID(),
      // The connection ends before the service begins.
      Connection: 'close',
      ...(status === 503 ? RETRY_AFTER : {}),
    });
    outgoing.end(incoming.method === 'HEAD' ? '' : JSON.stringify(body));
  });
  server.setTimeout(TIMEOUT_MS);
  await listen(server, place);
  return {
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
