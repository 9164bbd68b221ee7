/**
 * The server's clock, which decides how long pastes live. A machine's own clock may be hours off, so a time that the server
 * said is compared with this one only.
 *
 * Learned from the `Date` of each response that a client of the endpoints, or a page, gets.
 */

/** `Date` has whole seconds, and a response is on its way for a moment. */
const TOLERANCE_MS = 3_000;

let offsetMs: number | null = null;
const listeners = new Set<() => void>();

/** @param date the response's `Date`; null, as of a response that came from no server, teaches nothing */
export function learnServerTime(date: string | null): void {
  const offset = Date.parse(date ?? '') - Date.now();
  if (Number.isNaN(offset) || Math.abs(offset - (offsetMs ?? Number.NaN)) <= TOLERANCE_MS) return;
  offsetMs = Math.abs(offset) <= TOLERANCE_MS ? 0 : offset;
  for (const listener of listeners) listener();
}

/** ms since 1970 by the server's clock; by this machine's until a response has come. */
export const serverNow = (): number => Date.now() + (offsetMs ?? 0);

/** How far the server's clock is ahead of this machine's; null until a response has come. */
export const serverClockOffset = (): number | null => offsetMs;

/** @returns a function that ends the subscription */
export function subscribeToServerClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
