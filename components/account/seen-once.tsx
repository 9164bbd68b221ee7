'use client';

import { useEffect } from 'react';
import { formAddress } from './action-form';

/**
 * Removes the flash cookie once the page shows its content. Without JavaScript, a button does so.
 * @param action the name of the form's endpoint that removes it
 */
export function SeenOnce({ action }: { action: string }) {
  useEffect(() => {
    // If the request fails, the cookie expires by itself.
    void fetch(formAddress(action), { method: 'POST', body: new URLSearchParams(), headers: { Accept: 'application/json' } }).catch(
      () => undefined,
    );
  }, [action]);
  return null;
}
