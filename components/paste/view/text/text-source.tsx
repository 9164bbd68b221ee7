'use client';

import { lazy, Suspense } from 'react';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import type { PasteText } from '../model/view-data';
import { beginningOf, Preview } from './lines';
import { loadLargeText } from './load-large-text';
import { SmallText, type TextProps } from './small-text';

/** Loads CodeMirror, which only large texts need. */
const LargeText = lazy(loadLargeText);

interface TextSourceProps extends TextProps {
  text: PasteText;
  size: 'small' | 'large';
  isComplete: boolean;
  /** False while something else is about to replace it; then without colours. */
  isChosen: boolean;
}

/** Shows a text as it is, line by line. */
export function TextSource({ text, size, isComplete, isChosen, language, ...props }: TextSourceProps) {
  const beginning = <Preview text={beginningOf(text)} />;
  if (size === 'small') return <SmallText text={text.slices[0] ?? ''} language={isChosen ? language : PLAIN_TEXT} {...props} />;
  if (!isChosen) return beginning;
  return (
    <Suspense fallback={beginning}>
      <LargeText text={text} isComplete={isComplete} language={language} {...props} />
    </Suspense>
  );
}
