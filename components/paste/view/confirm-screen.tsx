'use client';

import type { LucideIcon } from 'lucide-react';
import Flame from 'lucide-react/icons/flame';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import type { FormEvent } from 'react';
import { viewMessages } from '#components/messages/view';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { addressOf } from '#lib/site/address.rules';
import { viewReadsMessages } from '../../messages/view-reads';
import styles from './screens.module.css';
import { PasteFacts } from './text/text-frame';

interface QuestionProps {
  paste: ViewedPaste;
  words: { title: string; text: string; button: string; later: string };
  /** Stands in the button, unless a password is asked for next. */
  icon?: LucideIcon;
  /** Whether reading needs JavaScript, because the content must be decrypted. */
  needsScript: boolean;
  /** Said where there is no JavaScript. */
  withoutScript?: string | null;
  onRead: () => void;
}

/** Asks before the paste is read. Its button is a form, so that it works without JavaScript for an unencrypted paste. */
export function Question({ paste, words, icon, needsScript, withoutScript = null, onRead }: QuestionProps) {
  const asksPassword = paste.needsReadToken && paste.hasPassword;
  const read = (event: FormEvent) => {
    event.preventDefault();
    onRead();
  };
  return (
    <Notice title={words.title}>
      <p>{words.text}</p>
      {asksPassword ? <p>{viewMessages.confirm.passwordFirst}</p> : null}
      <form className={styles.form} method="post" action={needsScript ? undefined : addressOf(`/raw/${paste.publicId}`)} onSubmit={read}>
        <Button variant="primary" type="submit" icon={asksPassword ? LockKeyhole : icon} className={needsScript ? 'needs-script' : ''}>
          {asksPassword ? viewMessages.confirm.buttonWithPassword : words.button}
        </Button>
      </form>
      {withoutScript === null ? null : (
        <noscript>
          <p>{withoutScript}</p>
        </noscript>
      )}
      <p className={styles.small}>{words.later}</p>
      <PasteFacts paste={paste} />
    </Notice>
  );
}

/** Says what becomes of an unopened burn paste. */
export const laterOf = ({ isEnvelope }: ViewedPaste): string => viewMessages.confirm[isEnvelope ? 'laterWithLink' : 'later'];

/** Asks before a burn paste is opened, or one of the limited reads is used. */
export function ConfirmScreen({ paste, onConfirm }: { paste: ViewedPaste; onConfirm: () => void }) {
  const { isE2ee, isEnvelope, readsLeft: left } = paste;
  if (left === null) {
    const { confirm } = viewMessages;
    const words = { ...confirm, later: laterOf(paste) };
    return (
      <Question
        {...{ paste, words }}
        icon={Flame}
        needsScript={isEnvelope}
        withoutScript={isEnvelope ? confirm.needsScript : confirm.oneTry}
        onRead={onConfirm}
      />
    );
  }
  const { title, text, button, later, needsScript } = viewReadsMessages;
  const words = { title: title(left), text: text(left), button, later };
  return <Question {...{ paste, words }} needsScript={isE2ee} withoutScript={isE2ee ? needsScript : null} onRead={onConfirm} />;
}
