/** Gauges of a process: its version, the disk, the database, Redis and bans. */
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database } from '../../db/database';
import type { Lease } from '../../db/lease';
import { within } from '../../http/within';
import type { BansService } from '../bans.service';
import type { DatabaseGauge, Metrics, Values } from './metrics';

/** Milliseconds after which a silent database counts as away, as for /readyz. */
const RESPONSE_MS = 2_000;

interface ProcessGaugesOptions {
  /** False: nobody may read the metrics, so nothing is measured. */
  isOn: boolean;
  db: Database;
  /** Path of the SQLite database; null for PostgreSQL, whose disk is mostly another machine's. */
  file: string | null;
  version: string;
  /** Null without Redis. */
  isRedisReady: (() => boolean) | null;
  /** Null in a process that serves no requests. */
  bans: Pick<BansService, 'count'> | null;
  metrics: Metrics;
}

/**
 * @returns a function that measures once what takes a question, and says whether the database is up. A gauge that can't be measured has no
 *   value, since the last one would be old
 */
export function createProcessGauges({ isOn, db, file, version, isRedisReady, bans, metrics }: ProcessGaugesOptions) {
  if (!isOn) return async () => true;
  metrics.gauge('sealpaste_build_info', 'Always 1; the label says which version runs', 'version')(new Map([[version, 1]]));
  const measures: (() => Promise<void>)[] = [];
  function add(name: string, help: string, measure: () => Promise<Values>, label?: string): void {
    const set = metrics.gauge(name, help, label);
    measures.push(async () => set(await measure().catch(() => NO_VALUES)));
  }
  let wasUp = true;
  add('sealpaste_database_up', '1 while the database responds and can be written to, else 0', async () => {
    wasUp = await isUp(db);
    return one(wasUp ? 1 : 0);
  });
  add('sealpaste_database_bytes', 'Size of the database, on SQLite with its write-ahead log', async () =>
    one(file === null ? await postgresqlBytes(db) : await fileBytes(file)),
  );
  if (bans) metrics.liveGauge('sealpaste_bans', 'Networks that are banned', () => one(bans.count()));
  if (file !== null)
    add('sealpaste_disk_bytes', 'The disk of the SQLite file: all of it, and what is free', () => diskBytes(dirname(file)), 'state');
  const { pool } = db;
  if (pool)
    metrics.liveGauge('sealpaste_database_connections', 'Of the pool; waiting: requests for one', () => connectionsOf(pool), 'state');
  if (isRedisReady)
    metrics.liveGauge('sealpaste_redis_up', '1 while Redis counts the rate limits, 0 while each process does', () =>
      one(isRedisReady() ? 1 : 0),
    );
  return async (): Promise<boolean> => {
    await Promise.all(measures.map((measure) => measure()));
    return wasUp;
  };
}

const NO_VALUES: Values = new Map();

const one = (value: number): Values => new Map([['', value]]);

async function isUp(db: Database): Promise<boolean> {
  return within(RESPONSE_MS, db.ping()).then(
    () => true,
    () => false,
  );
}

function connectionsOf({ totalCount, idleCount, waitingCount }: NonNullable<Database['pool']>): Values {
  return new Map([
    ['used', totalCount - idleCount],
    ['idle', idleCount],
    ['waiting', waitingCount],
  ]);
}

async function postgresqlBytes(db: Database): Promise<number> {
  const [row] = await db.read('SELECT pg_database_size(current_database()) AS bytes');
  return Number(row?.bytes);
}

async function fileBytes(file: string): Promise<number> {
  const sizes = await Promise.all(
    [file, `${file}-wal`].map((path) =>
      // The comment is for Next's build, which would otherwise trace every file of the project for this path.
      stat(/* turbopackIgnore: true */ path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function diskBytes(folder: string): Promise<Values> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return new Map([
    ['all', blocks * bsize],
    ['free', bavail * bsize],
  ]);
}

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
