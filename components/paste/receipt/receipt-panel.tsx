import { useEffect, useEffectEvent, useId } from 'react';
import { formatTime } from '#components/messages/format';
import { receiptMessages as messages } from '#components/messages/receipt';
import type { ReceiptOutcome } from '#lib/receipts/receipt.rules';
import type { MadeLink } from './receipt.by-key';
import styles from './receipt.module.css';
import { TestLink } from './test-link';
import { useReceipt } from './use-receipt';

interface ReceiptPanelProps {
  publicId: string;
  /** null: not known, or there is none; then nothing is shown. */
  manageToken: string | null;
  /** What can be tested; null where it isn't at hand. */
  link: MadeLink | null;
  /** How it ended, as soon as that is known. */
  onEnd?: (outcome: ReceiptOutcome) => void;
}

/** The live receipt of a burn paste, for its creator. */
export function ReceiptPanel({ publicId, manageToken, link, onEnd }: ReceiptPanelProps) {
  const { receipt, isStale, isUnknown } = useReceipt(publicId, manageToken);
  const id = useId();
  const end = receipt === null || receipt.state === 'created' ? null : receipt.state;
  const tellEnd = useEffectEvent((outcome: ReceiptOutcome) => onEnd?.(outcome));
  useEffect(() => {
    if (end !== null) tellEnd(end);
  }, [end]);
  if (isUnknown || manageToken === null) return null;
  const state = receipt?.state ?? 'created';
  const when = receipt ? formatTime(new Date(receipt.at)) : '';
  return (
    <section className={styles.receipt} aria-labelledby={id} data-state={receipt?.state}>
      <h2 id={id}>{messages.heading}</h2>
      <p role="status" className={styles.state}>
        {receipt === null ? '' : state === 'created' ? messages.states.created : messages.states[state](when)}
      </p>
      <p className={styles.hint}>
        {isStale ? messages.unreachable : state === 'opened' ? messages.openedHint : state === 'created' ? messages.live : ''}
      </p>
      {link !== null && state === 'created' ? <TestLink publicId={publicId} manageToken={manageToken} link={link} /> : null}
    </section>
  );
}
