/** Ends connections that send no valid request, or nothing more. A response to an earlier request is finished first. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestContext } from '#lib/http/context';
import { PRIVATE_HEADERS } from '#lib/http/headers';
import { JSON_TYPE } from '#lib/http/reply';

const REASONS = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' } as const;

/**
 * Responds to bytes that Node's parser refused. A response to an earlier complete request on the connection is finished
 * first and is then the last: it may be the only copy of a burn paste.
 * @param responses the unfinished ones of this connection
 * @param headers of every response
 */
export function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  responses: readonly ServerResponse[],
  headers: Record<string, string>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const underWay = responses.filter(({ req }) => req.complete);
  if (underWay.length > 0) {
    for (const outgoing of underWay) {
      if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
      outgoing.once('close', () => socket.end());
    }
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const body = JSON.stringify({ error: REASONS[status] });
  const fields = { ...headers, ...PRIVATE_HEADERS, 'Content-Type': JSON_TYPE, 'Content-Length': String(body.length) };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\nConnection: close\r\n${lines.join('')}\r\n${body}`);
}

/**
 * Ends an idle connection. A client whose body stopped half-way gets 408.
 * @param contextOf a request's context, if it has reached a handler
 */
export function endIdle(
  socket: Duplex,
  responses: readonly ServerResponse[],
  contextOf: (response: ServerResponse) => RequestContext | undefined,
): void {
  for (const outgoing of responses) {
    const stall = outgoing.headersSent ? undefined : contextOf(outgoing)?.onStall;
    if (stall) {
      stall();
      return;
    }
  }
  socket.destroy();
}
