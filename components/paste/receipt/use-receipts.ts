import { useEffect, useEffectEvent, useRef } from 'react';
import type { ReceiptJson } from '#lib/receipts/receipt.schema';
import { type ReceiptPoll, startReceiptPoll, type WatchedReceipt } from './receipt.poll';
import { fetchReceipt } from './receipt.requests';

interface ReceiptListener {
  /** @param receipt null: there is none, or none for who asks */
  onResponse(publicId: string, receipt: ReceiptJson | null): void;
  /** No response at the moment. */
  onSilence(publicId: string): void;
}

/** Polls these receipts while the page is visible. The caller leaves out receipts that have ended. */
export function useReceipts(watched: readonly WatchedReceipt[], { onResponse, onSilence }: ReceiptListener): void {
  const poll = useRef<ReceiptPoll>(null);
  const passOn = useEffectEvent(onResponse);
  const silence = useEffectEvent(onSilence);

  useEffect(() => {
    const started = startReceiptPoll({
      ask: ({ publicId, manageToken }) => fetchReceipt(publicId, { 'X-Service-Manage-Token': manageToken }),
      isHidden: () => document.hidden,
      onResponse: (publicId, receipt) => passOn(publicId, receipt),
      onSilence: (publicId) => silence(publicId),
    });
    poll.current = started;
    document.addEventListener('visibilitychange', started.wake);
    return () => {
      started.stop();
      document.removeEventListener('visibilitychange', started.wake);
    };
  }, []);

  useEffect(() => poll.current?.watch(watched), [watched]);
}
