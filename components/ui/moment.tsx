'use client';

import { useSyncExternalStore } from 'react';
import { formatAbsolute, formatRelative } from '../text/format';

const never = () => () => {};

/** A time, relative and absolute. The server doesn't know the reader's time zone: until the browser takes over it is UTC. */
export function Moment({ atMs, nowMs }: { atMs: number; nowMs: number }) {
  const absolute = useSyncExternalStore(
    never,
    () => formatAbsolute(atMs),
    () => formatAbsolute(atMs, 'UTC'),
  );
  return (
    <time dateTime={new Date(atMs).toISOString()}>
      {formatRelative(atMs, nowMs)} ({absolute})
    </time>
  );
}
