import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { answerMessages as messages } from '#components/messages/answer';
import { Button, LinkButton } from '#components/ui/button';
import { addressOf } from '#lib/site/address.rules';
import styles from './answer.module.css';
import type { SentAnswer } from './answer-state';
import { SentReceipts } from './sent-receipts';

interface SentScreenProps {
  requestId: string;
  /** The newest first; at least one. */
  answers: readonly SentAnswer[];
  /** null: the request takes no more answers. */
  onAnother: (() => void) | null;
}

export function SentScreen({ requestId, answers, onAnother }: SentScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main id="content" className={styles.answer}>
      <h1 ref={heading} tabIndex={-1} className={styles.sentTitle}>
        <CircleCheck aria-hidden size={24} />
        {messages.sentTitle}
      </h1>
      <p>{messages.sent}</p>
      <SentReceipts requestId={requestId} answers={answers} />
      <div className={styles.send}>
        {onAnother === null ? null : <Button onClick={onAnother}>{messages.another}</Button>}
        <LinkButton variant="quiet" href={addressOf('/requests')}>
          {messages.makeYourOwn}
        </LinkButton>
      </div>
      {onAnother === null ? <p className={styles.muted}>{messages.noMore}</p> : null}
    </main>
  );
}
