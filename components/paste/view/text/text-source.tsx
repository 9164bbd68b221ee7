'use client';

import { lazy, Suspense } from 'react';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import { IN_PAGE_MAX_BYTES, type ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { OPEN_IN_PAGE_MAX_CHARACTERS } from '../model/view-limits';
import type { PasteText } from '../model/view-text';
import { loadFetching } from '../reader/reader';
import { beginningOf, Preview } from './lines';
import { SmallText, type TextProps } from './small-text';
import { useTextKeys } from './use-text-keys';

const loadLargeText = () => import('./large-text');

/** Loads CodeMirror, which only large texts need. */
const LargeText = lazy(loadLargeText);

interface TextSourceProps extends TextProps {
  text: PasteText;
  size: 'small' | 'large';
  isComplete: boolean;
  /** False while something else is about to replace it; then without colours. */
  isChosen: boolean;
}

export function TextSource({ text, size, isComplete, isChosen, language, ...props }: TextSourceProps) {
  if (size === 'small') return <SmallText text={text.slices[0] ?? ''} language={isChosen ? language : PLAIN_TEXT} {...props} />;
  if (!isChosen) return <Preview text={beginningOf(text)} language={language} />;
  return <LargeSource text={text} isComplete={isComplete} language={language} {...props} />;
}

/** Keeps a key that comes before the program of large texts. */
function LargeSource(props: TextProps & { text: PasteText; isComplete: boolean }) {
  const takeKeys = useTextKeys();
  return (
    <Suspense fallback={<Preview text={beginningOf(props.text)} language={props.language} />}>
      <LargeText {...props} takeKeys={takeKeys} />
    </Suspense>
  );
}

/** Loads the code for a large text, and for one that isn't part of the page. */
export function preloadFor({ isE2ee, content, contentBytes }: ViewedPaste): void {
  const isLarge = contentBytes > (isE2ee ? OPEN_IN_PAGE_MAX_CHARACTERS : IN_PAGE_MAX_BYTES);
  // The later use reports the failure.
  if (content === null) loadFetching().catch(() => undefined);
  if (isLarge) loadLargeText().catch(() => undefined);
}
