'use client';

import { useCallback, useEffect, useRef } from 'react';

interface Bounds {
  /** Whether browsers ask only before pages of other sites and the end of the tab. Those without a Navigation API always ask. */
  isForOthersOnly: boolean;
}

/**
 * Makes the browser ask before the page is left, while `isNeeded`.
 * @returns a function that ends the guard at once
 */
export function useLeaveGuard(isNeeded: boolean, { isForOthersOnly }: Bounds = { isForOthersOnly: false }): () => void {
  const isReleased = useRef(false);

  useEffect(() => {
    if (!isNeeded) return;
    const listening = new AbortController();
    const { signal } = listening;
    let isOurs = false;
    // Browsers tell of a page that a link leads to before they ask.
    const note = ({ destination, downloadRequest }: NavigateEvent) => {
      isOurs = isForOthersOnly && downloadRequest === null && new URL(destination.url).origin === location.origin;
    };
    const ask = (event: BeforeUnloadEvent) => {
      if (!isReleased.current && !isOurs) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask, { signal });
    window.navigation?.addEventListener('navigate', note, { signal });
    return () => listening.abort();
  }, [isNeeded, isForOthersOnly]);

  return useCallback(() => {
    isReleased.current = true;
  }, []);
}
