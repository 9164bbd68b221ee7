'use client';

import { viewReadsMessages as messages } from '#components/messages/view-reads';
import { Notice } from '#components/ui/notice';
import type { ViewedPaste } from '../model/view-data';
import readyStyles from '../ready/ready-screen.module.css';
import { PasteFacts } from '../text/paste-facts';
import { ReadForm } from './read-form';
import styles from './screens.module.css';

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

/** Tells the reader of an open paste what the next look at it costs. */
export function ReadsNotice({ left }: { left: number }) {
  return <p className={`not-printed box warning ${readyStyles.burned}`}>{messages.again(left)}</p>;
}
