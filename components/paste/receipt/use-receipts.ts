import { useEffect, useEffectEvent, useRef } from 'react';
import type { PresentedReceipt } from '#lib/receipts/receipt.rules';
import { fetchReceipt } from './receipt.requests';
import { type ReceiptRounds, startReceiptRounds, type WatchedReceipt } from './receipt.rounds';

interface ReceiptListener {
  /** @param receipt null: there is none, or none for who asks */
  onAnswer(publicId: string, receipt: PresentedReceipt | null): void;
  /** No answer just now. */
  onSilence(publicId: string): void;
}

/** Asks for these again and again while somebody looks. What can't change any more is left out by who calls. */
export function useReceipts(watched: readonly WatchedReceipt[], { onAnswer, onSilence }: ReceiptListener): void {
  const rounds = useRef<ReceiptRounds>(null);
  const answer = useEffectEvent(onAnswer);
  const silence = useEffectEvent(onSilence);

  useEffect(() => {
    const started = startReceiptRounds({
      ask: ({ publicId, manageToken }) => fetchReceipt(publicId, { 'X-Service-Manage-Token': manageToken }),
      isHidden: () => document.hidden,
      onAnswer: (publicId, receipt) => answer(publicId, receipt),
      onSilence: (publicId) => silence(publicId),
    });
    rounds.current = started;
    document.addEventListener('visibilitychange', started.wake);
    return () => {
      started.stop();
      document.removeEventListener('visibilitychange', started.wake);
    };
  }, []);

  useEffect(() => rounds.current?.watch(watched), [watched]);
}
