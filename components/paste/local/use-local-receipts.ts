import { useCallback, useMemo, useState } from 'react';
import { useReceipts } from '#components/paste/receipt/use-receipts';
import type { Ending, LocalPaste } from './local-pastes.store';
import { settle } from './use-local-pastes';

/** What the server said of a burn paste that hasn't ended, as far as it is known: nothing, when it knows it no more. */
export type Waiting = 'unread' | 'nothing';

/** Asks what has become of the burn pastes that are in view, until each has ended: then it isn't asked for again. */
export function useLocalReceipts(pastes: readonly LocalPaste[]) {
  const [inView, setInView] = useState<ReadonlySet<string>>(new Set());
  const [waiting, setWaiting] = useState<ReadonlyMap<string, Waiting>>(new Map());

  /** The last paste that ended while the page was open. */
  const [latest, setLatest] = useState<(Ending & { publicId: string }) | null>(null);

  const watched = useMemo(
    () =>
      pastes.filter(
        ({ publicId, burnAfterRead, ended }) =>
          burnAfterRead && ended === null && inView.has(publicId) && waiting.get(publicId) !== 'nothing',
      ),
    [pastes, inView, waiting],
  );
  useReceipts(watched, {
    onResponse(publicId, receipt) {
      if (receipt === null || receipt.state === 'created')
        setWaiting((before) => new Map(before).set(publicId, receipt === null ? 'nothing' : 'unread'));
      else {
        const ended = { state: receipt.state, at: receipt.at };
        if (waiting.has(publicId)) setLatest({ publicId, ...ended });
        settle(publicId, ended);
      }
    },
    // The shown status may be old.
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
