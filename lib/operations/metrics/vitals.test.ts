/** Web processes, the doctor and the metrics see workers and backups, on both engines. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/database';
import { beat, PROCESS_GONE_MS } from '../../db/heartbeat';
import { engines } from '../../testing/test-database';
import { useDatabase } from '../../testing/use-database';
import { noteVital, readVitals } from './vitals';

const NOON = Date.UTC(2026, 10, 22, 12);
const DAY_MS = 86_400_000;

describe.each(engines)('signs of life on %s', (engine) => {
  let db: Database;
  useDatabase(engine, (opened) => (db = opened));
  beforeEach(() => db.write([{ sql: 'DELETE FROM leases', params: [] }]));
  const at = (ms: number): Database => ({ ...db, dialect: { ...db.dialect, now: `CAST(${ms} AS BIGINT)` } });

  it('nothing is known of a service that has just been made', async () => {
    expect(await readVitals(db)).toEqual({ workers: 0, workerSilentMs: null, backupAgeMs: null, backupCheckAgeMs: null, damage: null });
  });

  it('a worker is there until it has been silent for a minute', async () => {
    await beat(at(NOON - 10), 'worker', 'a');
    await beat(at(NOON), 'worker', 'b');
    expect(await readVitals(at(NOON + PROCESS_GONE_MS - 10))).toMatchObject({ workers: 2, workerSilentMs: PROCESS_GONE_MS - 10 });
    expect(await readVitals(at(NOON + PROCESS_GONE_MS))).toMatchObject({ workers: 1 });
    expect(await readVitals(at(NOON + PROCESS_GONE_MS + 1))).toMatchObject({ workers: 0, workerSilentMs: PROCESS_GONE_MS + 1 });
    await beat(at(NOON + PROCESS_GONE_MS + 2), 'worker', 'a');
    expect(await readVitals(at(NOON + PROCESS_GONE_MS + 2))).toMatchObject({ workers: 1, workerSilentMs: 0 });
  });

  it('workers that are gone for a day are forgotten', async () => {
    await beat(at(NOON), 'worker', 'a');
    await beat(at(NOON + DAY_MS), 'worker', 'b');
    expect(await db.read('SELECT holder FROM leases')).toHaveLength(2);
    await beat(at(NOON + DAY_MS + 1), 'worker', 'b');
    expect(await db.read('SELECT name, holder FROM leases')).toEqual([{ name: 'beat:worker:b', holder: db.knows }]);
  });

  it('a backup is as old as the newest one, and so is its check', async () => {
    await noteVital(at(NOON - DAY_MS), 'backup', '1');
    await noteVital(at(NOON), 'backup', '2');
    expect(await readVitals(at(NOON + 5))).toMatchObject({ backupAgeMs: 5, backupCheckAgeMs: null, workers: 0 });
    await noteVital(at(NOON + 2), 'backupCheck');
    expect(await readVitals(at(NOON + 5))).toMatchObject({ backupAgeMs: 5, backupCheckAgeMs: 3 });
  });
});
