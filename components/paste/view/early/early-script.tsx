'use client';

import { earlyScript } from './generated';

/** Stands behind what it looks for. Only in the document: React, which finds it there, has no copy of it. */
export function EarlyScript({ nonce }: { nonce: string | undefined }) {
  const code = typeof window === 'undefined' ? earlyScript : '';
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own program, from our own build
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />;
}
