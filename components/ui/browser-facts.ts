/** Facts that only the browser knows: null on the server and while hydrating. */
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { serverClockOffset, serverNow, subscribeToServerClock } from '#lib/client/server-clock';

const MINUTE_MS = 60_000;

/** The current minute in ms since 1970 by the server's clock; it updates itself. */
export function useMinute(): number | null {
  return useSyncExternalStore(subscribeToMinutes, currentMinute, serverKnowsNothing);
}

/** The longest time that a timer of browsers takes: 24 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The time until a moment that the server said, from when the page first knew it. @param at ISO 8601; null: never, and so is the result */
export function useLeftMs(at: string | null): number | null {
  const offset = useSyncExternalStore(subscribeToServerClock, serverClockOffset, serverKnowsNothing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server's clock is read again once more is known of it
  return useMemo(() => (at === null ? null : Date.parse(at) - serverNow()), [at, offset]);
}

/** Whether so much time has passed since the page showed it; it updates itself. @param leftMs null: it never passes */
export function useHasPassed(leftMs: number | null): boolean {
  const [hasPassed, setPassed] = useState(leftMs !== null && leftMs <= 0);

  useEffect(() => {
    setPassed(leftMs !== null && leftMs <= 0);
    // No page stays open for longer than a timer takes.
    if (leftMs === null || leftMs <= 0 || leftMs > MAX_TIMER_MS) return;
    const timer = setTimeout(() => setPassed(true), leftMs);
    return () => clearTimeout(timer);
  }, [leftMs]);

  return hasPassed;
}

/** Whether the keyboard has a Command key. */
export function useIsApple(): boolean {
  return useSyncExternalStore(neverChanges, isApple, serverKnowsNothing) ?? false;
}

/** Whether the browser can encrypt: it offers Web Crypto only over HTTPS and on localhost. */
export function useHasCrypto(): boolean {
  return useSyncExternalStore(neverChanges, hasCrypto, serverKnowsNothing) ?? true;
}

function subscribeToMinutes(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const waitForNext = () => {
    timer = setTimeout(
      () => {
        onChange();
        waitForNext();
      },
      MINUTE_MS - (serverNow() % MINUTE_MS),
    );
  };
  waitForNext();
  const unsubscribe = subscribeToServerClock(onChange);
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

/** Whether React has hydrated the page. React doesn't know of text typed before. */
export function useIsRunning(): boolean {
  return useSyncExternalStore(neverChanges, isRunning, serverKnowsNothing) ?? false;
}

const isRunning = () => true;
const currentMinute = () => Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS;
const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);
const hasCrypto = () => crypto.subtle !== undefined;
const neverChanges = () => () => undefined;
const serverKnowsNothing = () => null;
