/**
 * Polls receipts of burn pastes and the answers to secret requests, one request at a time: the server limits them by
 * address, and several tabs may be open.
 *
 * Guarantees: in any minute, sends at most AT_ONCE requests and one for each EVERY_MS, however many subjects are watched;
 * asks first for those asked longest ago; asks one each HIDDEN_EVERY_MS while the page is hidden, or none; obeys the server's `Retry-After`.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
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

interface PollOptions<Subject extends Watched, Found> {
  /** @throws ApiError: with a status, nothing is asked before its `waitSeconds` are over */
  ask(watched: Subject): Promise<Found>;
  /** A hidden page sends no requests, unless it is to call its reader back. */
  isHidden(): boolean;
  callsBack?: boolean;
  onResponse(id: string, found: Found): void;
  /** Called when a request fails. */
  onSilence(): void;
}

export type Poll<Subject extends Watched> = ReturnType<typeof startPoll<Subject, unknown>>;

export function startPoll<Subject extends Watched, Found>({
  ask,
  isHidden,
  callsBack = false,
  onResponse,
  onSilence,
}: PollOptions<Subject, Found>) {
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
      const found = await ask(next);
      if (!isStopped) onResponse(next.id, found);
    } catch (error) {
      if (error instanceof ApiError && error.problem.status > 0) notBefore = performance.now() + error.problem.waitSeconds * 1000;
      if (!isStopped) onSilence();
    }
    isAsking = false;
    turn();
  }

  return {
    /** Polls these from now on; the same again change nothing. */
    watch(subjects: readonly Subject[]): void {
      watched = subjects;
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

interface PolledOptions<Subject extends Watched, Found> extends Pick<PollOptions<Subject, Found>, 'ask' | 'callsBack'> {
  /** Whether nothing more can come of a subject, which is then left out. */
  isOver(found: Found): boolean;
  /** @param before the response before; undefined: this is the first one */
  onNews?(id: string, found: Found, before: Found | undefined): void;
}

/**
 * Polls subjects while the page is visible, and with `callsBack` while it is hidden, too, until nothing more can come of them.
 * @returns the last response about each; `isStale`: the last request failed
 */
export function usePolled<Subject extends Watched, Found>(
  subjects: readonly Subject[],
  { ask, callsBack = false, isOver, onNews }: PolledOptions<Subject, Found>,
) {
  const [known, setKnown] = useState<ReadonlyMap<string, Found | undefined>>(new Map());
  const [isStale, setStale] = useState(false);
  const poll = useRef<Poll<Subject>>(null);
  const update = (id: string, change: (before: Found | undefined) => Found | undefined) =>
    setKnown((all) => new Map(all).set(id, change(all.get(id))));
  const askFor = useEffectEvent(ask);
  const take = useEffectEvent((id: string, found: Found) => {
    setStale(false);
    onNews?.(id, found, known.get(id));
    update(id, () => found);
  });

  useEffect(() => {
    const started = startPoll<Subject, Found>({
      ask: (subject) => askFor(subject),
      isHidden: () => document.hidden,
      callsBack,
      onResponse: (id, found) => take(id, found),
      onSilence: () => setStale(true),
    });
    poll.current = started;
    const end = listen(document, 'visibilitychange', started.wake);
    return () => {
      started.stop();
      end();
    };
  }, [callsBack]);

  useEffect(() => {
    const isLive = (found: Found | undefined) => found === undefined || !isOver(found);
    poll.current?.watch(subjects.filter(({ id }) => isLive(known.get(id))));
  });

  return { known, isStale, update };
}
