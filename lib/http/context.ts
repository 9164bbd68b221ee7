import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Facts about a request that a `Request` can't hold, from the process that owns the socket. */
export interface RequestContext {
  /** Stands in the log, and in every response as `X-Request-Id`. */
  requestId: string;
  /** The trace that the request is a part of, as the header that its client sent. */
  traceparent?: string;
  /** The client's address as text, by socket and TRUST_PROXY; null when the host can't vouch for one. */
  clientAddress: string | null;
  /** The request as Node has it: reading its body from here skips two layers of streams. */
  incoming?: IncomingMessage;
  /** Tells a client that waits for it (`Expect: 100-continue`) to send the body. */
  proceed?(): void;
  /** Milliseconds the client has waited in silence for this response. */
  waitedMs?: number;
  /** Set while a body is read. Called when no more of the body arrives. */
  onStall?: (() => void) | undefined;
  /** Renders words for a person who gets no page; undefined where errors are JSON. */
  failedPage?(status: number): { headers: Record<string, string>; body: string };
  /** Fields for the access log, filled in while the request is handled. */
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
