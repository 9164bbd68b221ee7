/** What the process that starts the web processes and they tell each other. */
import type { WriterReplies, WriterRequests } from '#lib/db/open/shared-writer';
import type { MetricsSnapshot } from '#lib/operations/metrics/metrics';

export type FromWeb =
  | { kind: 'write'; requests: WriterRequests }
  /** Of all processes, please. */
  | { kind: 'ask-metrics'; id: number }
  | { kind: 'metrics'; id: number; own: MetricsSnapshot };

export type ToWeb =
  | { kind: 'written'; replies: WriterReplies }
  /** Of this process, please. */
  | { kind: 'ask-metrics'; id: number }
  | { kind: 'all-metrics'; id: number; all: MetricsSnapshot[] };
