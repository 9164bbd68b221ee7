import type { ServerResponse } from 'node:http';
import type { RequestContext } from '#lib/http/context';
import { type ErrorKind, errorBody } from '#lib/http/errors';
import { PRIVATE_HEADERS } from '#lib/http/headers';
import { JSON_TYPE } from '#lib/http/reply';

/** Refuses a request in place of a handler: the connection ends with it. Nothing, when it has a response already. */
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
