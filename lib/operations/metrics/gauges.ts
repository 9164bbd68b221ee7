/** Gauges of a process, which are read when somebody asks for them, and of the database's contents, which one worker counts. */
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database } from '../../db/database';
import type { Lease } from '../../db/lease';
import { within } from '../../http/within';
import type { Metrics, Reading } from './metrics';
import { readVitals } from './vitals';

/** Milliseconds after which a silent database counts as away, as for /readyz; less than a gauge waits for. */
const RESPONSE_MS = 1_900;

interface ProcessGaugesOptions {
  db: Database;
  /** Path of the SQLite database; null for PostgreSQL, whose disk is mostly another machine's. */
  file: string | null;
  version: string;
  metrics: Metrics;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

/** Adds the gauges of every process: version, database, disk, and what any process knows of workers, backups and damage. */
export function addProcessGauges({ db, file, version, metrics, clock = Date.now }: ProcessGaugesOptions): void {
  metrics.gauge('sealpaste_build_info', 'Always 1; the label says which version runs', () => new Map([[version, 1]]), 'version');
  metrics.gauge('sealpaste_database_up', '1 while the database responds and can be written to, else 0', async () =>
    (await isUp(db)) ? 1 : 0,
  );
  metrics.gauge('sealpaste_database_bytes', 'Size of the database, on SQLite with its write-ahead log', () =>
    file === null ? postgresqlBytes(db) : fileBytes(file),
  );
  if (file !== null)
    metrics.gauge(
      'sealpaste_disk_bytes',
      'The disk of the SQLite file: all of it, and what is free',
      () => diskBytes(dirname(file)),
      'state',
    );
  const { pool } = db;
  if (pool) metrics.gauge('sealpaste_database_connections', 'Of the pool; waiting: requests for one', () => connectionsOf(pool), 'state');

  const vitals = shared(() => readVitals(db));
  const addTime = (name: string, help: string, readAge: (found: Awaited<ReturnType<typeof vitals>>) => number | null) =>
    metrics.gauge(name, help, async () => {
      const ageMs = readAge(await vitals());
      return ageMs === null ? 0 : Math.floor((clock() - ageMs) / 1_000);
    });
  metrics.gauge('sealpaste_workers', 'Workers that have said within a minute that they are there', async () => (await vitals()).workers);
  addTime('sealpaste_last_backup_timestamp_seconds', 'When the last good backup was made; 0 when none is known', (it) => it.backupAgeMs);
  addTime(
    'sealpaste_last_backup_check_timestamp_seconds',
    'When a backup last passed its check; 0 when none has',
    (it) => it.backupCheckAgeMs,
  );
  addTime(
    'sealpaste_damage_timestamp_seconds',
    'When a process last met damage in the database; 0 when none is known',
    (it) => it.damage?.ageMs ?? null,
  );
}

/** Makes one run of those that callers want at the same time. */
function shared<Value>(run: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined;
  return () => (running ??= run().finally(() => (running = undefined)));
}

const isUp = (db: Database): Promise<boolean> =>
  within(RESPONSE_MS, db.ping()).then(
    () => true,
    () => false,
  );

function connectionsOf({ totalCount, idleCount, waitingCount }: NonNullable<Database['pool']>): Reading {
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
  // The comment is for Next's build, which would otherwise trace every file of the project for this path.
  const sizeOf = (path: string) =>
    stat(/* turbopackIgnore: true */ path).then(
      ({ size }) => size,
      () => 0,
    );
  return (await sizeOf(file)) + (await sizeOf(`${file}-wal`));
}

async function diskBytes(folder: string): Promise<Reading> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return new Map([
    ['all', blocks * bsize],
    ['free', bavail * bsize],
  ]);
}

/** A number from the database, or one for each value of a label. */
interface DatabaseGauge {
  name: string;
  help: string;
  /** One row with `value`, or, with a label, rows with `label` and `value`. */
  sql: string;
  label?: string;
}

/** Queues, each with a gauge of its rows by status and one of its delay. */
const QUEUES = [
  {
    table: 'webhook_deliveries',
    gauge: 'sealpaste_webhook_deliveries',
    help: 'Webhook deliveries in the queue and its log, by status',
    delay: 'sealpaste_webhook_delay_seconds',
    item: 'webhook delivery',
  },
  {
    table: 'notification_queue',
    gauge: 'sealpaste_chat_messages',
    help: 'Chat messages in the queue, by status',
    delay: 'sealpaste_chat_delay_seconds',
    item: 'chat message',
  },
  { table: 'mails', gauge: 'sealpaste_mails', help: 'Mails in the queue, by status', delay: 'sealpaste_mail_delay_seconds', item: 'mail' },
] as const;

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
  ...QUEUES.flatMap(({ table, gauge, help, delay, item }) => [
    { name: gauge, help, sql: `SELECT status AS label, count(*) AS value FROM ${table} GROUP BY status`, label: 'status' },
    {
      name: delay,
      help: `How long the ${item} that has been due longest has been so`,
      sql: `SELECT CAST(COALESCE(max(${now} - next_retry_at), 0) / 1000 AS BIGINT) AS value FROM ${table} WHERE next_retry_at <= ${now}`,
    },
  ]),
];

/** A worker rests for so many times the duration of its last measurement; after one that failed, only as long as it took. */
const REST_FACTOR = 20;

/**
 * Adds the gauges of the database's contents. They have no value while the database is away.
 * @param lease lets one of several workers count; the others would report the same numbers
 * @returns measures all gauges once if it is time: after a long measurement it rests for long
 */
export function createDatabaseGauges(
  db: Database,
  metrics: Metrics,
  lease: Pick<Lease, 'acquire'>,
  clock: () => number = () => performance.now(),
): () => Promise<void> {
  const gauges = databaseGauges(db.dialect.now);
  const counted = new Map<string, Reading>();
  // A measurement may wait for a silent database for minutes.
  const isThere = shared(() => isUp(db));
  for (const { name, help, label } of gauges) {
    const read = async () => ((await isThere()) ? (counted.get(name) ?? null) : null);
    metrics.gauge(name, help, read, label);
  }
  let restsUntil = Number.NEGATIVE_INFINITY;

  async function count(): Promise<void> {
    const startedAt = clock();
    let factor = 1;
    try {
      for (const { name, sql, label } of gauges) {
        const rows = await db.readLong(sql);
        const numbers = new Map(rows.map((row) => [String(row.label ?? ''), Number(row.value)]));
        counted.set(name, label === undefined ? (numbers.get('') ?? null) : numbers);
        // The lease ends during a query that takes too long. Then another worker counts, too, which does no harm.
        await lease.acquire();
      }
      factor = REST_FACTOR;
    } finally {
      restsUntil = clock() + factor * (clock() - startedAt);
    }
  }

  return async () => {
    try {
      if (!(await lease.acquire())) counted.clear();
      else if (clock() >= restsUntil) await count();
    } catch (error) {
      counted.clear();
      throw error;
    }
  };
}
