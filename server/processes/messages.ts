/** Messages between the primary and its members. */
import type { WriterReplies, WriterRequests } from '#lib/db/open/shared-writer';
import type { MetricsSnapshot } from '#lib/operations/metrics/metrics';

export type FromWeb =
  | { kind: 'write'; requests: WriterRequests }
  /** Asks for the metrics of all processes. */
  | { kind: 'ask-metrics'; id: number }
  | { kind: 'metrics'; id: number; own: MetricsSnapshot };

export type ToWeb =
  | { kind: 'written'; replies: WriterReplies }
  /** Asks for the metrics of this process. */
  | { kind: 'ask-metrics'; id: number }
  | { kind: 'all-metrics'; id: number; all: MetricsSnapshot[] };
