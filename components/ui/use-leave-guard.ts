'use client';

import { useCallback, useEffect, useRef } from 'react';

/**
 * While it is on, the browser asks before the page is left.
 * @returns a function that ends the guard at once
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
