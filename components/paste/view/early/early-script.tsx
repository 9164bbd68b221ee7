'use client';

import { earlyScript } from './generated';

/** Renders the early script, which must come after the elements it reads. Only the document holds the code; React has no copy. */
export function EarlyScript({ nonce }: { nonce: string | undefined }) {
  const code = typeof window === 'undefined' ? earlyScript : '';
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own program, from our own build
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />;
}
