/** The doctor's findings about workers and backups, on both engines. */
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/config';
import type { Database } from '../../db/database';
import { beat, PROCESS_GONE_MS } from '../../db/heartbeat';
import { engines } from '../../testing/test-database';
import { useDatabase } from '../../testing/use-database';
import { noteVital } from '../metrics/vitals';
import { checkBackup, checkWorkers } from './doctor-database';

const NOON = Date.UTC(2026, 10, 22, 12);
const HOUR_MS = 3_600_000;

describe.each(engines)('the doctor on %s', (engine) => {
  let db: Database;
  useDatabase(engine, (opened) => (db = opened));
  beforeEach(() => db.write([{ sql: 'DELETE FROM leases', params: [] }]));
  const at = (ms: number): Database => ({ ...db, dialect: { ...db.dialect, now: `CAST(${ms} AS BIGINT)` } });
  const every = (hours: number) =>
    loadConfig({ NODE_ENV: 'test', MASTER_KEY: randomBytes(32).toString('base64'), BACKUP_INTERVAL_HOURS: String(hours) });

  it('warns when no worker runs, and says since when', async () => {
    expect(await checkWorkers(db)).toEqual({ warning: expect.stringContaining('none was within a day') });
    await beat(at(NOON), 'worker', 'a');
    expect(await checkWorkers(at(NOON + PROCESS_GONE_MS))).toBe('1 running, the last heard of 60 s ago');
    expect(await checkWorkers(at(NOON + PROCESS_GONE_MS + 1_000))).toEqual({ warning: expect.stringContaining('the last was 61 s ago') });
  });

  it('warns when no backup was ever made, and when the worker makes none', async () => {
    expect(await checkBackup(db, every(24))).toEqual({ warning: 'no backup is known (BACKUP_INTERVAL_HOURS is 24)' });
    expect(await checkBackup(db, every(0))).toEqual({
      warning: 'no backup is known, and BACKUP_INTERVAL_HOURS is 0: the worker makes none',
    });
  });

  it('warns when the last backup is older than two intervals, or two days without any', async () => {
    await noteVital(at(NOON), 'backup', '1');
    for (const [interval, hours] of [
      [6, 12],
      [0, 48],
    ] as const) {
      expect(await checkBackup(at(NOON + hours * HOUR_MS), every(interval))).toBe(
        `the last good backup is ${hours} h old, and none was checked by the worker`,
      );
      expect(await checkBackup(at(NOON + hours * HOUR_MS + 1), every(interval))).toEqual({
        warning: expect.stringMatching(/^the last good backup is \d+ h old.*BACKUP_INTERVAL_HOURS is/),
      });
    }
  });

  it('warns when the worker checked no backup for more than two weeks', async () => {
    const later = NOON + 15 * 24 * HOUR_MS;
    await noteVital(at(later), 'backup', '1');
    await noteVital(at(NOON), 'backupCheck');
    expect(await checkBackup(at(later), every(24))).toMatch(/^the last good backup is 0 h old, and a backup was last checked 360 h ago$/);
    expect(await checkBackup(at(later + 1), every(24))).toEqual({ warning: expect.stringMatching(/but .* 360 h ago: the worker's log/) });
    expect(await checkBackup(at(later + 1), every(0))).toMatch(/360 h ago$/);
  });
});
