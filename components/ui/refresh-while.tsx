'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { listen } from './listen';

const FIRST_MS = 1_500;
const LONGEST_MS = 15_000;
const SLOWER_BY = 1.3;

interface RefreshWhileProps {
  /** Whether something on the page may still change by itself. */
  isWaiting: boolean;
  /** A new value starts again with the shortest pause. */
  subject: string;
}

/** Refreshes the page while something on it may change, with growing pauses. A hidden tab sends no requests. */
export function RefreshWhile({ isWaiting, subject }: RefreshWhileProps) {
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject begins anew
  useEffect(() => {
    if (!isWaiting) return;
    let pauseMs = FIRST_MS;
    let timer: ReturnType<typeof setTimeout>;
    const refresh = () => {
      if (document.visibilityState === 'visible') router.refresh();
    };
    const wait = () => {
      timer = setTimeout(() => {
        refresh();
        pauseMs = Math.min(pauseMs * SLOWER_BY, LONGEST_MS);
        wait();
      }, pauseMs);
    };
    wait();
    const end = listen(document, 'visibilitychange', refresh);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [router, isWaiting, subject]);
  return null;
}
