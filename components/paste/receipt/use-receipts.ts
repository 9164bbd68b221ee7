import { useMemo } from 'react';
import type { ReceiptJson } from '#lib/receipts/receipt.schema';
import { fetchReceipt } from './receipt.client';
import type { PollOptions } from './receipt-poll';
import { usePoll } from './use-poll';

interface WatchedReceipt {
  publicId: string;
  manageToken: string;
}

/** `onResponse` gets null when there is no receipt, or the token doesn't fit. */
type ReceiptListener = Pick<PollOptions<{ id: string }, ReceiptJson | null>, 'onResponse' | 'onSilence'>;

/** Polls these receipts while the page is visible. The caller leaves out receipts that have ended. */
export function useReceipts(watched: readonly WatchedReceipt[], listener: ReceiptListener): void {
  const named = useMemo(() => watched.map(({ publicId, manageToken }) => ({ id: publicId, manageToken })), [watched]);
  usePoll(named, {
    ask: ({ id, manageToken }) => fetchReceipt(id, { 'X-Service-Manage-Token': manageToken }),
    ...listener,
  });
}
