import type { Metadata } from 'next';
import type { ReactNode } from 'react';

/**
 * These pages have forms, and under `no-referrer` browsers don't say of a form which origin it comes from. Nothing
 * secret is in their addresses, and other origins still learn nothing.
 */
export const metadata: Metadata = { referrer: 'same-origin' };

export default function AccountLayout({ children }: { children: ReactNode }) {
  return children;
}
