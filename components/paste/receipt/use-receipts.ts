import { useMemo } from 'react';
import type { ReceiptJson } from '#lib/receipts/receipt.schema';
import { fetchReceipt } from './receipt.requests';
import { usePoll } from './use-poll';

interface WatchedReceipt {
  publicId: string;
  manageToken: string;
}

interface ReceiptListener {
  /** @param receipt null: there is none, or none for who asks */
  onResponse(publicId: string, receipt: ReceiptJson | null): void;
  /** No response at the moment. */
  onSilence(publicId: string): void;
}

/** Polls these receipts while the page is visible. The caller leaves out receipts that have ended. */
export function useReceipts(watched: readonly WatchedReceipt[], listener: ReceiptListener): void {
  const named = useMemo(() => watched.map(({ publicId, manageToken }) => ({ id: publicId, manageToken })), [watched]);
  usePoll(named, {
    ask: ({ id, manageToken }) => fetchReceipt(id, { 'X-Service-Manage-Token': manageToken }),
    ...listener,
  });
}
