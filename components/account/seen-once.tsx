'use client';

import { useEffect } from 'react';

/** Ends the flash cookie once its content is on the page. Without JavaScript a person ends it with a button. */
export function SeenOnce({ action }: { action: string }) {
  useEffect(() => {
    // If the request fails, the cookie expires by itself.
    void fetch(action, { method: 'POST', body: new URLSearchParams(), headers: { Accept: 'application/json' } }).catch(() => undefined);
  }, [action]);
  return null;
}
