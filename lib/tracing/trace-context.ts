/**
 * Trace contexts (W3C Trace Context, level 1): taken from requests, stored with what waits in a queue, sent to receivers.
 *
 * `traceparent` alone: `tracestate` can hold anything, and would go from a stranger to a receiver.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Version, trace id, parent id and flags. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
const SAMPLED = 1;

const current = new AsyncLocalStorage<string>();

/** The header in version 00, with the flag that this version knows; null for what is no `traceparent`. */
export function parseTraceparent(text: unknown): string | null {
  const [, traceId, parentId, flags] = (typeof text === 'string' && TRACEPARENT.exec(text)) || [];
  if (traceId === undefined || parentId === undefined || flags === undefined) return null;
  return `00-${traceId}-${parentId}-0${Number.parseInt(flags, 16) & SAMPLED}`;
}

/** @param traceparent as `parseTraceparent` returns it */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);

/** Runs `act` as a part of the trace; without one, as a part of what the caller is a part of. */
export function inTrace<Result>(traceparent: string | null | undefined, act: () => Result): Result {
  return traceparent ? current.run(traceparent, act) : act();
}

/** The header of the trace that the caller is a part of; null outside of any. Costs next to nothing until a trace was first entered. */
export const currentTraceparent = (): string | null => current.getStore() ?? null;
