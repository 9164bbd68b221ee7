'use client';

import { useRef } from 'react';
import { lazyPart } from '#components/ui/lazy-part';
import { LazyFailedScreen, LazyPasswordScreen } from './later-screens';
import { LoadingScreen } from './loading-screen';
import type { PasteText, ViewedPaste } from './model/view-data';
import { loading } from './model/view-state';
import { wholeText } from './model/view-text';
import styles from './raw-page.module.css';
import { useExactCopy } from './text/exact-copy';
import { useViewer } from './use-viewer';

const RawFiles = lazyPart(async () => (await import('./raw-files')).RawFiles);

/** The page `/raw` of an encrypted paste in a browser: only the text. */
export function RawPage({ paste }: { paste: ViewedPaste }) {
  const { viewer, state } = useViewer(paste, false, null);
  switch (state.kind) {
    case 'loading':
    case 'confirm':
    case 'waiting':
      return <LoadingScreen paste={paste} state={state.kind === 'loading' ? state : loading(paste, 'fetching')} />;
    case 'password':
      return <LazyPasswordScreen attempt={state.attempt} at="stored" onPassword={viewer.tryPassword} />;
    case 'failed':
      return <LazyFailedScreen paste={paste} state={state} onRetry={viewer.read} />;
    case 'files':
      return <RawFiles publicId={paste.publicId} />;
    case 'ready':
      return <ShownText text={state.text} />;
  }
}

function ShownText({ text }: { text: PasteText }) {
  const place = useRef<HTMLPreElement>(null);
  useExactCopy(place, wholeText(text));
  return (
    <main id="content" className={styles.page}>
      {/* Slices one after another in inline elements: the browser lays out one text. */}
      <pre ref={place} translate="no" className={styles.text}>
        {text.slices}
      </pre>
    </main>
  );
}
