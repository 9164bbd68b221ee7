'use client';

import Hand from 'lucide-react/icons/hand';
import Mail from 'lucide-react/icons/mail';
import { useEffect, useRef, useState } from 'react';
import { viewMailedMessages as mailed } from '#components/messages/view-mailed';
import { viewWaitingMessages as messages } from '#components/messages/view-waiting';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { serverNow } from '#lib/client/server-clock';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { CodeForm } from './code-form';
import { laterOf, Question } from './confirm-screen';
import type { ReleaseWait } from './model/view-state';
import styles from './screens.module.css';
import waiting from './waiting-screen.module.css';

/** Asks before the reader asks the sender, or has a code mailed. */
export function AskScreen({ paste, onAsk }: { paste: ViewedPaste; onAsk: () => void }) {
  const isMailed = paste.needsRelease === 'mail';
  const { askTitle: title, askText: text, ask: button } = isMailed ? mailed : messages;
  const words = { title, text, button, later: laterOf(paste) };
  return <Question {...{ paste, words }} icon={isMailed ? Mail : Hand} needsScript onRead={onAsk} />;
}

/** Shows the code that the reader tells the sender, or asks for the mailed one, and how the wait ended without a release. */
export function WaitingScreen({ paste, wait, onAgain }: { paste: ViewedPaste; wait: ReleaseWait; onAgain: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  const shown = paste.needsRelease === 'mail' ? mailed : messages;
  const end = wait.step === 'waiting' || wait.step === 'mailed' ? null : { ...mailed.ends, ...shown.ends }[wait.step];
  const words = wait.step === 'waiting' ? messages.announced(spelled(wait.code)) : (end ?? mailed).text;
  // The button that had the focus is gone.
  useEffect(() => (box.current?.querySelector('input') ?? box.current)?.focus(), []);
  // Not every screen reader announces a live region that appears with its text.
  useEffect(() => setSaid(words), [words]);
  return (
    <Notice
      title={(end ?? shown).title}
      actions={
        end === null ? null : (
          <Button variant="primary" onClick={onAgain}>
            {shown.askAgain}
          </Button>
        )
      }
    >
      <div ref={box} tabIndex={-1} className={waiting.box}>
        {wait.step === 'waiting' ? (
          <p className={waiting.code} dir="ltr">
            <span aria-hidden>{wait.code}</span>
            <span className="visually-hidden">{spelled(wait.code)}</span>
          </p>
        ) : null}
        <p>{wait.step === 'waiting' ? messages.text : words}</p>
        {wait.step === 'mailed' ? <CodeForm publicId={paste.publicId} claim={wait.claim} /> : null}
        {'endsAt' in wait ? (
          <>
            <TimeLeft endsAt={wait.endsAt} />
            {wait.isStale ? <p role="alert">{messages.stale}</p> : null}
            <p className={styles.small}>{wait.step === 'mailed' ? mailed.spam : messages.keepOpen}</p>
          </>
        ) : null}
      </div>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </Notice>
  );
}

/** The digits one by one, since a screen reader would say a number. */
const spelled = (code: string): string => [...code].join(' ');

const SECOND_MS = 1_000;

function TimeLeft({ endsAt }: { endsAt: number | null }) {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    if (endsAt === null || now >= endsAt) return;
    const timer = setTimeout(() => setNow(serverNow()), SECOND_MS);
    return () => clearTimeout(timer);
  }, [endsAt, now]);
  if (endsAt === null) return null;
  const seconds = Math.max(0, Math.ceil((endsAt - now) / SECOND_MS));
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <p role="timer" className={waiting.left}>
      {messages.left(left)}
    </p>
  );
}
