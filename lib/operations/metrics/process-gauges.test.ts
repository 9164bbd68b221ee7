/** Gauges of a process: version, disk, database, Redis and bans, on both engines. */

import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../db/database';
import { sqliteFile } from '../../db/engines/open-database';
import { engines, type TestDatabase } from '../../testing/test-database';
import { useDatabase } from '../../testing/use-database';
import { createProcessGauges } from './gauges';
import { createMetrics } from './metrics';

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

  async function measured(isRedisReady: (() => boolean) | null = null, on: Partial<Database> = {}): Promise<Map<string, number>> {
    const metrics = createMetrics(true);
    const file = sqliteFile(database.url, process.cwd());
    const measure = createProcessGauges({
      isOn: true,
      db: { ...db, ...on },
      file,
      version: '1.2.3',
      isRedisReady,
      bans: { count: () => 3 },
      metrics,
    });
    await measure();
    const lines = (await metrics.render()).split('\n').filter((line) => line.startsWith('sealpaste_'));
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
  }

  it('tells its version, the size of the database and how many networks are banned', async () => {
    const values = await measured();
    expect(values.get('sealpaste_build_info{version="1.2.3"}')).toBe(1);
    expect(values.get('sealpaste_database_bytes')).toBeGreaterThan(50_000);
    expect(values.get('sealpaste_bans')).toBe(3);
  });

  it.runIf(engine === 'sqlite')('tells what is free on the disk of its file', async () => {
    const { blocks, bsize } = statfsSync(dirname(sqliteFile(database.url, process.cwd()) ?? ''));
    const values = await measured();
    expect(values.get('sealpaste_disk_bytes{state="all"}')).toBe(blocks * bsize);
    expect(values.get('sealpaste_disk_bytes{state="free"}')).toBeLessThanOrEqual(blocks * bsize);
  });

  it.runIf(engine === 'postgresql')('tells how many connections are used, idle and waited for', async () => {
    const values = await measured();
    for (const state of ['used', 'idle', 'waiting'])
      expect(values.get(`sealpaste_database_connections{state="${state}"}`)).toBeGreaterThanOrEqual(0);
  });

  it('tells whether Redis counts, where there is one', async () => {
    expect((await measured(() => true)).get('sealpaste_redis_up')).toBe(1);
    expect((await measured(() => false)).get('sealpaste_redis_up')).toBe(0);
    expect((await measured()).has('sealpaste_redis_up')).toBe(false);
  });

  it('tells that Redis is away before the next measurement', async () => {
    const metrics = createMetrics(true);
    let isReady = true;
    const options = { isOn: true, db, file: null, version: '1.2.3', bans: null, metrics };
    await createProcessGauges({ ...options, isRedisReady: () => isReady })();
    expect(await metrics.render()).toMatch(/^sealpaste_redis_up 1$/m);
    isReady = false;
    expect(await metrics.render()).toMatch(/^sealpaste_redis_up 0$/m);
  });

  it('tells the rest while the database is away', async () => {
    expect((await measured()).get('sealpaste_database_up')).toBe(1);
    const away = () => Promise.reject(new Error('away'));
    const values = await measured(() => false, { ping: away });
    expect(['database_up', 'redis_up', 'bans'].map((name) => values.get(`sealpaste_${name}`))).toEqual([0, 0, 3]);
  });

  it('a silent database is away, and what it alone could tell has no value', async () => {
    const metrics = createMetrics(true);
    const options = { isOn: true, file: null, version: '1.2.3', isRedisReady: null, bans: null, metrics };
    const silence = { is: false };
    const orSilent = async <Value>(value: Value) => (silence.is ? Promise.reject(new Error('no response')) : value);
    const ping: Database['ping'] = () => (silence.is ? new Promise(() => undefined) : Promise.resolve());
    const measure = createProcessGauges({ ...options, db: { ...db, read: () => orSilent([{ bytes: 5 }]), ping } });
    expect(await measure()).toBe(true);
    expect(await metrics.render()).toMatch(/^sealpaste_database_bytes 5$/m);
    silence.is = true;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const measuring = measure();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await measuring).toBe(false);
    expect(await metrics.render()).toMatch(/^sealpaste_database_up 0$/m);
    expect(await metrics.render()).not.toMatch(/^sealpaste_database_bytes /m);
  });
});
