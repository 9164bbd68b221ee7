'use client';

import { Flame, LockKeyhole } from 'lucide-react';
import { viewMessages } from '#components/messages/view';
import { Notice } from '#components/ui/notice';
import type { ViewedPaste } from './model/view-data';
import { ReadForm } from './read-form';
import styles from './screens.module.css';
import { PasteFacts } from './text/paste-facts';

/** Asks before a burn paste is opened. */
export function ConfirmScreen({ paste, onConfirm }: { paste: ViewedPaste; onConfirm: () => void }) {
  const asksPassword = paste.needsReadToken && paste.hasPassword;
  return (
    <Notice title={viewMessages.confirm.title}>
      <p>{viewMessages.confirm.text}</p>
      {asksPassword ? <p>{viewMessages.confirm.passwordFirst}</p> : null}
      <ReadForm publicId={paste.publicId} needsScript={paste.isEnvelope} onRead={onConfirm}>
        {asksPassword ? <LockKeyhole aria-hidden size={16} /> : <Flame aria-hidden size={16} />}
        {asksPassword ? viewMessages.confirm.buttonWithPassword : viewMessages.confirm.button}
      </ReadForm>
      <noscript>
        <p>{paste.isEnvelope ? viewMessages.confirm.needsScript : viewMessages.confirm.oneTry}</p>
      </noscript>
      <p className={styles.small}>{paste.isEnvelope ? viewMessages.confirm.laterWithLink : viewMessages.confirm.later}</p>
      <PasteFacts paste={paste} />
    </Notice>
  );
}
