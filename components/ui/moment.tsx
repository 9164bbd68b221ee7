'use client';

import { useSyncExternalStore } from 'react';
import { commonMessages } from '#components/messages/common';
import { formatAbsolute, formatRelative } from '#components/messages/format';
import { useHasPassed } from './browser-facts';

const never = () => () => {};

export function ShortMoment({ atMs, nowMs }: { atMs: number; nowMs: number }) {
  const absolute = useAbsolute(atMs);
  return (
    <time dateTime={new Date(atMs).toISOString()} title={absolute}>
      {formatRelative(atMs, nowMs)}
    </time>
  );
}

export function Moment({ atMs, nowMs }: { atMs: number; nowMs: number }) {
  const absolute = useAbsolute(atMs);
  return (
    <time dateTime={new Date(atMs).toISOString()}>
      {formatRelative(atMs, nowMs)} ({absolute})
    </time>
  );
}

/** The time at which something expires, which says so when it has. */
export function Expiry({ label, atMs, nowMs }: { label: string; atMs: number; nowMs: number }) {
  // Counted from the server's clock, since a browser's may be wrong.
  const isPast = useHasPassed(atMs - nowMs);
  const absolute = useAbsolute(atMs);
  if (isPast) return <time dateTime={new Date(atMs).toISOString()}>{commonMessages.expired(absolute)}</time>;
  return (
    <>
      {label} <Moment atMs={atMs} nowMs={nowMs} />
    </>
  );
}

/** Formats a time in the reader's zone; in UTC until hydration, because the server doesn't know the zone. */
export function useAbsolute(atMs: number): string {
  return useSyncExternalStore(
    never,
    () => formatAbsolute(atMs),
    () => formatAbsolute(atMs, 'UTC'),
  );
}
