'use client';

import { useEffect } from 'react';

/** What this page was handed has been seen: says so without leaving the page. Without JavaScript a person says it, by a button. */
export function SeenOnce({ action }: { action: string }) {
  useEffect(() => {
    // If it fails the cookie ends by itself.
    void fetch(action, { method: 'POST', body: new URLSearchParams(), headers: { Accept: 'application/json' } }).catch(() => undefined);
  }, [action]);
  return null;
}
