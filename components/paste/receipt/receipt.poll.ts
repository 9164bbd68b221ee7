/**
 * Asks what has become of burn pastes, or of requests, again and again, one at a time: the server counts such questions
 * by address, and several tabs may be open.
 *
 * Guarantees: in any minute no more than AT_ONCE and one for each EVERY_MS, however many are watched; those asked longest
 * ago come first, so each has its turn; where the server wants to be asked later, nothing is asked before.
 */
import { ApiError } from '#lib/client/api.problem';

const EVERY_MS = 5_000;
/** So many new receipts are requested without a pause. */
const AT_ONCE = 5;

interface Watched {
  /** Names what is asked for, e.g. the public id of a paste. */
  id: string;
}

export interface PollOptions<Subject extends Watched, Receipt> {
  /** @throws ApiError: with a status, nothing is asked before its `waitSeconds` are over */
  ask(watched: Subject): Promise<Receipt>;
  /** A hidden page sends no requests. */
  isHidden(): boolean;
  onResponse(id: string, receipt: Receipt): void;
  /** No response at the moment. */
  onSilence(id: string): void;
}

export type ReceiptPoll<Subject extends Watched> = ReturnType<typeof startReceiptPoll<Subject, unknown>>;

export function startReceiptPoll<Subject extends Watched, Receipt>({
  ask,
  isHidden,
  onResponse,
  onSilence,
}: PollOptions<Subject, Receipt>) {
  const askedAt = new Map<string, number>();
  let watched: readonly Subject[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isStopped = false;
  /** The time at which the requests so far would end at one each EVERY_MS. */
  let evenAt = 0;
  let notBefore = 0;

  const lastAsked = ({ id }: Watched) => askedAt.get(id) ?? Number.NEGATIVE_INFINITY;

  function turn(): void {
    clearTimeout(timer);
    if (isStopped || isAsking || isHidden()) return;
    const [next] = watched.toSorted((a, b) => lastAsked(a) - lastAsked(b));
    if (!next) return;
    const now = performance.now();
    const dueAt = Math.max(notBefore, lastAsked(next) + EVERY_MS, evenAt - (AT_ONCE - 1) * EVERY_MS);
    if (dueAt > now) timer = setTimeout(turn, dueAt - now);
    else void askOne(next, now);
  }

  async function askOne(next: Subject, now: number): Promise<void> {
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
    /** Whether it is hidden may have changed. */
    wake: turn,
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
