'use client';

import { lazyPart } from '#components/ui/lazy-part';

/** The page `/raw` of an encrypted paste in a browser. Apart from the page with the actions, which most readers open. */
export const RawPage = lazyPart(async () => (await import('./raw-text')).RawText);
