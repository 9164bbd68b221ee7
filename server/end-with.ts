import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestContext } from '#lib/http/context';
import { errorBody, type PublicError } from '#lib/http/errors';
import { PRIVATE_HEADERS } from '#lib/http/headers';
import { json, plainError, wantsJson } from '#lib/http/reply';

/** Paths of uploads: the tools of shells print what they get, and people read it. */
const UPLOAD = /^(?:PUT \/[^/?]*|POST \/)(?:\?|$)/;

/**
 * Refuses a request instead of a handler, and ends its connection. Does nothing when the response has begun.
 * @param always headers of every response, unless they are set already
 */
export function endWith(
  outgoing: ServerResponse,
  context: RequestContext,
  refusal: PublicError,
  always: Record<string, string> = {},
): void {
  if (outgoing.headersSent) return;
  const { kind, options } = refusal;
  const body = errorBody(kind, options.details && { details: options.details });
  const plain = isForShell(outgoing.req) ? plainError(kind.status, body) : json(kind.status, body);
  const reply = context.failedPage?.(kind.status) ?? plain;
  outgoing.writeHead(kind.status, {
    ...PRIVATE_HEADERS,
    ...always,
    ...options.headers,
    ...reply.headers,
    'X-Request-Id': context.requestId,
    Connection: 'close',
  });
  outgoing.end(reply.body as string);
}

const isForShell = ({ method, url, headers }: IncomingMessage): boolean =>
  UPLOAD.test(`${method} ${url}`) && !wantsJson(headers.accept ?? null);
