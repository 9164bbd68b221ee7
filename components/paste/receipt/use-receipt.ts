import { useMemo, useState } from 'react';
import type { ReceiptJson } from '#lib/receipts/receipt.schema';
import { useReceipts } from './use-receipts';

interface ReceiptView {
  /** null: not known yet. */
  receipt: ReceiptJson | null;
  /** What is shown may be old. */
  isStale: boolean;
  /** Nothing is (any longer) to be told. */
  isUnknown: boolean;
}

const NOTHING: ReceiptView = { receipt: null, isStale: false, isUnknown: false };

/**
 * Polls the receipt of a burn paste while the page is visible, until the paste has ended.
 * @param manageToken null: not known yet, and nothing is asked
 */
export function useReceipt(publicId: string, manageToken: string | null): ReceiptView {
  const [view, setView] = useState(NOTHING);
  const isOver = view.isUnknown || (view.receipt !== null && view.receipt.state !== 'created');
  const watched = useMemo(() => (manageToken === null || isOver ? [] : [{ publicId, manageToken }]), [publicId, manageToken, isOver]);
  useReceipts(watched, {
    onResponse: (_, receipt) => setView({ receipt, isStale: false, isUnknown: receipt === null }),
    onSilence: () => setView((before) => ({ ...before, isStale: true })),
  });
  return view;
}
