'use client';

import { useMemo, useState } from 'react';
import { lazyPart } from '#components/ui/lazy-part';
import type { ReadyState } from '../model/view-state';
import { hasColours } from '../model/view-text';
import type { Rendition } from './rendition-choice';

const FORMATTED: readonly string[] = ['json', 'xml'];

/** Shows nothing if it can't load; the text then stays as it was pasted. */
export const RenditionChoice = lazyPart(
  async () => (await import('./rendition-choice')).RenditionChoice,
  () => null,
);

/**
 * Returns the text to show: the pasted one, or the rendition that somebody chose. Lines can be marked and linked while `hasSameLines`.
 * @param isPlain whether nothing else replaces the text
 */
export function useRendition({ text, size, isComplete }: ReadyState, language: string, isPlain: boolean) {
  const [rendition, setRendition] = useState<Rendition | null>(null);
  const isOffered = useMemo(
    () => isPlain && isComplete && (FORMATTED.includes(language) || hasColours(text)),
    [isPlain, isComplete, text, language],
  );
  const pasted: Rendition = { text, size, paint: null, hasSameLines: true };
  return { ...((isOffered && rendition) || pasted), isOffered, setRendition };
}
