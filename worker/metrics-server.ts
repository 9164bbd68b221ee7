import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isBearer } from '#lib/http/bearer';
import { listen } from '#lib/http/listen';
import type { Metrics } from '#lib/operations/metrics/metrics';

const TIMEOUT_MS = 10_000;
const CHECK_MS = 2_000;
const MAX_HEADER_BYTES = 8 * 1024;

export type MetricsServer = Awaited<ReturnType<typeof startMetricsServer>>;

/** The worker's only port: `/healthz`, and `/metrics` with the token. */
export async function startMetricsServer(options: { host: string; port: number; token: string | undefined }, metrics: Metrics) {
  const { host, port, token } = options;
  const server = createServer(
    { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS, connectionsCheckingInterval: CHECK_MS, maxHeaderSize: MAX_HEADER_BYTES },
    (incoming, outgoing) => {
      const respond = (status: number, type: string, body: string) =>
        outgoing.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(incoming.method === 'HEAD' ? '' : body);
      const refuse = (status: number, error: string) => respond(status, 'application/json; charset=utf-8', JSON.stringify({ error }));
      if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return refuse(405, 'Method Not Allowed');
      if (incoming.url === '/healthz') return respond(200, 'application/json; charset=utf-8', '{"status":"ok"}');
      if (incoming.url !== '/metrics' || token === undefined) return refuse(404, 'Not Found');
      if (!isBearer(incoming.headers.authorization, token)) return refuse(401, 'Unauthorized');
      return void metrics.render().then(
        (text) => respond(200, metrics.contentType, text),
        () => refuse(500, 'Internal Server Error'),
      );
    },
  );
  server.setTimeout(TIMEOUT_MS);
  await listen(server, host, port, 'METRICS_PORT');
  return {
    port: (server.address() as AddressInfo).port,
    async stop(): Promise<void> {
      server.close();
      server.closeAllConnections();
    },
  };
}
