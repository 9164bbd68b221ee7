/**
 * The page after an answer was sent, with the live receipts of the answers sent from this tab. Their tokens are kept in
 * sessionStorage: a token tells when its answer was opened, and nothing else. The answers themselves are not kept.
 */
import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useRef } from 'react';
import { pageClient } from '#components/client/page.client';
import { answerMessages as messages } from '#components/messages/answer';
import { nullIfMissing } from '#components/paste/receipt/receipt.client';
import { ReceiptState } from '#components/paste/receipt/receipt-panel';
import { usePolled } from '#components/paste/receipt/use-poll';
import { Button, LinkButton } from '#components/ui/button';
import { keepJson, readJson, tabStorage } from '#components/ui/storage';
import { readAnswerReceipt } from '#lib/client/operations.generated';
import { formatTime } from '#lib/locales/format.rules';
import type { CreatedAnswerJson } from '#lib/requests/request.schema';
import { addressOf } from '#lib/site/address.rules';
import styles from './answer.module.css';

/** `receiptToken`: gives the right to read the receipt only; null: the answer has no receipt. */
export type SentAnswer = Pick<CreatedAnswerJson, 'receiptToken' | 'createdAt' | 'expiresAt'>;

interface SentScreenProps {
  requestId: string;
  /** The newest first; at least one. */
  answers: readonly SentAnswer[];
  /** null: the request takes no more answers. */
  onAnother: (() => void) | null;
  /** The receiver: whoever made a link, or shows a code. */
  to?: 'link' | 'code';
}

export function SentScreen({ requestId, answers, onAnother, to = 'link' }: SentScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main id="content" className={`column ${styles.answer}`}>
      <h1 ref={heading} tabIndex={-1} className={styles.sentTitle}>
        <CircleCheck aria-hidden size={24} />
        {messages.sentTitle}
      </h1>
      <p>{to === 'code' ? messages.sentToCode : messages.sent}</p>
      <SentReceipts requestId={requestId} answers={answers} />
      {onAnother === null && to === 'link' ? <p className={styles.muted}>{messages.noMore}</p> : null}
      <div className={styles.send}>
        {onAnother === null ? null : <Button onClick={onAnother}>{messages.another}</Button>}
        <LinkButton href={addressOf('/requests')}>{messages.makeYourOwn}</LinkButton>
      </div>
    </main>
  );
}

/** Shows the live receipts of the answers sent from this tab. An answer without a receipt shows nothing. */
function SentReceipts({ requestId, answers }: { requestId: string; answers: readonly SentAnswer[] }) {
  const withReceipt = answers.flatMap((answer) => (answer.receiptToken === null ? [] : [{ ...answer, id: answer.receiptToken }]));
  const { known, isStale } = usePolled(withReceipt, {
    ask: ({ id }) =>
      pageClient.call(readAnswerReceipt, { params: { requestId }, headers: { 'X-Service-Receipt-Token': id } }).catch(nullIfMissing),
    // Over, too, when the server has forgotten the receipt.
    isOver: (found) => found?.state !== 'created',
  });
  return (
    <div className="stack">
      {withReceipt.map(({ id, createdAt, expiresAt }) => {
        const receipt = known.get(id) ?? null;
        const isUnread = receipt === null || receipt.state === 'created';
        const heading = answers.length === 1 ? messages.receipt : messages.sentAt(formatTime(new Date(createdAt)));
        return (
          <ReceiptState key={id} heading={heading} receipt={receipt} isStale={isStale && isUnread} openedHint={messages.openedHint}>
            {isUnread ? <p className={styles.muted}>{messages.unread(formatTime(new Date(expiresAt)))}</p> : null}
          </ReceiptState>
        );
      })}
      {withReceipt.length === 0 ? null : <p className={styles.muted}>{messages.receiptKept}</p>}
    </div>
  );
}

const nameOf = (requestId: string) => `sealpaste.answered.${requestId}`;

export function keepSent(requestId: string, answers: readonly SentAnswer[]): void {
  // If the storage is full or forbidden, a reload forgets the receipts.
  keepJson(tabStorage(), nameOf(requestId), answers);
}

/** @returns the newest first; empty when nothing valid is stored */
export function restoreSent(requestId: string): readonly SentAnswer[] {
  const kept = readJson(tabStorage(), nameOf(requestId));
  return Array.isArray(kept) ? kept.filter(isSent) : [];
}

function isSent(value: unknown): value is SentAnswer {
  const { receiptToken, createdAt, expiresAt } = (value ?? {}) as Record<string, unknown>;
  const isToken = receiptToken === null || (typeof receiptToken === 'string' && /^[\w-]{1,200}$/.test(receiptToken));
  return isToken && [createdAt, expiresAt].every((time) => typeof time === 'string' && !Number.isNaN(Date.parse(time)));
}
