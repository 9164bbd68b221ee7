import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ErrorKind, errorBody, HTTP_ERRORS } from '#lib/http/errors';
import { listen } from '#lib/http/listen';
import type { Readiness } from '#lib/http/readiness';
import { JSON_TYPE } from '#lib/http/reply';
import { isBearer } from '#lib/http/request-headers';
import type { Metrics } from '#lib/operations/metrics/metrics';

const TIMEOUT_MS = 10_000;
const CHECK_MS = 2_000;
const MAX_HEADER_BYTES = 8 * 1024;

export type MetricsServer = Awaited<ReturnType<typeof startMetricsServer>>;

/**
 * The worker's only port: `/healthz`, `/readyz`, and `/metrics` with the token.
 * @param ready tells whether the worker can use its database
 */
export async function startMetricsServer(
  options: { host: string; port: number; token: string | undefined },
  metrics: Metrics,
  ready: () => Promise<Readiness>,
) {
  const { host, port, token } = options;
  const server = createServer(
    { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS, connectionsCheckingInterval: CHECK_MS, maxHeaderSize: MAX_HEADER_BYTES },
    (incoming, outgoing) => {
      const respond = (status: number, type: string, body: string) =>
        outgoing.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(incoming.method === 'HEAD' ? '' : body);
      const refuse = (kind: ErrorKind) => respond(kind.status, JSON_TYPE, JSON.stringify(errorBody(kind)));
      if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return refuse(HTTP_ERRORS.method_not_allowed);
      if (incoming.url === '/healthz') return respond(200, JSON_TYPE, '{"status":"ok"}');
      if (incoming.url === '/readyz')
        return void ready().then((readiness) => respond(readiness.status === 'ok' ? 200 : 503, JSON_TYPE, JSON.stringify(readiness)));
      if (incoming.url !== '/metrics' || token === undefined) return refuse(HTTP_ERRORS.not_found);
      if (!isBearer(incoming.headers.authorization, token)) return refuse(HTTP_ERRORS.unauthorized);
      return void metrics.render().then(
        (text) => respond(200, metrics.contentType, text),
        () => refuse(HTTP_ERRORS.internal_error),
      );
    },
  );
  server.setTimeout(TIMEOUT_MS);
  await listen(server, { host, port, variables: 'HOST, METRICS_PORT' });
  return {
    port: (server.address() as AddressInfo).port,
    async stop(): Promise<void> {
      server.close();
      server.closeAllConnections();
    },
  };
}
