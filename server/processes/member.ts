/** Connects this web process to the primary, when it is one of several. */
import type { Shared } from '#lib/composition/build-services';
import { connectSharedWriter } from '#lib/db/open/shared-writer';
import { type MetricsSnapshot, summedMetrics } from '#lib/operations/metrics/metrics';
import type { FromWeb, ToWeb } from './messages';

export function joinProcesses(): Shared {
  const send = (message: FromWeb) => void process.send?.(message);
  const writer = connectSharedWriter((requests) => send({ kind: 'write', requests }));
  const asking = new Map<number, (all: MetricsSnapshot[]) => void>();
  let lastId = 0;
  let snapshot: () => Promise<MetricsSnapshot> = async () => [];

  process.on('message', (message: ToWeb) => {
    if (message.kind === 'written') writer.settle(message.replies);
    else if (message.kind === 'ask-metrics') void snapshot().then((own) => send({ kind: 'metrics', id: message.id, own }));
    else if (message.kind === 'all-metrics') {
      asking.get(message.id)?.(message.all);
      asking.delete(message.id);
    }
  });

  const gather = () =>
    new Promise<MetricsSnapshot[]>((resolve) => {
      lastId += 1;
      asking.set(lastId, resolve);
      send({ kind: 'ask-metrics', id: lastId });
    });

  return {
    writer: writer.writer,
    share(metrics) {
      snapshot = metrics.snapshot;
      return summedMetrics(metrics, gather);
    },
  };
}
