'use client';

import { Flame, LockKeyhole } from 'lucide-react';
import type { FormEvent } from 'react';
import { view } from '#components/messages/view';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { PasteFacts } from './paste-facts';
import styles from './screens.module.css';
import type { ViewedPaste } from './view.data';

/** Says what opening will do. A plain form, so that it works without JavaScript where there is nothing to decrypt. */
export function ConfirmScreen({ paste, onConfirm }: { paste: ViewedPaste; onConfirm: () => void }) {
  const open = (event: FormEvent) => {
    event.preventDefault();
    onConfirm();
  };
  const asksPassword = paste.needsReadToken && paste.hasPassword;
  return (
    <Notice title={view.confirm.title}>
      <p>{view.confirm.text}</p>
      {asksPassword ? <p>{view.confirm.passwordFirst}</p> : null}
      <form className={styles.form} method="post" action={paste.isEnvelope ? undefined : `/raw/${paste.publicId}`} onSubmit={open}>
        <Button look="primary" type="submit" className={paste.isEnvelope ? styles.needsScript : ''}>
          {asksPassword ? <LockKeyhole aria-hidden size={16} /> : <Flame aria-hidden size={16} />}
          {asksPassword ? view.confirm.buttonWithPassword : view.confirm.button}
        </Button>
      </form>
      <noscript>
        <p>{paste.isEnvelope ? view.confirm.needsScript : view.confirm.oneTry}</p>
      </noscript>
      <p className={styles.small}>{paste.isEnvelope ? view.confirm.laterWithLink : view.confirm.later}</p>
      <PasteFacts paste={paste} />
    </Notice>
  );
}
