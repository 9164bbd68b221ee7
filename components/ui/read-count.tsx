'use client';

import { readsMessages } from '#components/messages/reads';
import { useAbsolute } from './moment';

interface ReadCountProps {
  reads: number;
  max: number;
  /** When the last read was, in ms since 1970; null: there was none, or nobody asks. */
  lastAtMs: number | null;
}

/** "1 of 2 read, last on …", of a paste with a number of reads. */
export function ReadCount({ reads, max, lastAtMs }: ReadCountProps) {
  const when = useAbsolute(lastAtMs ?? 0);
  return <>{readsMessages.counted(reads, max, lastAtMs === null ? null : when)}</>;
}

/** @param time ISO 8601, as responses have it */
export const msOf = (time: string | null | undefined): number | null => (time ? Date.parse(time) : null);
