'use client';

import { useMemo, useRef, useState } from 'react';
import { normalizeLanguage } from '#lib/languages/language.rules';
import { FormChoice, useTextForm } from '../forms/use-text-form';
import type { ReadyState } from '../model/view-state';
import { inSlices, sizeOf } from '../model/view-text';
import { TextSource } from '../text/text-source';
import { useWrap } from '../text/use-wrap';
import { RENDERINGS } from './load-dialogs';
import styles from './text-preview.module.css';
import { useLoaded } from './use-loaded';

const ignore = () => undefined;

/** Shows a text as its readers will see it: rendered, as a table or formatted, in colours, with their own components. */
export function TextPreview({ text, syntax }: { text: string; syntax: string }) {
  const language = normalizeLanguage(syntax);
  const state = useMemo(() => readyOf(text, language), [text, language]);
  const load = RENDERINGS[language] ?? null;
  const Rendering = useLoaded(load);
  const form = useTextForm(state, language, load === null);
  const wrap = useWrap({ size: form.size, longestLine: form.text.longestLine, isComplete: true });
  const place = useRef<(() => number) | null>(null);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const shared = { language, isWrapped: wrap.isWrapped, search: null, takesFocus: false };
  const source = (isChosen: boolean) => (
    <TextSource
      key={form.text === state.text ? 'own' : 'form'}
      {...shared}
      {...{ text: form.text, size: form.size, isChosen, place }}
      isComplete
      marked={null}
      paint={form.paint}
      onLine={ignore}
      onColourEnd={ignore}
    />
  );
  return (
    <div className={form.size === 'large' && !load ? styles.large : styles.preview}>
      <div ref={setSlot} className={styles.slot} />
      {form.isOffered && slot ? <FormChoice text={state.text} language={language} lines={null} slot={slot} onForm={form.setForm} /> : null}
      {load && Rendering ? (
        <Rendering {...shared} text={state.text} lines={null} onLines={ignore} slot={null} source={source} onRendered={ignore} />
      ) : (
        source(load === null || Rendering === null)
      )}
    </div>
  );
}

function readyOf(whole: string, syntax: string): ReadyState {
  const text = inSlices(whole);
  return { kind: 'ready', title: '', syntax, text, size: sizeOf(text), isComplete: true, receivedBytes: text.bytes };
}
