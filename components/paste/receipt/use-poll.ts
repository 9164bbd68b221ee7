import { useEffect, useEffectEvent, useRef } from 'react';
import { type PollOptions, type ReceiptPoll, startReceiptPoll } from './receipt-poll';

/** Polls subjects while the page is visible. The caller leaves out those that have ended. */
export function usePoll<Subject extends { id: string }, Receipt>(
  watched: readonly Subject[],
  { ask, onResponse, onSilence }: Omit<PollOptions<Subject, Receipt>, 'isHidden'>,
): void {
  const poll = useRef<ReceiptPoll<Subject>>(null);
  const askFor = useEffectEvent(ask);
  const passOn = useEffectEvent(onResponse);
  const silence = useEffectEvent(onSilence);

  useEffect(() => {
    const started = startReceiptPoll<Subject, Receipt>({
      ask: (subject) => askFor(subject),
      isHidden: () => document.hidden,
      onResponse: (id, receipt) => passOn(id, receipt),
      onSilence: (id) => silence(id),
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
