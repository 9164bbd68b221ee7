/** A process reports that no worker runs, when the last backup was made, and damage. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/database';
import { beat, PROCESS_GONE_MS } from '../../db/heartbeat';
import type { Logger } from '../../log/logger';
import { useDatabase } from '../../testing/use-database';
import { createMetrics } from './metrics';
import { createVitalsWatch, noteBackup, noteBackupCheck, noteDamage } from './vitals';

const NOON = Date.UTC(2026, 10, 22, 12);
const MINUTE_MS = 60_000;

describe('a web process', () => {
  let db: Database;
  useDatabase('sqlite', (opened) => (db = opened));
  beforeEach(() => db.write([{ sql: 'DELETE FROM leases', params: [] }]));
  const lines: string[] = [];
  const write = (_: object, message: string) => void lines.push(message);
  const log = { info: write, warn: write } as unknown as Logger;
  let now = NOON;
  const dialect = () => ({ ...db.dialect, now: String(now) });
  const watching = () => ({
    ...db,
    get dialect() {
      return dialect();
    },
  });

  it('a missing worker is logged once, after its time to start, and once its return', async () => {
    now = NOON;
    const metrics = createMetrics(true);
    const look = createVitalsWatch({ db: watching(), metrics, log, clock: () => now });
    for (const [at, isBeating, said] of [
      [0, true, []],
      [MINUTE_MS, false, []],
      [2 * MINUTE_MS - 1, false, []],
      [2 * MINUTE_MS, false, ['no worker is running: nothing is removed, sent or backed up']],
      [3 * MINUTE_MS, false, []],
      [4 * MINUTE_MS, true, ['a worker is running again']],
      [4 * MINUTE_MS + PROCESS_GONE_MS, false, []],
      [4 * MINUTE_MS + PROCESS_GONE_MS + 1, false, ['no worker is running: nothing is removed, sent or backed up']],
    ] as const) {
      now = NOON + at;
      if (isBeating) await beat(watching(), 'worker', 'a');
      lines.length = 0;
      await look();
      expect(lines, String(at)).toEqual(said);
    }
    expect(await metrics.render()).toMatch(/^sealpaste_workers 0$/m);
  });

  it('tells when the last backup was made and checked, and 0 when none is known', async () => {
    now = NOON;
    const metrics = createMetrics(true);
    const look = createVitalsWatch({ db: watching(), metrics, log, clock: () => now + 5_000 });
    await look();
    expect(await metrics.render()).toMatch(/^sealpaste_last_backup_timestamp_seconds 0$/m);
    expect(await metrics.render()).toMatch(/^sealpaste_last_backup_check_timestamp_seconds 0$/m);
    await noteBackup(watching(), 1);
    now += 5_000;
    await noteBackupCheck(watching());
    await look();
    expect(await metrics.render()).toContain(`sealpaste_last_backup_check_timestamp_seconds ${(NOON + 10_000) / 1_000}`);
    expect(await metrics.render()).toContain(`sealpaste_last_backup_timestamp_seconds ${(NOON + 5_000) / 1_000}`);
  });

  it('tells when damage was met last, and 0 while none is known', async () => {
    now = NOON;
    const metrics = createMetrics(true);
    const look = createVitalsWatch({ db: watching(), metrics, log, clock: () => now });
    await look();
    expect(await metrics.render()).toMatch(/^sealpaste_damage_timestamp_seconds 0$/m);
    await noteDamage(watching(), 'row 7 of pastes');
    now += 5_000;
    await look();
    expect(await metrics.render()).toContain(`sealpaste_damage_timestamp_seconds ${NOON / 1_000}`);
  });

  it('no worker, backup or damage is told of while the database is away', async () => {
    const metrics = createMetrics(true);
    const state = { isAway: false };
    const read: Database['read'] = (sql) => (state.isAway ? Promise.reject(new Error('away')) : db.read(sql));
    const look = createVitalsWatch({ db: { ...db, read }, metrics, log });
    const told = async () => (await metrics.render()).match(/^sealpaste_(?:workers|last_backup|damage)\w* /gm) ?? [];
    await look();
    expect(await told()).toHaveLength(4);
    state.isAway = true;
    await look();
    expect(await told()).toEqual([]);
  });
});
