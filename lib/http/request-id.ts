import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parseTraceparent } from '../tracing/trace-context';

/** Ids that may go into the log and a header unchanged: no spaces, quotes or line breaks. */
const REQUEST_ID = /^[\w.-]{1,64}$/;

export interface RequestIds {
  requestId: string;
  /** The trace that the request is a part of. */
  traceparent?: string;
}

/**
 * The ids of a request: `X-Request-Id` of a trusted proxy, so that one id leads through both logs, otherwise a new one; and
 * `traceparent` of any client, which leads on to the receivers of its events.
 */
export function requestIds(headers: IncomingHttpHeaders, isFromProxy: boolean): RequestIds {
  const { 'x-request-id': given, traceparent: sent } = headers;
  const requestId = isFromProxy && typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  const traceparent = sent === undefined ? null : parseTraceparent(sent);
  return traceparent === null ? { requestId } : { requestId, traceparent };
}
