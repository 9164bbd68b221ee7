'use client';

import { useMemo } from 'react';
import { normalizeLanguage } from '#lib/languages/language.rules';
import { ready } from '../model/view-state';
import { inSlices } from '../model/view-text';
import '../text/colour.css';
import { useShownText } from './shown-text';
import styles from './text-preview.module.css';

/** Shows a text as its readers will see it, with their own components. */
export function TextPreview({ text, syntax }: { text: string; syntax: string }) {
  const language = normalizeLanguage(syntax);
  const state = useMemo(() => {
    const slices = inSlices(text);
    return ready({ title: '', syntax: language }, slices, true, slices.bytes);
  }, [text, language]);
  const shown = useShownText(state, language, true);
  return (
    <div className={shown.isFilling && !shown.hasRendering ? styles.large : styles.preview}>
      <div ref={shown.setSlot} className={styles.slot} />
      {shown.show()}
    </div>
  );
}
