import { type ReactNode, useId } from 'react';
import { receiptMessages as messages } from '#components/messages/receipt';
import styles from './receipt.module.css';
import { receiptSentence, type SaidReceipt } from './receipt-words';

interface ReceiptStateProps {
  heading: string;
  /** null: not known yet. */
  receipt: SaidReceipt | null;
  isStale: boolean;
  /** Shown when the content was opened. */
  openedHint: string;
  /** Shown while the content is unread. */
  children?: ReactNode;
}

/** Shows what a receipt says, and that it updates itself. */
export function ReceiptState({ heading, receipt, isStale, openedHint, children }: ReceiptStateProps) {
  const id = useId();
  const state = receipt?.state ?? 'created';
  return (
    <section className={styles.receipt} aria-labelledby={id} data-state={receipt?.state}>
      <h2 id={id}>{heading}</h2>
      <p role="status" className={styles.state}>
        {receipt === null ? '' : receiptSentence(receipt)}
      </p>
      <p className={styles.hint}>
        {isStale ? messages.unreachable : state === 'opened' ? openedHint : state === 'created' ? messages.live : ''}
      </p>
      {state === 'created' ? children : null}
    </section>
  );
}
