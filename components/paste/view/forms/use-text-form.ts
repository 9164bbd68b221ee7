'use client';

import { useMemo, useState } from 'react';
import { lazyPart } from '#components/ui/lazy-part';
import type { ReadyState } from '../model/view.state';
import { hasForms, type TextForm } from './text-form';

/** Without its program a text is as it was pasted. */
export const FormChoice = lazyPart(
  async () => (await import('./form-choice')).FormChoice,
  () => null,
);

/**
 * The text as it is shown: as it was pasted, or in another form that somebody chose. Marks and links are for its own lines.
 * @param isPlain nothing else takes the place of the text
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
