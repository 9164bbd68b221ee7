'use client';

import { viewReadsMessages as messages } from '#components/messages/view-reads';
import { Notice } from '#components/ui/notice';
import { ReadForm } from './confirm-screen';
import type { ViewedPaste } from './model/view-data';
import styles from './screens.module.css';
import { PasteFacts } from './text/paste-facts';

/** Asks before one of the limited reads is used. */
export function ReadsScreen({ paste, left, onConfirm }: { paste: ViewedPaste; left: number; onConfirm: () => void }) {
  return (
    <Notice title={messages.title(left)}>
      <p>{messages.text(left)}</p>
      <ReadForm publicId={paste.publicId} needsScript={paste.isE2ee} onRead={onConfirm}>
        {messages.button}
      </ReadForm>
      {paste.isE2ee ? (
        <noscript>
          <p>{messages.needsScript}</p>
        </noscript>
      ) : null}
      <p className={styles.small}>{messages.later}</p>
      <PasteFacts paste={paste} />
    </Notice>
  );
}
