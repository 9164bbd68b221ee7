/** What only the browser knows: null while the server draws, and in the first drawing after it. */
import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

/** Now, in ms since 1970, to the minute; it goes on by itself. */
export function useMinute(): number | null {
  return useSyncExternalStore(subscribeToMinutes, currentMinute, serverKnowsNothing);
}

/** Whether its keyboards have a Command key. */
export function useIsApple(): boolean {
  return useSyncExternalStore(neverChanges, isApple, serverKnowsNothing) ?? false;
}

/** Whether it can encrypt: browsers offer Web Crypto only on pages with HTTPS, and on this machine. */
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
      MINUTE_MS - (Date.now() % MINUTE_MS),
    );
  };
  waitForNext();
  return () => clearTimeout(timer);
}

/** Whether the program has taken over: what was typed into a field of its own before that, it would not know. */
export function useIsRunning(): boolean {
  return useSyncExternalStore(neverChanges, isRunning, serverKnowsNothing) ?? false;
}

const isRunning = () => true;
const currentMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);
const hasCrypto = () => crypto.subtle !== undefined;
const neverChanges = () => () => undefined;
const serverKnowsNothing = () => null;
