/**
 * Holds requests of readers who wait (RFC 7240 `Prefer: wait`), until their sender has decided.
 *
 * Guarantees: while requests are held, one query a second asks for all of them, whatever their number; without any, none does. A
 * process holds a bounded number, and of one address fewer. A request beyond that, one whose client has gone, and each of a
 * process that stops, is let go at once: its reader asks again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { limitIdentity } from '../../http/client-address';
import { heldKey, type WaitingRepository } from './paste-waiting.repository';

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

interface Held {
  id: string;
  key: string;
  identity: string;
  letGo(): void;
}

export interface HoldOptions {
  waitMs: number;
  clientAddress: string | null;
  /** Aborted when the client has gone. */
  signal?: AbortSignal;
  /** Whether the process stops. */
  isStopping?: () => boolean;
}

export function createWaits({ stillWaiting }: Pick<WaitingRepository, 'stillWaiting'>, pollMs = POLL_MS) {
  const held = new Set<Held>();
  let isPolling = false;

  /** Lets those go about whom something is decided. */
  async function runOnce(): Promise<void> {
    const asked = [...held];
    const waiting = await stillWaiting([...new Set(asked.map(({ id }) => id))]);
    for (const each of asked) if (!waiting.has(each.key)) each.letGo();
  }

  async function poll(isStopping: () => boolean): Promise<void> {
    if (isPolling) return;
    isPolling = true;
    try {
      while (held.size > 0 && !isStopping()) {
        await sleep(pollMs, undefined, { ref: false });
        if (held.size > 0) await runOnce();
      }
    } catch {
      // The reader's next request fails with the database's error, or finds that it works again.
    } finally {
      isPolling = false;
      for (const each of [...held]) each.letGo();
    }
  }

  return {
    runOnce,
    held: () => held.size,

    /** Resolves when the claim no longer waits, after `waitMs`, or at once when too many are held. */
    async hold(id: string, claimHash: Uint8Array, { waitMs, clientAddress, signal, isStopping = () => false }: HoldOptions): Promise<void> {
      const identity = limitIdentity(clientAddress);
      const ofAddress = [...held].filter((each) => each.identity === identity).length;
      if (waitMs <= 0 || held.size >= MAX_HELD || ofAddress >= MAX_HELD_PER_ADDRESS || signal?.aborted) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(letGo, Math.min(waitMs, MAX_WAIT_MS));
        const entry: Held = { id, key: heldKey(id, claimHash), identity, letGo };
        function letGo() {
          clearTimeout(timer);
          held.delete(entry);
          signal?.removeEventListener('abort', letGo);
          resolve();
        }
        signal?.addEventListener('abort', letGo, { once: true });
        held.add(entry);
        void poll(isStopping);
      });
    },
  };
}
