import { useState } from 'react';
import { hasReceipt, type LocalPaste, updatePaste } from '#components/paste/local/local-pastes-store';
import { askReceipt } from '#components/paste/receipt/receipt.client';
import { usePolled } from '#components/paste/receipt/use-poll';
import type { ReceiptJson } from '#lib/receipts/receipt.schema';

/**
 * Polls the receipts of the pastes that end by reading and belong to no account, until each has ended.
 * @returns `latest`: the last paste that ended while the page was open
 */
export function useReceipts(pastes: readonly LocalPaste[]) {
  const [latest, setLatest] = useState<ReceiptJson | null>(null);
  const watched = pastes.flatMap((paste) => {
    const { publicId, manageToken, ended } = paste;
    return ended !== null || manageToken === null || !hasReceipt(paste) ? [] : [{ id: publicId, manageToken }];
  });
  // The page keeps showing the last known status while the server is silent.
  const { known } = usePolled(watched, {
    ask: askReceipt,
    isOver: (receipt) => receipt?.state !== 'created',
    onNews(publicId, receipt, before) {
      if (receipt === null || receipt.state === 'created') return;
      const { publicId: _id, createdAt: _made, state, ...ended } = receipt;
      if (before) setLatest({ ...receipt, publicId });
      updatePaste(publicId, { ended: { ...ended, state } });
    },
  });
  return { known, latest };
}
