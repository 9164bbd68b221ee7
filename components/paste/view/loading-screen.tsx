'use client';

import { formatBytes } from '#components/messages/format';
import { view } from '#components/messages/view';
import { EarlyLines } from './early/early-lines';
import { opensEarly } from './early/opens-early';
import { Preview } from './lines';
import styles from './screens.module.css';
import { TextFrame } from './text-frame';
import type { ViewedPaste } from './view.data';
import type { LoadingState } from './view.state';

export function LoadingScreen({ paste, state }: { paste: ViewedPaste; state: LoadingState }) {
  const { receivedBytes, step, title } = state;
  if (paste.preview !== null) {
    return (
      <TextFrame paste={paste} title={title} text={null} isFilling>
        <noscript>
          <p className={styles.partial}>
            {view.loading.largeNeedsScript} <a href={`/raw/${paste.publicId}`}>{view.loading.openRaw}</a>
          </p>
        </noscript>
        <Preview text={paste.preview} />
      </TextFrame>
    );
  }
  return (
    <TextFrame paste={paste} title={title} text={null}>
      {opensEarly(paste) ? <EarlyLines envelope={paste.content} /> : null}
      <div className={styles.loading} role="status">
        <p>{view.loading[step]}</p>
        {step === 'fetching' && receivedBytes > 0 ? (
          <>
            <progress className={styles.progress} aria-label={view.loading.fetching} max={paste.contentBytes} value={receivedBytes} />
            <p className={styles.small}>{view.loading.progress(formatBytes(receivedBytes), formatBytes(paste.contentBytes))}</p>
          </>
        ) : null}
        <noscript>
          <p>{view.loading.needsScript}</p>
        </noscript>
      </div>
    </TextFrame>
  );
}
