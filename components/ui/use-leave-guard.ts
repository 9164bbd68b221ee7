'use client';

import { useCallback, useEffect, useRef } from 'react';

/**
 * Makes the browser ask before the page is left, while `isNeeded`.
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
