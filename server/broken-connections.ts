/** Ends connections that are silent or send no valid request, and responses that take too long, after earlier responses. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RequestContext } from '#lib/http/context';
import { type ErrorKind, errorBody, HTTP_ERRORS } from '#lib/http/errors';
import { PRIVATE_HEADERS } from '#lib/http/headers';
import { JSON_TYPE } from '#lib/http/reply';
import type { Logger } from '#lib/log/logger';
import { contextOf } from './request-context';

/** Errors of Node's parser by their codes; other codes mean a malformed request. */
const KINDS: Readonly<Record<string, ErrorKind>> = {
  HPE_HEADER_OVERFLOW: HTTP_ERRORS.headers_too_large,
  ERR_HTTP_REQUEST_TIMEOUT: HTTP_ERRORS.request_timeout,
};

/**
 * Responds to bytes that Node's parser refused. A response to an earlier complete request on the connection is finished
 * first and is then the last one: it may be the only copy of a burn paste.
 * @param responses the connection's unfinished ones
 * @param headers added to every response
 * @param log gets the id that the response shows
 */
export function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  responses: readonly ServerResponse[],
  headers: Record<string, string>,
  log: Logger,
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
  const kind = KINDS[error.code ?? ''] ?? HTTP_ERRORS.bad_request;
  const body = JSON.stringify(errorBody(kind));
  const requestId = randomUUID();
  const own = { 'Content-Type': JSON_TYPE, 'Content-Length': String(body.length), 'X-Request-Id': requestId };
  const fields = { ...headers, ...PRIVATE_HEADERS, ...own };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${kind.status} ${kind.error}\r\nConnection: close\r\n${lines.join('')}\r\n${body}`);
  // Browsers open connections that they may not use, and those end here, too.
  const level = kind === HTTP_ERRORS.request_timeout ? 'debug' : 'info';
  log[level]({ requestId, status: kind.status, problem: error.code }, 'unreadable request');
}

/**
 * Ends a connection that has been silent for `socket.timeout`. If the client waits for the server, the connection ends only
 * after `limitMs`. A client whose body stopped half-way gets 408.
 * @param giveUp responds instead of the handler, which has taken too long
 */
export function endIdle(
  socket: Socket,
  responses: readonly ServerResponse[],
  limitMs: number,
  giveUp: (response: ServerResponse, context: RequestContext) => void,
): void {
  const [first] = responses;
  const context = first && contextOf(first.req);
  if (context && isServersTurn(first)) {
    const silenceMs = socket.timeout ?? 0;
    context.waitedMs = (context.waitedMs ?? 0) + silenceMs;
    // Node's timer fires once, so it is set again.
    if (context.waitedMs < limitMs) socket.setTimeout(silenceMs);
    else if (first.headersSent) socket.destroy();
    else giveUp(first, context);
    return;
  }
  const stalled = responses.find((outgoing) => !outgoing.headersSent && contextOf(outgoing.req)?.onStall);
  if (stalled) contextOf(stalled.req)?.onStall?.();
  else socket.destroy();
}

/** Whether the client waits for the server: the request is complete, or no handler reads on; and no data waits for the client. */
function isServersTurn({ req, writableLength }: ServerResponse): boolean {
  return (req.complete || !req.readableFlowing) && writableLength === 0;
}
