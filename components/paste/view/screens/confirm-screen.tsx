'use client';

import { Flame, LockKeyhole } from 'lucide-react';
import type { FormEvent } from 'react';
import { viewMessages } from '#components/messages/view';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { addressOf } from '#lib/site/address.rules';
import type { ViewedPaste } from '../model/view.data';
import { PasteFacts } from '../text/paste-facts';
import styles from './screens.module.css';

/** Asks before opening. A plain form, so that it works without JavaScript for a plain paste. */
export function ConfirmScreen({ paste, onConfirm }: { paste: ViewedPaste; onConfirm: () => void }) {
  const open = (event: FormEvent) => {
    event.preventDefault();
    onConfirm();
  };
  const asksPassword = paste.needsReadToken && paste.hasPassword;
  return (
    <Notice title={viewMessages.confirm.title}>
      <p>{viewMessages.confirm.text}</p>
      {asksPassword ? <p>{viewMessages.confirm.passwordFirst}</p> : null}
      <form
        className={styles.form}
        method="post"
        action={paste.isEnvelope ? undefined : addressOf(`/raw/${paste.publicId}`)}
        onSubmit={open}
      >
        <Button variant="primary" type="submit" className={paste.isEnvelope ? styles.needsScript : ''}>
          {asksPassword ? <LockKeyhole aria-hidden size={16} /> : <Flame aria-hidden size={16} />}
          {asksPassword ? viewMessages.confirm.buttonWithPassword : viewMessages.confirm.button}
        </Button>
      </form>
      <noscript>
        <p>{paste.isEnvelope ? viewMessages.confirm.needsScript : viewMessages.confirm.oneTry}</p>
      </noscript>
      <p className={styles.small}>{paste.isEnvelope ? viewMessages.confirm.laterWithLink : viewMessages.confirm.later}</p>
      <PasteFacts paste={paste} />
    </Notice>
  );
}
