'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';

/**
 * The page of a paste that isn't there, or not for everybody: who has claimed it in this tab goes on reading it, who
 * proves the key of one that was opened is told when, and everybody else sees what is said to everybody. What finds that
 * out is loaded only here: every page of a paste brings this one along.
 */
export function LateVisitor({ children }: { children: ReactNode }) {
  const publicId = usePathname().split('/').at(-1) ?? '';
  const [found, setFound] = useState<ReactNode>(null);

  useEffect(() => {
    let isLeft = false;
    const look = async () => {
      const { findEnding } = await import('./find-ending');
      const more = await findEnding(publicId);
      if (more && !isLeft) setFound(more);
    };
    // The page says that the paste does not exist.
    look().catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [publicId]);

  return found ?? children;
}
