import type { ServerResponse } from 'node:http';
import type { RequestContext } from '#lib/http/context';
import { type ErrorKind, errorBody } from '#lib/http/errors';
import { PRIVATE_HEADERS } from '#lib/http/headers';
import { JSON_TYPE } from '#lib/http/reply';

/** Refuses a request instead of a handler, and ends its connection. Does nothing when the response has begun. */
export function endWith(outgoing: ServerResponse, context: RequestContext, kind: ErrorKind, headers: Record<string, string> = {}): void {
  if (outgoing.headersSent) return;
  outgoing.writeHead(kind.status, {
    ...PRIVATE_HEADERS,
    ...headers,
    'Content-Type': JSON_TYPE,
    'X-Request-Id': context.requestId,
    Connection: 'close',
  });
  outgoing.end(JSON.stringify(errorBody(kind)));
}
