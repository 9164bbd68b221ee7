import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What goes into the log and into a header as it is: no spaces, quotes or line breaks. */
const REQUEST_ID = /^[\w.-]{1,64}$/;
/** Version, trace id, parent id and flags (W3C Trace Context §3.2). */
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

export interface RequestIds {
  requestId: string;
  /** Of the trace that the request is a part of. */
  traceId?: string;
}

/**
 * By what a request is found in the log: a trusted proxy's `X-Request-Id` and `traceparent`, so that one id leads through
 * its log and ours; otherwise an id of our own. A client's word is never taken.
 */
export function requestIds(headers: IncomingHttpHeaders, isFromProxy: boolean): RequestIds {
  if (!isFromProxy) return { requestId: randomUUID() };
  const { 'x-request-id': given, traceparent } = headers;
  const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  const traceId = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
  return traceId === undefined ? { requestId } : { requestId, traceId };
}
