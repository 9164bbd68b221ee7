import { useMemo, useState } from 'react';
import { pageClient } from '#components/client/page.client';
import { answerMessages as messages } from '#components/messages/answer';
import { formatTime } from '#components/messages/format';
import { nullIfMissing } from '#components/paste/receipt/receipt.client';
import { ReceiptState } from '#components/paste/receipt/receipt-state';
import { usePoll } from '#components/paste/receipt/use-poll';
import { readAnswerReceipt } from '#lib/client/operations.generated';
import type { AnswerReceiptJson } from '#lib/requests/request.schema';
import styles from './answer.module.css';
import type { SentAnswer } from './answer-state';

type Known = { receipt: AnswerReceiptJson | null; isStale: boolean };

/** Shows the live receipts of the answers sent from this tab. An answer without a receipt shows nothing. */
export function SentReceipts({ requestId, answers }: { requestId: string; answers: readonly SentAnswer[] }) {
  const [known, setKnown] = useState<ReadonlyMap<string, Known>>(new Map());
  const withReceipt = answers.filter((answer): answer is SentAnswer & { receiptToken: string } => answer.receiptToken !== null);
  // True when the server has forgotten the receipt, or the answer has ended.
  const isOver = (token: string) => {
    const found = known.get(token);
    return found !== undefined && !found.isStale && found.receipt?.state !== 'created';
  };
  const waiting = withReceipt.map(({ receiptToken }) => receiptToken).filter((token) => !isOver(token));
  const key = waiting.join();
  const watched = useMemo(() => key.split(',').flatMap((id) => (id === '' ? [] : [{ id }])), [key]);
  usePoll(watched, {
    ask: ({ id }) =>
      pageClient.call(readAnswerReceipt, { params: { requestId }, headers: { 'X-Service-Receipt-Token': id } }).catch(nullIfMissing),
    onResponse: (id, receipt) => setKnown((before) => new Map(before).set(id, { receipt, isStale: false })),
    onSilence: (id) => setKnown((before) => new Map(before).set(id, { receipt: before.get(id)?.receipt ?? null, isStale: true })),
  });
  return (
    <div className="stack">
      {withReceipt.map(({ receiptToken, createdAt, expiresAt }) => {
        const { receipt = null, isStale = false } = known.get(receiptToken) ?? {};
        return (
          <ReceiptState
            key={receiptToken}
            heading={answers.length === 1 ? messages.receipt : messages.sentAt(formatTime(new Date(createdAt)))}
            receipt={receipt}
            isStale={isStale}
            openedHint={messages.openedHint}
          >
            <p className={styles.muted}>{messages.unread(formatTime(new Date(expiresAt)))}</p>
          </ReceiptState>
        );
      })}
      {withReceipt.length === 0 ? null : <p className={styles.muted}>{messages.receiptKept}</p>}
    </div>
  );
}
