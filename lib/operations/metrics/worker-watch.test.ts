/** A web process logs that no worker runs. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/database';
import { beat, PROCESS_GONE_MS } from '../../db/heartbeat';
import type { Logger } from '../../log/logger';
import { useDatabase } from '../../testing/use-database';
import { createWorkerWatch } from './vitals';

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
    const look = createWorkerWatch(watching(), log, () => now);
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
  });

  it('a database that is away tells of no missing worker', async () => {
    now = NOON;
    lines.length = 0;
    const look = createWorkerWatch({ ...db, read: () => Promise.reject(new Error('away')) }, log, () => now);
    now += 3 * MINUTE_MS;
    await look();
    expect(lines).toEqual([]);
  });
});
