import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What the process that owns the socket knows of a request and a `Request` can't hold. */
export interface RequestContext {
  /** In every response as `X-Request-Id` and in the log. */
  requestId: string;
  /** In the log, when a trusted proxy said of which trace the request is a part. */
  traceId?: string;
  /** The client's address as text, by socket and TRUST_PROXY; null when the host can't vouch for one. */
  clientAddress: string | null;
  /** The request as Node has it: reading its body from here skips two layers of streams. */
  incoming?: IncomingMessage;
  /** Tells a client that waits for it (`Expect: 100-continue`) to send the body. */
  proceed?(): void;
  /** How long its client has waited for the server, as far as it was in silences that a connection may not have. */
  waitedMs?: number;
  /** Set while a body is read: told that nothing of it comes any more. */
  onStall?: (() => void) | undefined;
  /** For the access log, filled in on the way. */
  route?: string;
  userId?: number;
}

/** A property, not a WeakMap: that would cost every garbage collection a walk over all requests under way. */
const CONTEXT = Symbol('request context');
type WithContext = Request & { [CONTEXT]?: RequestContext };

export function setRequestContext(request: Request, context: RequestContext): void {
  (request as WithContext)[CONTEXT] = context;
}

/** The request's context; under a host that set none, a fresh one without an address. */
export function requestContext(request: Request): RequestContext {
  const withContext = request as WithContext;
  withContext[CONTEXT] ??= { requestId: randomUUID(), clientAddress: null };
  return withContext[CONTEXT];
}
