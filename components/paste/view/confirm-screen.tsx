'use client';

import { Flame, LockKeyhole } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { viewMessages } from '#components/messages/view';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { addressOf } from '#lib/site/address.rules';
import { viewReadsMessages as messages } from '../../messages/view-reads';
import type { ViewedPaste } from './model/view-data';
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

interface ReadFormProps {
  publicId: string;
  /** Whether reading needs JavaScript, because the content must be decrypted. */
  needsScript: boolean;
  onRead: () => void;
  children: ReactNode;
}

/** Renders the button that reads, as a form, so that it works without JavaScript for an unencrypted paste. */
export function ReadForm({ publicId, needsScript, onRead, children }: ReadFormProps) {
  const read = (event: FormEvent) => {
    event.preventDefault();
    onRead();
  };
  return (
    <form className={styles.form} method="post" action={needsScript ? undefined : addressOf(`/raw/${publicId}`)} onSubmit={read}>
      <Button variant="primary" type="submit" className={needsScript ? 'needs-script' : ''}>
        {children}
      </Button>
    </form>
  );
}

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
