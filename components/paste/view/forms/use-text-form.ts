'use client';

import { useMemo, useState } from 'react';
import { lazyPart } from '#components/ui/lazy-part';
import type { ReadyState } from '../model/view-state';
import { hasForms, type TextForm } from './text-form';

/** Shows nothing if it can't load; the text then stays as it was pasted. */
export const FormChoice = lazyPart(
  async () => (await import('./form-choice')).FormChoice,
  () => null,
);

/**
 * Returns the text to show: the pasted one, or the form that somebody chose. Lines can be marked and linked while `hasOwnLines`.
 * @param isPlain whether nothing else replaces the text
 */
export function useTextForm({ text, size, isComplete }: ReadyState, language: string, isPlain: boolean) {
  const [form, setForm] = useState<TextForm | null>(null);
  const isOffered = useMemo(() => isPlain && isComplete && hasForms(text, language), [isPlain, isComplete, text, language]);
  const chosen = isOffered ? form : null;

  return {
    text: chosen?.text ?? text,
    size: chosen?.size ?? size,
    paint: chosen?.paint ?? null,
    hasOwnLines: chosen?.hasSameLines ?? true,
    isOffered,
    setForm,
  };
}
