import { useMemo, useState } from 'react';
import { hasReceipt, type LocalPaste, updatePaste } from '#components/paste/local/local-pastes-store';
import { askReceipt } from '#components/paste/receipt/receipt.client';
import { usePoll } from '#components/paste/receipt/use-poll';
import type { ReceiptJson } from '#lib/receipts/receipt.schema';
import type { Waiting } from './paste-row';

/** Polls the receipts of the pastes that end by reading and belong to no account, until each has ended. */
export function useReceipts(pastes: readonly LocalPaste[]) {
  const [waiting, setWaiting] = useState<ReadonlyMap<string, Waiting>>(new Map());

  /** The last paste that ended while the page was open. */
  const [latest, setLatest] = useState<ReceiptJson | null>(null);

  const watched = useMemo(
    () =>
      pastes.flatMap((paste) => {
        const { publicId, manageToken, ended } = paste;
        const isOver = ended !== null || waiting.get(publicId) === 'nothing';
        return isOver || manageToken === null || !hasReceipt(paste) ? [] : [{ id: publicId, manageToken }];
      }),
    [pastes, waiting],
  );
  usePoll(watched, {
    ask: askReceipt,
    onResponse(publicId, receipt) {
      if (receipt === null || receipt.state === 'created') setWaiting((before) => new Map(before).set(publicId, receipt ?? 'nothing'));
      else {
        const { publicId: _id, createdAt: _made, state, ...ended } = receipt;
        if (waiting.has(publicId)) setLatest({ ...receipt, publicId });
        updatePaste(publicId, { ended: { ...ended, state } });
      }
    },
    // The page keeps showing the last known status.
    onSilence: () => undefined,
  });
  return { waiting, latest };
}
