'use client';

import { useRef } from 'react';
import { viewFilesMessages as messages } from '#components/messages/view-files';
import { KeyLink } from '#components/ui/key-link';
import { Notice } from '#components/ui/notice';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { addressOf } from '#lib/site/address.rules';
import { LazyFailedScreen, LazyPasswordScreen } from './later-screens';
import { LoadingScreen } from './loading-screen';
import { loading } from './model/view-state';
import { type PasteText, wholeText } from './model/view-text';
import styles from './raw-page.module.css';
import { useExactCopy } from './text/exact-copy';
import { useViewer } from './use-viewer';

/** The page `/raw` of an encrypted paste in a browser: only the text. */
export function RawPage({ paste }: { paste: ViewedPaste }) {
  const { viewer, state } = useViewer(paste, false, null);
  switch (state.kind) {
    case 'loading':
    case 'confirm':
    case 'waiting':
      return <LoadingScreen paste={paste} state={state.kind === 'loading' ? state : loading(paste, 'fetching')} />;
    case 'password':
      return <LazyPasswordScreen paste={paste} attempt={state.attempt} onPassword={viewer.tryPassword} />;
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

/** The page `/raw` of a paste with files, which has no single text. */
function RawFiles({ publicId }: { publicId: string }) {
  return (
    <Notice
      title={messages.rawHasFiles}
      actions={
        <KeyLink variant="primary" address={addressOf(`/view/${publicId}${location.hash}`)}>
          {messages.openPage}
        </KeyLink>
      }
    >
      <p>{messages.rawHasFilesText}</p>
    </Notice>
  );
}
