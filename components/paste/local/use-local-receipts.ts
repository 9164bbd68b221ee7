import { useCallback, useMemo, useState } from 'react';
import { askReceipt } from '#components/paste/receipt/receipt.client';
import { usePoll } from '#components/paste/receipt/use-poll';
import { type Ending, type LocalPaste, updatePaste } from './local-pastes-store';

/** The receipt of a burn paste that hasn't ended; `nothing` when it has none. */
export type Waiting = 'unread' | 'nothing';

/** Polls the receipts of the burn pastes in view until each has ended. */
export function useLocalReceipts(pastes: readonly LocalPaste[]) {
  const [inView, setInView] = useState<ReadonlySet<string>>(new Set());
  const [waiting, setWaiting] = useState<ReadonlyMap<string, Waiting>>(new Map());

  /** The last paste that ended while the page was open. */
  const [latest, setLatest] = useState<(Ending & { publicId: string }) | null>(null);

  const watched = useMemo(
    () =>
      pastes
        .filter(
          ({ publicId, burnAfterRead, ended }) =>
            burnAfterRead && ended === null && inView.has(publicId) && waiting.get(publicId) !== 'nothing',
        )
        .map(({ publicId, manageToken }) => ({ id: publicId, manageToken })),
    [pastes, inView, waiting],
  );
  usePoll(watched, {
    ask: askReceipt,
    onResponse(publicId, receipt) {
      if (receipt === null || receipt.state === 'created')
        setWaiting((before) => new Map(before).set(publicId, receipt === null ? 'nothing' : 'unread'));
      else {
        const ended = { state: receipt.state, at: receipt.at };
        if (waiting.has(publicId)) setLatest({ publicId, ...ended });
        updatePaste(publicId, { ended });
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
