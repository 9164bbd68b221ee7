'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { idInAddress } from '#lib/site/address.rules';

/**
 * Wraps the page of a paste that is gone. A tab that claimed the paste goes on reading it; a visitor with the key of an
 * opened paste learns when it was opened; everybody else sees the children. The code for this loads only here, because
 * every page of a paste includes this file.
 */
export function LateVisitor({ children }: { children: ReactNode }) {
  const [found, setFound] = useState<ReactNode>(null);

  useEffect(() => {
    let isLeft = false;
    const publicId = idInAddress();
    const look = async () => {
      const { findEnding } = await import('./find-ending');
      const more = await findEnding(publicId);
      if (more && !isLeft) setFound(more);
    };
    // If this fails, the page still says that the paste does not exist.
    look().catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, []);

  return found ?? children;
}
