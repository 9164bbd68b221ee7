'use client';

import { useCallback, useEffect, useRef } from 'react';

/**
 * While there is something to lose the browser asks, in words of its own, before the page is left by whatever way.
 * @returns what ends that, also for a way that is taken at once
 */
export function useLeaveGuard(isNeeded: boolean): () => void {
  const isReleased = useRef(false);

  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isReleased.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isNeeded]);

  return useCallback(() => {
    isReleased.current = true;
  }, []);
}
