import { useCallback, useMemo, useState } from 'react';
import type { ReceiptJson } from '#lib/receipts/receipt.schema';
import { askReceipt } from '../receipt/receipt.client';
import { usePoll } from '../receipt/use-poll';
import { hasReceipt, type LocalPaste, updatePaste } from './local-pastes-store';

/** The receipt of a paste that hasn't ended; `nothing` when the server has none. */
export type Waiting = ReceiptJson | 'nothing';

/** Polls the receipts of the pastes in view that end by reading, until each has ended. */
export function useLocalReceipts(pastes: readonly LocalPaste[]) {
  const [inView, setInView] = useState<ReadonlySet<string>>(new Set());
  const [waiting, setWaiting] = useState<ReadonlyMap<string, Waiting>>(new Map());

  /** The last paste that ended while the page was open. */
  const [latest, setLatest] = useState<ReceiptJson | null>(null);

  const watched = useMemo(
    () =>
      pastes
        .filter(
          (paste) => hasReceipt(paste) && paste.ended === null && inView.has(paste.publicId) && waiting.get(paste.publicId) !== 'nothing',
        )
        .map(({ publicId, manageToken }) => ({ id: publicId, manageToken })),
    [pastes, inView, waiting],
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

  const show = useCallback((publicId: string, isInView: boolean) => {
    setInView((before) => {
      const after = new Set(before);
      if (isInView) after.add(publicId);
      else after.delete(publicId);
      return after;
    });
  }, []);
  return { waiting, latest, show };
}
