/**
 * Gathers the metrics of all web processes, for the one that was asked.
 *
 * Guarantees: no sum ever falls, because the counters of a process that ends are kept as it last sent them. A process that
 * doesn't respond in time counts with the metrics it last sent.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MetricsSnapshot } from '#lib/operations/metrics/metrics';

/** Less than the time after which scrapers give up. */
const WAIT_MS = 2_000;
/** Types that stay in the sums after their process has ended. */
const LASTING: readonly string[] = ['counter', 'histogram'];

interface Source {
  ask(id: number): void;
  last: MetricsSnapshot;
}

export function createMetricsGathering(waitMs = WAIT_MS) {
  const sources = new Set<Source>();
  const waiting = new Map<number, Map<Source, () => void>>();
  const ended: MetricsSnapshot[] = [];
  let lastId = 0;

  return {
    /** @param ask asks a process for its metrics, which it sends with this number */
    add(ask: (id: number) => void) {
      const source: Source = { ask, last: [] };
      sources.add(source);
      return {
        told(id: number, own: MetricsSnapshot): void {
          source.last = own;
          waiting.get(id)?.get(source)?.();
        },
        end(): void {
          sources.delete(source);
          ended.push(source.last.filter(({ type }) => LASTING.includes(String(type))));
          for (const asked of waiting.values()) asked.get(source)?.();
        },
      };
    },

    async gather(): Promise<MetricsSnapshot[]> {
      lastId += 1;
      const id = lastId;
      const told = new Map<Source, () => void>();
      waiting.set(id, told);
      const all = [...sources].map((source) => new Promise<void>((resolve) => told.set(source, resolve)));
      for (const { ask } of sources) ask(id);
      await Promise.race([Promise.all(all), sleep(waitMs, undefined, { ref: false })]);
      waiting.delete(id);
      return [...ended, ...[...sources].map(({ last }) => last)];
    },
  };
}
