/**
 * A queue whose receivers are all behind one server, such as a mail server.
 *
 * Guarantees: once the server does not respond, this process makes one attempt at a time, and waits in between, until it
 * responds. Attempts that were under way end as they would. The others keep their place, so that an outage costs neither
 * attempts nor writes, however much waits.
 */
import type { OutboxQueue, Outcome } from './outbox-queue';

type Queue = Pick<OutboxQueue, 'claim' | 'finish'>;

const NOTHING: Awaited<ReturnType<Queue['claim']>> = { jobs: [], found: false };

interface OneServerOptions {
  /** Time between two attempts at a silent server. */
  pauseMs: number;
  /** Whether the server itself, and not one receiver behind it, did not respond. */
  isSilent?: (outcome: Outcome) => boolean;
  /** ms since any moment */
  clock?: () => number;
}

export function behindOneServer(queue: Queue, options: OneServerOptions): Queue {
  const { pauseMs, isSilent = ({ responded }) => !responded, clock = () => performance.now() } = options;
  /** When the next attempt at a silent server may begin; null: it responds. */
  let silentUntil: number | null = null;
  return {
    async claim(limit, places) {
      if (silentUntil === null) return queue.claim(limit, places);
      if (clock() < silentUntil) return NOTHING;
      silentUntil = clock() + pauseMs;
      const { jobs } = await queue.claim(1, places);
      // The next job is claimed after this attempt.
      return { jobs, found: jobs.length > 0 };
    },

    finish(job, outcome) {
      silentUntil = isSilent(outcome) ? clock() + pauseMs : null;
      return queue.finish(job, outcome);
    },
  };
}
