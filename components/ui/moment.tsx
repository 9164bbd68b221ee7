'use client';

import { useSyncExternalStore } from 'react';
import { formatAbsolute, formatRelative } from '#components/messages/format';

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

/** Formats a time in the reader's zone; in UTC until hydration, because the server doesn't know the zone. */
export function useAbsolute(atMs: number): string {
  return useSyncExternalStore(
    never,
    () => formatAbsolute(atMs),
    () => formatAbsolute(atMs, 'UTC'),
  );
}
