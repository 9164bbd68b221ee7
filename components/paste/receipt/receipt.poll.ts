/**
 * Asks what has become of burn pastes, again and again, one at a time: the server counts such questions by address, and
 * several tabs may be open.
 *
 * Guarantees: in any minute no more than AT_ONCE and one for each EVERY_MS, however many are watched; those asked longest
 * ago come first, so each has its turn; where the server wants to be asked later, nothing is asked before.
 */
import { AskLaterError } from './receipt.requests';

const EVERY_MS = 5_000;
/** So many new receipts are requested without a pause. */
const AT_ONCE = 5;

export interface WatchedReceipt {
  publicId: string;
  manageToken: string;
}

interface PollOptions<Receipt> {
  /** @throws AskLaterError, or another error when there was no response */
  ask(watched: WatchedReceipt): Promise<Receipt>;
  /** A hidden page sends no requests. */
  isHidden(): boolean;
  onResponse(publicId: string, receipt: Receipt): void;
  onSilence(publicId: string): void;
}

export type ReceiptPoll = ReturnType<typeof startReceiptPoll>;

export function startReceiptPoll<Receipt>({ ask, isHidden, onResponse, onSilence }: PollOptions<Receipt>) {
  const askedAt = new Map<string, number>();
  let watched: readonly WatchedReceipt[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isStopped = false;
  /** The time at which the requests so far would end at one each EVERY_MS. */
  let evenAt = 0;
  let notBefore = 0;

  const lastAsked = ({ publicId }: WatchedReceipt) => askedAt.get(publicId) ?? Number.NEGATIVE_INFINITY;

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

  async function askOne(next: WatchedReceipt, now: number): Promise<void> {
    askedAt.set(next.publicId, now);
    evenAt = Math.max(evenAt, now) + EVERY_MS;
    isAsking = true;
    try {
      const receipt = await ask(next);
      if (!isStopped) onResponse(next.publicId, receipt);
    } catch (error) {
      if (error instanceof AskLaterError) notBefore = performance.now() + error.waitSeconds * 1000;
      if (!isStopped) onSilence(next.publicId);
    }
    isAsking = false;
    turn();
  }

  return {
    /** Polls these from now on. The caller leaves out receipts that have ended or are out of view. */
    watch(receipts: readonly WatchedReceipt[]): void {
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
