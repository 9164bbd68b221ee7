/** Gauges of a process: version, disk, database, workers, backups and damage, on both engines. */

import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../db/database';
import { sqliteFile } from '../../db/engines/open-database';
import { beat, PROCESS_GONE_MS } from '../../db/heartbeat';
import { engines, type TestDatabase } from '../../testing/test-database';
import { useDatabase } from '../../testing/use-database';
import { addProcessGauges } from './gauges';
import { createMetrics } from './metrics';
import { noteVital } from './vitals';

const NOON = Date.UTC(2026, 10, 22, 12);

afterEach(() => {
  vi.useRealTimers();
});

describe.each(engines)('a process on %s', (engine) => {
  let database: TestDatabase;
  let db: Database;
  useDatabase(engine, (opened, its) => {
    db = opened;
    database = its;
  });

  async function told(on: Partial<Database> = {}, now = Date.now()): Promise<Map<string, number>> {
    const metrics = createMetrics(true);
    const file = sqliteFile(database.url, process.cwd());
    addProcessGauges({ db: { ...db, ...on }, file, version: '1.2.3', metrics, clock: () => now });
    const lines = (await metrics.render()).split('\n').filter((line) => line.startsWith('sealpaste_'));
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
  }

  it('tells its version and the size of the database', async () => {
    const values = await told();
    expect(values.get('sealpaste_build_info{version="1.2.3"}')).toBe(1);
    expect(values.get('sealpaste_database_bytes')).toBeGreaterThan(50_000);
    expect(values.get('sealpaste_database_up')).toBe(1);
  });

  it.runIf(engine === 'sqlite')('tells what is free on the disk of its file', async () => {
    const { blocks, bsize } = statfsSync(dirname(sqliteFile(database.url, process.cwd()) ?? ''));
    const values = await told();
    expect(values.get('sealpaste_disk_bytes{state="all"}')).toBe(blocks * bsize);
    expect(values.get('sealpaste_disk_bytes{state="free"}')).toBeLessThanOrEqual(blocks * bsize);
  });

  it.runIf(engine === 'postgresql')('tells how many connections are used, idle and waited for', async () => {
    const values = await told();
    for (const state of ['used', 'idle', 'waiting'])
      expect(values.get(`sealpaste_database_connections{state="${state}"}`)).toBeGreaterThanOrEqual(0);
  });

  it('a silent database is away, and what it alone could tell has no value', async () => {
    const silent = () => new Promise<never>(() => undefined);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const telling = told({ ping: silent, read: silent });
    await vi.advanceTimersByTimeAsync(2_000);
    const values = await telling;
    expect(values.get('sealpaste_database_up')).toBe(0);
    expect(values.has('sealpaste_workers')).toBe(false);
    // The size of SQLite's file is no question to the database.
    if (engine === 'postgresql') expect(values.has('sealpaste_database_bytes')).toBe(false);
  });

  it('tells of workers, and when a backup was made and checked and damage was met', async () => {
    const on = { dialect: { ...db.dialect, now: String(NOON) } };
    const names = ['last_backup_timestamp_seconds', 'last_backup_check_timestamp_seconds', 'damage_timestamp_seconds'];
    const times = async (now: number) => {
      const values = await told({ dialect: { ...db.dialect, now: String(now) } }, now + 5_000);
      return [values.get('sealpaste_workers'), ...names.map((name) => values.get(`sealpaste_${name}`))];
    };
    expect(await times(NOON)).toEqual([0, 0, 0, 0]);
    await noteVital({ ...db, ...on }, 'backup', '1');
    await beat({ ...db, ...on }, 'worker', 'a');
    expect(await times(NOON + 1_000)).toEqual([1, (NOON + 5_000) / 1_000, 0, 0]);
    await noteVital({ ...db, ...on }, 'backupCheck');
    await noteVital({ ...db, ...on }, 'damage', 'row 7 of pastes');
    expect(await times(NOON + PROCESS_GONE_MS + 1)).toEqual([0, ...Array(3).fill((NOON + 5_000) / 1_000)]);
  });
});
