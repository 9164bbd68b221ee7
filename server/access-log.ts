import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Services } from '#lib/composition/services';
import type { RequestContext } from '#lib/http/context';
import { traceIdOf } from '#lib/tracing/trace-context';

/** @param quietRoutes routes that are logged only for debugging @returns a function that logs and counts a request that has ended */
export function createAccessLog({ log, metrics }: Pick<Services, 'log' | 'metrics'>, quietRoutes: ReadonlySet<string>) {
  return (incoming: IncomingMessage, outgoing: ServerResponse, context: RequestContext, startedAt: number): void => {
    const { requestId, traceparent, route = 'page', userId } = context;
    const durationMs = performance.now() - startedAt;
    metrics.request(incoming.method ?? '', route, outgoing.statusCode, durationMs / 1000);
    // Fields that are undefined are left out of the log.
    const fields = {
      requestId,
      traceId: traceparent && traceIdOf(traceparent),
      method: incoming.method,
      // The path is left out: a paste's id is the right to read it.
      route,
      status: outgoing.statusCode,
      durationMs: Math.round(durationMs * 10) / 10,
      clientAddress: context.clientAddress,
      userId,
      aborted: outgoing.writableFinished ? undefined : true,
    };
    if (quietRoutes.has(route)) log.debug(fields, 'request');
    else log.info(fields, 'request');
  };
}
