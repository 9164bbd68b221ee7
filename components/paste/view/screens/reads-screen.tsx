'use client';

import { viewReadsMessages as messages } from '#components/messages/view-reads';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { addressOf } from '#lib/site/address.rules';
import type { ViewedPaste } from '../model/view.data';
import { PasteFacts } from '../text/paste-facts';
import styles from './screens.module.css';

/** Asks before one of the reads is used. A plain form, so that it works without JavaScript for a plain paste. */
export function ReadsScreen({ paste, left, onConfirm }: { paste: ViewedPaste; left: number; onConfirm: () => void }) {
  return (
    <Notice title={messages.title(left)}>
      <p>{messages.text(left)}</p>
      <form
        className={styles.form}
        method="post"
        action={paste.isE2ee ? undefined : addressOf(`/raw/${paste.publicId}`)}
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <Button variant="primary" type="submit" className={paste.isE2ee ? styles.needsScript : ''}>
          {messages.button}
        </Button>
      </form>
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
