'use client';

import { useCallback, useEffect, useRef } from 'react';
import { listen } from './listen';

/**
 * Makes the browser ask before the page is left, while `isNeeded`.
 * @param bounds `isForOthersOnly`: browsers ask only before pages of other sites and the end of the tab. Those without a Navigation API always ask.
 * @returns a function that ends the guard at once
 */
export function useLeaveGuard(isNeeded: boolean, { isForOthersOnly } = { isForOthersOnly: false }): () => void {
  const isReleased = useRef(false);

  useEffect(() => {
    if (!isNeeded) return;
    let isOurs = false;
    // Browsers tell of a page that a link leads to before they ask.
    const note = ({ destination, downloadRequest }: NavigateEvent) => {
      isOurs = isForOthersOnly && downloadRequest === null && new URL(destination.url).origin === location.origin;
    };
    const ask = (event: BeforeUnloadEvent) => {
      if (!isReleased.current && !isOurs) event.preventDefault();
    };
    const ends = [listen(window, 'beforeunload', ask), listen(window.navigation ?? null, 'navigate', note)];
    return () => {
      for (const end of ends) end();
    };
  }, [isNeeded, isForOthersOnly]);

  return useCallback(() => {
    isReleased.current = true;
  }, []);
}
