import { readsMessages } from '#components/messages/reads';
import { receiptMessages as messages } from '#components/messages/receipt';
import { formatTime } from '#lib/locales/format.rules';
import type { ReceiptJson, ReceiptOutcome } from '#lib/receipts/receipt.schema';

/** The part of a receipt that its words are about. */
export type SaidReceipt = Pick<ReceiptJson, 'state' | 'at' | 'reads' | 'maxReads' | 'lastReadAt'>;

/** "1 of 2 read, last on …." of a paste with a number of reads; null for others. */
function readsOf({ reads, maxReads: max, lastReadAt }: Omit<SaidReceipt, 'state' | 'at'>): string | null {
  if (reads === undefined || max === undefined) return null;
  return lastReadAt
    ? readsMessages.sentenceLast({ reads, max, when: formatTime(new Date(lastReadAt)) })
    : readsMessages.sentence({ reads, max });
}

/** Says what became of a paste, and when. */
export function receiptSentence(receipt: SaidReceipt): string {
  const { state, at, reads = 0 } = receipt;
  const counted = readsOf(receipt);
  const when = formatTime(new Date(at));
  if (state === 'created') return [reads === 0 ? messages.states.created : '', counted].filter(Boolean).join(' ');
  if (counted === null) return messages.states[state](when);
  if (state === 'opened') return counted;
  return reads === 0 ? messages.states[state](when) : `${messages.countedStates[state](when)} ${counted}`;
}

/** The heading of a page whose link has ended. */
export function endHeading({ state, maxReads, reads = 0 }: SaidReceipt & { state: ReceiptOutcome }): string {
  const isRead = maxReads !== undefined && reads > 0;
  return isRead ? messages.countedHeadings[state] : messages.headings[state];
}

/** The name of the file with a paste's receipt. */
export const receiptFileName = (publicId: string): string => `receipt-${publicId}.json`;
