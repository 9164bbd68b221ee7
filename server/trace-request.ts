import type { ServerResponse } from 'node:http';
import type { RequestContext } from '#lib/http/context';
import type { Tracing } from '#lib/tracing/tracing';

/** Files of the build, whose requests are many and alike. */
const STATIC = '/_next/static/';

/**
 * Makes a request a span, from now until its response has ended.
 * @param isFromProxy whether a trusted proxy sent it, which may decide what is sampled
 */
export function traceRequest(tracing: Tracing, outgoing: ServerResponse, context: RequestContext, isFromProxy: boolean): void {
  const { method = '', url = '' } = outgoing.req;
  if (url.startsWith(STATIC)) return;
  const span = tracing.beginRequest(method, context.trace, isFromProxy);
  context.trace = span.context;
  outgoing.once('close', () => {
    // The route, never the path: a paste's id is the right to read it.
    const { requestId, route = 'page' } = context;
    const { statusCode } = outgoing;
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': statusCode,
      'sealpaste.request_id': requestId,
    };
    span.end(`${method} ${route}`, attributes, statusCode >= 500 || !outgoing.writableFinished);
  });
}
