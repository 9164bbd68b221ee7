'use client';

import { lazy, Suspense } from 'react';
import type { ViewedPaste } from '../model/view.data';

/** Apart from the page with the actions, which most readers open. */
const RawText = lazy(async () => ({ default: (await import('./raw-text')).RawText }));

/** The page `/raw` of an encrypted paste in a browser: only the text. */
export function RawPage({ paste }: { paste: ViewedPaste }) {
  return (
    <Suspense>
      <RawText paste={paste} />
    </Suspense>
  );
}
