/**
 * Polls receipts of burn pastes and the answers to secret requests, one request at a time: the server limits them by
 * address, and several tabs may be open.
 *
 * Guarantees: in any minute, sends at most AT_ONCE requests and one for each EVERY_MS, however many subjects are watched;
 * asks first for those asked longest ago; asks one each HIDDEN_EVERY_MS while the page is hidden, or none; obeys the server's `Retry-After`.
 */
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { listen } from '#components/ui/listen';
import { ApiError } from '#lib/client/api-problem';

const EVERY_MS = 5_000;
/** Between two requests of a hidden page, for what somebody waits for. */
const HIDDEN_EVERY_MS = 15_000;
/** Requests that may be sent without a pause. */
const AT_ONCE = 5;

interface Watched {
  /** Identifies the subject, e.g. the public id of a paste. */
  id: string;
}

interface PollOptions<Subject extends Watched, Receipt> {
  /** @throws ApiError: with a status, nothing is asked before its `waitSeconds` are over */
  ask(watched: Subject): Promise<Receipt>;
  /** A hidden page sends no requests, unless it is to call its reader back. */
  isHidden(): boolean;
  callsBack?: boolean;
  onResponse(id: string, receipt: Receipt): void;
  /** Called when a request fails. */
  onSilence(id: string): void;
}

export type Poll<Subject extends Watched> = ReturnType<typeof startPoll<Subject, unknown>>;

export function startPoll<Subject extends Watched, Receipt>({
  ask,
  isHidden,
  callsBack = false,
  onResponse,
  onSilence,
}: PollOptions<Subject, Receipt>) {
  const askedAt = new Map<string, number>();
  let watched: readonly Subject[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isStopped = false;
  /** The time when the requests so far would end at one each EVERY_MS. */
  let evenAt = 0;
  let latestAt = Number.NEGATIVE_INFINITY;
  let notBefore = 0;

  const lastAsked = ({ id }: Watched) => askedAt.get(id) ?? Number.NEGATIVE_INFINITY;

  function turn(): void {
    clearTimeout(timer);
    if (isStopped || isAsking || (isHidden() && !callsBack)) return;
    const [next] = watched.toSorted((a, b) => lastAsked(a) - lastAsked(b));
    if (!next) return;
    const now = performance.now();
    const pace = isHidden() ? latestAt + HIDDEN_EVERY_MS : evenAt - (AT_ONCE - 1) * EVERY_MS;
    const dueAt = Math.max(notBefore, lastAsked(next) + EVERY_MS, pace);
    if (dueAt > now) timer = setTimeout(turn, dueAt - now);
    else void askOne(next, now);
  }

  async function askOne(next: Subject, now: number): Promise<void> {
    latestAt = now;
    askedAt.set(next.id, now);
    evenAt = Math.max(evenAt, now) + EVERY_MS;
    isAsking = true;
    try {
      const receipt = await ask(next);
      if (!isStopped) onResponse(next.id, receipt);
    } catch (error) {
      if (error instanceof ApiError && error.problem.status > 0) notBefore = performance.now() + error.problem.waitSeconds * 1000;
      if (!isStopped) onSilence(next.id);
    }
    isAsking = false;
    turn();
  }

  return {
    /** Polls these from now on. The caller leaves out receipts that have ended or are out of view. */
    watch(receipts: readonly Subject[]): void {
      watched = receipts;
      turn();
    },
    /** To be called when the page was hidden or shown. */
    wake: turn,
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Polls subjects while the page is visible, and with `callsBack` while it is hidden, too. The caller leaves out those that have ended. */
export function usePoll<Subject extends { id: string }, Receipt>(
  watched: readonly Subject[],
  { ask, callsBack = false, onResponse, onSilence }: Omit<PollOptions<Subject, Receipt>, 'isHidden'>,
): void {
  const poll = useRef<Poll<Subject>>(null);
  const askFor = useEffectEvent(ask);
  const passOn = useEffectEvent(onResponse);
  const silence = useEffectEvent(onSilence);

  useEffect(() => {
    const started = startPoll<Subject, Receipt>({
      ask: (subject) => askFor(subject),
      isHidden: () => document.hidden,
      callsBack,
      onResponse: (id, receipt) => passOn(id, receipt),
      onSilence: (id) => silence(id),
    });
    poll.current = started;
    const end = listen(document, 'visibilitychange', started.wake);
    return () => {
      started.stop();
      end();
    };
  }, [callsBack]);

  useEffect(() => poll.current?.watch(watched), [watched]);
}

/** Polls one subject until nothing more can come. `found` is undefined before the first response; `isStale`: the last request failed. */
export function usePolled<Subject extends Watched, Found>(
  subject: Subject | null,
  ask: (subject: Subject) => Promise<Found>,
  { isOver, callsBack = false }: { isOver: (found: Found) => boolean; callsBack?: boolean },
) {
  const [found, setFound] = useState<Found>();
  const [isStale, setStale] = useState(false);
  const hasEnded = found !== undefined && isOver(found);
  const watched = useMemo(() => (subject === null || hasEnded ? [] : [subject]), [subject, hasEnded]);
  usePoll(watched, {
    ask,
    callsBack,
    onResponse(_, response: Found) {
      setFound(response);
      setStale(false);
    },
    onSilence: () => setStale(true),
  });
  return { found, isStale, setFound };
}
