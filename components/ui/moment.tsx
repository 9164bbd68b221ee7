'use client';

import { useSyncExternalStore } from 'react';
import { commonMessages } from '#components/messages/common';
import { readsMessages } from '#components/messages/reads';
import { HOUR_MS } from '#lib/encoding/time.rules';
import { formatAbsolute } from '#lib/locales/format.rules';
import { useHasPassed, useMinute } from './browser-facts';
import { formatRelative } from './times';

const never = () => () => {};

/** Says a time by its distance. */
export function ShortMoment({ atMs, nowMs }: { atMs: number; nowMs: number }) {
  const absolute = useAbsolute(atMs);
  return (
    <time dateTime={new Date(atMs).toISOString()} title={absolute}>
      {formatRelative(atMs, nowMs)}
    </time>
  );
}

/**
 * Says a time within an hour of now by its distance, which keeps current, and any other as a date.
 * @param knownAt when the server said the time, in ms since 1970; now is no earlier
 */
export function NearMoment({ atMs, knownAt }: { atMs: number; knownAt: number }) {
  const absolute = useAbsolute(atMs);
  const nowMs = Math.max(useMinute() ?? 0, knownAt);
  if (Math.abs(atMs - nowMs) < HOUR_MS) return <ShortMoment atMs={atMs} nowMs={nowMs} />;
  return <time dateTime={new Date(atMs).toISOString()}>{absolute}</time>;
}

/** The time at which something expires, which says so when it has. */
export function Expiry({ label, atMs, knownAt }: { label: string; atMs: number; knownAt: number }) {
  // Counted from the server's clock, since a browser's may be wrong.
  const isPast = useHasPassed(atMs - knownAt);
  const absolute = useAbsolute(atMs);
  if (isPast) return <time dateTime={new Date(atMs).toISOString()}>{commonMessages.expired(absolute)}</time>;
  return (
    <>
      <span>{label}</span> <NearMoment atMs={atMs} knownAt={knownAt} />
    </>
  );
}

/** Formats a time in the reader's zone; in UTC until hydration, because the server doesn't know the zone. */
function useAbsolute(atMs: number): string {
  return useSyncExternalStore(
    never,
    () => formatAbsolute(atMs),
    () => formatAbsolute(atMs, 'UTC'),
  );
}

interface ReadCountProps {
  reads: number;
  max: number;
  /** When the last read was, in ISO 8601 or ms since 1970; none: nobody read the paste. */
  lastAt: string | number | null | undefined;
}

/** "1 of 2 read, last on …", of a paste with a number of reads. */
export function ReadCount({ reads, max, lastAt }: ReadCountProps) {
  const when = useAbsolute(new Date(lastAt ?? 0).getTime());
  return <span>{lastAt ? readsMessages.countedLast({ reads, max, when }) : readsMessages.counted({ reads, max })}</span>;
}
