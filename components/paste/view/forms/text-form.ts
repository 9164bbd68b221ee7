'use client';

import { useMemo, useState } from 'react';
import { lazyPart } from '#components/ui/lazy-part';
import type { ReadyState } from '../model/view-state';
import { hasColours } from '../model/view-text';
import type { TextForm } from './form-choice';

const FORMATTED: readonly string[] = ['json', 'xml'];

/** Shows nothing if it can't load; the text then stays as it was pasted. */
export const FormChoice = lazyPart(
  async () => (await import('./form-choice')).FormChoice,
  () => null,
);

/**
 * Returns the text to show: the pasted one, or the form that somebody chose. Lines can be marked and linked while `hasSameLines`.
 * @param isPlain whether nothing else replaces the text
 */
export function useTextForm({ text, size, isComplete }: ReadyState, language: string, isPlain: boolean) {
  const [form, setForm] = useState<TextForm | null>(null);
  const isOffered = useMemo(
    () => isPlain && isComplete && (FORMATTED.includes(language) || hasColours(text)),
    [isPlain, isComplete, text, language],
  );
  const pasted: TextForm = { text, size, paint: null, hasSameLines: true };
  return { ...((isOffered && form) || pasted), isOffered, setForm };
}
