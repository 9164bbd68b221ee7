import type { Database } from '../../db/database';
import type { Lease } from '../../db/lease';
import type { DatabaseGauge, Metrics } from './metrics';

/** Gauges of the database's contents, which the worker reports. A new table takes a line. */
const databaseGauges = (now: string): DatabaseGauge[] => [
  { name: 'sealpaste_pastes', help: 'Pastes stored', sql: 'SELECT count(*) AS value FROM pastes' },
  {
    name: 'sealpaste_content_bytes',
    help: 'Bytes of all contents before compression',
    sql: 'SELECT CAST(COALESCE(sum(content_bytes), 0) AS BIGINT) AS value FROM pastes',
  },
  {
    name: 'sealpaste_expired_pastes',
    help: 'Expired pastes that are not removed yet',
    sql: `SELECT count(*) AS value FROM pastes WHERE expires_at <= ${now}`,
  },
  {
    name: 'sealpaste_open_reports',
    help: 'Reports about pastes that no operator has closed',
    sql: 'SELECT count(*) AS value FROM reports WHERE closed_at IS NULL',
  },
  {
    name: 'sealpaste_oldest_open_report_seconds',
    help: 'How long the oldest open report has been waiting',
    sql: `SELECT CAST(COALESCE(max(${now} - created_at), 0) / 1000 AS BIGINT) AS value FROM reports WHERE closed_at IS NULL`,
  },
  { name: 'sealpaste_users', help: 'Users', sql: 'SELECT count(*) AS value FROM users' },
  {
    name: 'sealpaste_webhook_deliveries',
    help: 'Webhook deliveries in the queue and its log, by status',
    sql: 'SELECT status AS label, count(*) AS value FROM webhook_deliveries GROUP BY status',
    label: 'status',
  },
  {
    name: 'sealpaste_webhook_delay_seconds',
    help: 'How long the webhook delivery that has been due longest has been so',
    sql: `SELECT CAST(COALESCE(max(${now} - next_retry_at), 0) / 1000 AS BIGINT) AS value FROM webhook_deliveries WHERE next_retry_at <= ${now}`,
  },
  {
    name: 'sealpaste_chat_messages',
    help: 'Chat messages in the queue, by status',
    sql: 'SELECT status AS label, count(*) AS value FROM notification_queue GROUP BY status',
    label: 'status',
  },
  {
    name: 'sealpaste_chat_delay_seconds',
    help: 'How long the chat message that has been due longest has been so',
    sql: `SELECT CAST(COALESCE(max(${now} - next_retry_at), 0) / 1000 AS BIGINT) AS value FROM notification_queue WHERE next_retry_at <= ${now}`,
  },
  {
    name: 'sealpaste_mails',
    help: 'Mails in the queue, by status',
    sql: 'SELECT status AS label, count(*) AS value FROM mails GROUP BY status',
    label: 'status',
  },
  {
    name: 'sealpaste_mail_delay_seconds',
    help: 'How long the mail that has been due longest has been so',
    sql: `SELECT CAST(COALESCE(max(${now} - next_retry_at), 0) / 1000 AS BIGINT) AS value FROM mails WHERE next_retry_at <= ${now}`,
  },
];

/** A worker rests for so many times the duration of its last measurement; after one that failed, only as long as it took. */
const REST_FACTOR = 20;

/**
 * @param lease lets one of several workers count; the others would report the same numbers
 * @returns `measure` measures all gauges once if it is time: after a long measurement it rests for long. It fails while the
 *   database is away, and the gauges then have no value. `forget` removes the values while a measurement waits for the database
 */
export function createDatabaseGauges(
  db: Database,
  metrics: Metrics,
  lease: Pick<Lease, 'acquire'>,
  clock: () => number = () => performance.now(),
) {
  const gauges = databaseGauges(db.dialect.now).map((gauge) => ({ ...gauge, set: metrics.gauge(gauge.name, gauge.help, gauge.label) }));
  let restsUntil = Number.NEGATIVE_INFINITY;
  function forget(): void {
    for (const { set } of gauges) set(new Map());
  }

  async function measure(): Promise<void> {
    if (!(await lease.acquire())) return forget();
    if (clock() < restsUntil) return;
    const startedAt = clock();
    let factor = 1;
    try {
      for (const { sql, set } of gauges) {
        const rows = await db.readLong(sql);
        set(new Map(rows.map(({ label, value }) => [String(label ?? ''), Number(value)])));
        // The lease ends during a query that takes too long. Then another worker counts, too, which does no harm.
        await lease.acquire();
      }
      factor = REST_FACTOR;
    } finally {
      restsUntil = clock() + factor * (clock() - startedAt);
    }
  }

  return {
    forget,
    measure: () =>
      measure().catch((error: unknown) => {
        forget();
        throw error;
      }),
  };
}
