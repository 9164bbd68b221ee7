import type { Metadata } from 'next';
import type { ReactNode } from 'react';

/**
 * These pages have forms, and under `no-referrer` browsers don't send a form's origin. Their addresses hold no secret, and
 * other origins still learn nothing.
 */
export const metadata: Metadata = { referrer: 'same-origin' };

export default function AccountLayout({ children }: { children: ReactNode }) {
  return children;
}
