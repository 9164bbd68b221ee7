import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Ids that may go into the log and a header unchanged: no spaces, quotes or line breaks. */
const REQUEST_ID = /^[\w.-]{1,64}$/;
/** Version, trace id, parent id and flags (W3C Trace Context §3.2). */
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

export interface RequestIds {
  requestId: string;
  /** Id of the trace that the request is a part of. */
  traceId?: string;
}

/**
 * The ids of a request in the log: `X-Request-Id` and `traceparent` of a trusted proxy, so that one id leads through both
 * logs; otherwise a new id. The ids of other clients are ignored.
 */
export function requestIds(headers: IncomingHttpHeaders, isFromProxy: boolean): RequestIds {
  if (!isFromProxy) return { requestId: randomUUID() };
  const { 'x-request-id': given, traceparent } = headers;
  const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  const traceId = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
  return traceId === undefined ? { requestId } : { requestId, traceId };
}
