'use client';

import { createContext, type ReactNode, useContext } from 'react';
import { NearMoment } from '#components/ui/moment';

const RenderedAt = createContext(0);

/** Tells the times inside when the server rendered the page. @param renderedAt its clock, in ms since 1970 */
export function TimesFrom({ renderedAt, children }: { renderedAt: number; children: ReactNode }) {
  return <RenderedAt value={renderedAt}>{children}</RenderedAt>;
}

/** @param time ISO 8601 */
export function When({ time }: { time: string }) {
  return <NearMoment atMs={Date.parse(time)} knownAt={useContext(RenderedAt)} />;
}

interface DatedProps {
  label: string;
  time: string | null;
  never?: string;
}

export function Dated({ label, time, never }: DatedProps) {
  if (time === null) return <span>{never}</span>;
  return (
    <span>
      {label} <When time={time} />
    </span>
  );
}
