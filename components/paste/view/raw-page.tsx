'use client';

import { lazyPart } from '#components/ui/lazy-part';

/** The page `/raw` of an encrypted paste in a browser. Loads separately from the view page, which most readers open. */
export const RawPage = lazyPart(async () => (await import('./raw-text')).RawText);
