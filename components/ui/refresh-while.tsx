'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

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
    const wait = () => {
      timer = setTimeout(() => {
        if (document.visibilityState === 'visible') router.refresh();
        pauseMs = Math.min(pauseMs * SLOWER_BY, LONGEST_MS);
        wait();
      }, pauseMs);
    };
    const onVisible = () => {
      if (document.visibilityState === 'visible') router.refresh();
    };
    wait();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [router, isWaiting, subject]);
  return null;
}
