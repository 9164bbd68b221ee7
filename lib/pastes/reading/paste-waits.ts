/**
 * Holds requests of readers who wait (RFC 7240 `Prefer: wait`), until their sender has decided.
 *
 * Guarantees: a held request looks once a second, by two keys. A process holds a bounded number, and of one address fewer. A
 * request beyond that is let go at once, and at its next look one whose client has gone, or of a process that stops: its reader
 * asks again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sha256 } from '../../encoding/sha256';
import { limitIdentity } from '../../http/client-address';
import type { WaitingRepository } from './paste-waiting.repository';

const MAX_HELD = 100;
const MAX_HELD_PER_ADDRESS = 10;
const POLL_MS = 1_000;
/** The longest that a client may wish; proxies end silent requests after a minute. */
const MAX_WAIT_MS = 25_000;

/** @param prefer the header `Prefer` @returns 0 without a wish to wait */
export function preferredWaitMs(prefer: string | null): number {
  const [, seconds] = /(?:^|[,;\s])wait\s*=\s*(\d{1,5})(?:$|[,;\s])/i.exec(prefer ?? '') ?? [];
  return Math.min(Number(seconds ?? 0) * 1000, MAX_WAIT_MS);
}

interface HoldOptions {
  waitMs: number;
  clientAddress: string | null;
  /** Whether the client has gone, or the process stops. */
  isOver: () => boolean;
}

/** @returns a function that resolves when the claim no longer waits, after `waitMs`, or at once when too many are held */
export function createHold({ stillWaits }: Pick<WaitingRepository, 'stillWaits'>, pollMs = POLL_MS) {
  /** An identity for each held request. */
  const held: string[] = [];

  return async (publicId: string, claim: string, { waitMs, clientAddress, isOver }: HoldOptions): Promise<void> => {
    const identity = limitIdentity(clientAddress);
    if (held.length >= MAX_HELD || held.filter((each) => each === identity).length >= MAX_HELD_PER_ADDRESS) return;
    const endsAt = performance.now() + Math.min(waitMs, MAX_WAIT_MS);
    const claimHash = sha256(claim);
    held.push(identity);
    try {
      for (let leftMs = waitMs; leftMs > 0 && !isOver(); leftMs = endsAt - performance.now()) {
        await sleep(Math.min(pollMs, leftMs), undefined, { ref: false });
        if (!(await stillWaits(publicId, claimHash))) return;
      }
    } catch {
      // The reader's next request fails with the database's error, or finds that it works again.
    } finally {
      held.splice(held.indexOf(identity), 1);
    }
  };
}
