/**
 * Trace contexts (W3C Trace Context, level 1): taken from requests, stored with what waits in a queue, sent to receivers.
 *
 * `traceparent` alone: `tracestate` can hold anything, and would go from a stranger to a receiver.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { SpanContext } from '@opentelemetry/api';

/** Version, trace id, parent id and flags. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
export const SAMPLED = 1;

const current = new AsyncLocalStorage<SpanContext>();

/** Null for what is no `traceparent`. */
export function parseTraceparent(text: unknown): SpanContext | null {
  const [, traceId, spanId, flags] = (typeof text === 'string' && TRACEPARENT.exec(text)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED, isRemote: true };
}

/** Runs `act` as a part of the trace; without one, as a part of what the caller is a part of. */
export function inTrace<Result>(trace: SpanContext | null | undefined, act: () => Result): Result {
  return trace ? current.run(trace, act) : act();
}

/** The trace that the caller is a part of. Costs next to nothing until a trace was first entered. */
export const currentTrace = (): SpanContext | undefined => current.getStore();

/** The current trace as the header's value; null outside of any. */
export function currentTraceparent(): string | null {
  const trace = current.getStore();
  return trace === undefined ? null : `00-${trace.traceId}-${trace.spanId}-0${trace.traceFlags}`;
}
