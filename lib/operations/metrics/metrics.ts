/**
 * Metrics of a process, for Prometheus.
 *
 * Guarantees: labels have few values (route patterns, statuses), never ids, addresses or names. A request costs two
 * additions in memory, and nothing while METRICS_TOKEN isn't set.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { within } from '../../http/within';

/** Buckets in seconds: most responses take a millisecond, and an upload of 10 MB may take minutes. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Limiters that refuse requests with 429. */
const LIMITERS = ['anonymous', 'user', 'address', 'burn', 'form', 'sign-in', 'registration', 'report', 'page', 'code'] as const;

/** Milliseconds after which a gauge that waits for its number has none, as /readyz waits for the database. */
const READING_MS = 2_000;

/** The number of a gauge, or its numbers by the value of its label; null: unknown. */
export type Reading = number | ReadonlyMap<string, number> | null;

export type QueueName = 'webhooks' | 'chats' | 'mails' | 'reports';
type SendOutcome = 'delivered' | 'retrying' | 'failed' | 'cancelled' | 'error';

export type Metrics = ReturnType<typeof countingMetrics>;

/** @param isOn false: nobody may read the metrics, so nothing is counted */
export function createMetrics(isOn: boolean, lostLogLines: () => number = () => 0): Metrics {
  return isOn ? countingMetrics(lostLogLines) : NO_METRICS;
}

const NO_METRICS: Metrics = {
  contentType: 'text/plain',
  request: () => undefined,
  rateLimitHit: () => undefined,
  loopRun: () => undefined,
  sendAttempt: () => undefined,
  chatUpdate: () => undefined,
  storeRequest: () => undefined,
  gauge: () => undefined,
  render: async () => '',
};

function countingMetrics(lostLogLines: () => number) {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  // Gauges whose names promise counters; each has another of the same thing by type.
  for (const kind of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const counter = (name: string, help: string, ...labelNames: string[]) => new Counter({ name, help, labelNames, registers });
  const requests = counter('sealpaste_http_requests_total', 'Requests that got a response', 'method', 'route', 'status');
  const durations = new Histogram({
    name: 'sealpaste_http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its response',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  });
  const hits = counter('sealpaste_rate_limit_hits_total', 'Requests refused with 429', 'limiter');
  const runs = counter('sealpaste_loop_runs_total', "Runs of the worker's loops", 'loop', 'outcome');
  const attempts = counter(
    'sealpaste_send_attempts_total',
    'Attempts to send webhook deliveries, chat messages and mails, by what came of them',
    'queue',
    'outcome',
  );
  const updates = counter('sealpaste_chat_updates_total', 'Updates that came in for the bot, by what became of them', 'outcome');
  const stored = counter('sealpaste_store_requests_total', 'Requests to CONTENT_STORE, each with its retries', 'method', 'outcome');
  new Counter({
    name: 'sealpaste_log_lines_lost_total',
    help: 'Lines of the log that could not be written',
    registers,
    collect() {
      this.reset();
      this.inc(lostLogLines());
    },
  });
  for (const limiter of LIMITERS) hits.labels(limiter).inc(0);

  /** Caches the children of each label, because finding a child costs more than adding to it. */
  const children = new Map<string, { count: { inc(): void }; duration: { observe(seconds: number): void } }>();
  return {
    contentType: registry.contentType as string,
    request(method: string, route: string, status: number, seconds: number): void {
      const key = `${method} ${status} ${route}`;
      let child = children.get(key);
      if (!child)
        children.set(
          key,
          (child = { count: requests.labels(knownMethod(method), route, String(status)), duration: durations.labels(route) }),
        );
      child.count.inc();
      child.duration.observe(seconds);
    },
    rateLimitHit: (limiter: string): void => hits.labels(limiter).inc(),
    loopRun: (loop: string, ok: boolean): void => runs.labels(loop, ok ? 'ok' : 'failed').inc(),
    sendAttempt: (queue: QueueName, outcome: SendOutcome): void => attempts.labels(queue, outcome).inc(),
    chatUpdate: (outcome: string): void => updates.labels(outcome).inc(),
    storeRequest: (method: string, isWell: boolean): void => stored.labels(method, isWell ? 'ok' : 'failed').inc(),
    /** @param read called whenever the metrics are rendered. A gauge that can't be read has no value, since the last one would be old */
    gauge(name: string, help: string, read: () => Reading | Promise<Reading>, label?: string): void {
      const gauge: Gauge = new Gauge({
        ...{ name, help, labelNames: label === undefined ? [] : [label], registers },
        collect: async () => setValues(gauge, await within(READING_MS, Promise.resolve().then(read)).catch(() => null), label),
      });
    },
    render: () => registry.metrics(),
  };
}

function setValues(gauge: Gauge, reading: Reading, label: string | undefined): void {
  gauge.reset();
  // The reset gives a gauge without a label zero, which would be a value.
  if (label === undefined) gauge.remove();
  if (typeof reading === 'number') gauge.set(reading);
  else if (label !== undefined) for (const [value, number] of reading ?? []) gauge.labels(value).set(number);
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The label of a method. Unknown methods share one, because clients can invent any number of them. */
function knownMethod(method: string): string {
  return METHODS.has(method) ? method : 'other';
}
