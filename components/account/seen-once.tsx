'use client';

import { useEffect } from 'react';

/** Removes the flash cookie once the page shows its content. Without JavaScript, a button does so. */
export function SeenOnce({ action }: { action: string }) {
  useEffect(() => {
    // If the request fails, the cookie expires by itself.
    void fetch(action, { method: 'POST', body: new URLSearchParams(), headers: { Accept: 'application/json' } }).catch(() => undefined);
  }, [action]);
  return null;
}
