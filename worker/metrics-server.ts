import { type ErrorKind, errorBody, HTTP_ERRORS } from '#lib/http/errors';
import { startMonitorServer } from '#lib/http/monitor-server';
import type { Readiness } from '#lib/http/readiness';
import { json } from '#lib/http/reply';
import { isBearer } from '#lib/http/request-headers';
import type { Metrics } from '#lib/operations/metrics/metrics';

export type MetricsServer = Awaited<ReturnType<typeof startMetricsServer>>;

const refuse = (kind: ErrorKind) => json(kind.status, errorBody(kind));

/**
 * The worker's only port: `/healthz`, `/readyz`, and `/metrics` with the token.
 * @param ready tells whether the worker can use its database
 */
export function startMetricsServer(
  { host, port, token }: { host: string; port: number; token: string | undefined },
  metrics: Metrics,
  ready: () => Promise<Readiness>,
) {
  return startMonitorServer({ host, port, variables: 'HOST, METRICS_PORT' }, async ({ method, url, headers }) => {
    if (method !== 'GET' && method !== 'HEAD') return refuse(HTTP_ERRORS.method_not_allowed);
    if (url === '/healthz') return json(200, { status: 'ok' });
    if (url === '/readyz') {
      const readiness = await ready();
      return json(readiness.status === 'ok' ? 200 : 503, readiness);
    }
    if (url !== '/metrics' || token === undefined) return refuse(HTTP_ERRORS.not_found);
    if (!isBearer(headers.authorization, token)) return refuse(HTTP_ERRORS.unauthorized);
    return { status: 200, headers: { 'Content-Type': metrics.contentType }, body: await metrics.render() };
  });
}
