'use client';

import type { ReactNode } from 'react';
import { useLoaded } from '#components/ui/use-loaded';
import { idInAddress } from '#lib/site/address.rules';

/**
 * Wraps the page of a paste that is gone. A tab that claimed the paste goes on reading it; a visitor with the key of an
 * opened paste learns when it was opened; everybody else sees the children. The code for this loads only here, because
 * every page of a paste includes this file.
 */
export function LateVisitor({ children }: { children: ReactNode }) {
  // If this fails, the page still says that the paste does not exist.
  const found = useLoaded(async () => (await import('./find-ending')).findEnding(idInAddress()), null);
  return found ?? children;
}
