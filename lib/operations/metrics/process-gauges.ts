/** Gauges of a process: its version, the disk, the database, Redis and bans. */
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database } from '../../db/database';
import { within } from '../../http/within';
import type { BansService } from '../bans.service';
import type { Metrics, Values } from './metrics';

/** Milliseconds after which a silent database counts as away, as for /readyz. */
const RESPONSE_MS = 2_000;

export interface ProcessGaugesOptions {
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
