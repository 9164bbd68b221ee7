/** Gauges of a process: its version, the disk, the database, Redis and bans. The only query asks for the database's size. */
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database } from '../../db/database';
import type { BansService } from '../bans/bans.service';
import type { Metrics } from './metrics';

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

/** @returns a function that measures all gauges once. A gauge that can't be measured keeps its value */
export function createProcessGauges({ isOn, db, file, version, isRedisReady, bans, metrics }: ProcessGaugesOptions): () => Promise<void> {
  if (!isOn) return async () => undefined;
  metrics.gauge('sealpaste_build_info', 'Always 1; the label says which version runs', 'version')(new Map([[version, 1]]));
  const databaseBytes = metrics.gauge('sealpaste_database_bytes', 'Size of the database, on SQLite with its write-ahead log');
  const setters: (() => Promise<void> | void)[] = [
    async () => databaseBytes(one(file === null ? await postgresqlBytes(db) : await fileBytes(file))),
  ];
  if (bans) {
    const banned = metrics.gauge('sealpaste_bans', 'Networks that are banned');
    setters.push(() => banned(one(bans.count())));
  }
  if (file !== null) {
    const disk = metrics.gauge('sealpaste_disk_bytes', 'The disk of the SQLite file: all of it, and what is free', 'state');
    setters.push(async () => disk(await diskBytes(dirname(file))));
  }
  const { pool } = db;
  if (pool) {
    const connections = metrics.gauge('sealpaste_database_connections', 'Of the pool; waiting: requests for one', 'state');
    setters.push(() => {
      const { totalCount, idleCount, waitingCount } = pool;
      connections(
        new Map([
          ['used', totalCount - idleCount],
          ['idle', idleCount],
          ['waiting', waitingCount],
        ]),
      );
    });
  }
  if (isRedisReady) {
    const redis = metrics.gauge('sealpaste_redis_up', '1 while Redis counts the rate limits, 0 while each process does');
    setters.push(() => redis(one(isRedisReady() ? 1 : 0)));
  }
  return async () => void (await Promise.allSettled(setters.map(async (set) => set())));
}

const one = (value: number) => new Map([['', value]]);

async function postgresqlBytes(db: Database): Promise<number> {
  const [row] = await db.read('SELECT pg_database_size(current_database()) AS bytes');
  return Number(row?.bytes);
}

async function fileBytes(file: string): Promise<number> {
  const sizes = await Promise.all(
    [file, `${file}-wal`].map((path) =>
      // Without the comment, Next's build would trace every file of the project for this path.
      stat(/* turbopackIgnore: true */ path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function diskBytes(folder: string): Promise<Map<string, number>> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return new Map([
    ['all', blocks * bsize],
    ['free', bavail * bsize],
  ]);
}
