'use client';

import { viewMessages } from '#components/messages/view';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import { formatBytes } from '#lib/locales/format.rules';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { addressOf } from '#lib/site/address.rules';
import type { LoadingState } from './model/view-state';
import styles from './screens.module.css';
import { Preview } from './text/lines';
import { TextFrame } from './text/text-frame';

export function LoadingScreen({ paste, state }: { paste: ViewedPaste; state: LoadingState }) {
  const { receivedBytes, step, title } = state;
  if (paste.preview !== null) {
    return (
      <TextFrame paste={paste} title={title} text={null} isFilling>
        <noscript>
          <p className={styles.partial}>
            {viewMessages.loading.largeNeedsScript} <a href={addressOf(`/raw/${paste.publicId}`)}>{viewMessages.loading.openRaw}</a>
          </p>
        </noscript>
        <Preview text={paste.preview} language={PLAIN_TEXT} />
      </TextFrame>
    );
  }
  return (
    <TextFrame paste={paste} title={title} text={null}>
      <div className={styles.loading} role="status">
        <p>{viewMessages.loading[step]}</p>
        {step === 'fetching' && receivedBytes > 0 ? (
          <>
            <progress
              className={styles.progress}
              aria-label={viewMessages.loading.fetching}
              max={paste.contentBytes}
              value={receivedBytes}
            />
            <p className={styles.small}>
              {viewMessages.loading.progress({ received: formatBytes(receivedBytes), total: formatBytes(paste.contentBytes) })}
            </p>
          </>
        ) : null}
        <noscript>
          <p>{viewMessages.loading.needsScript}</p>
        </noscript>
      </div>
    </TextFrame>
  );
}
