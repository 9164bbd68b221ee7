/** When backups are made, and how many are kept. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#lib/db/database';
import { createBackupKeys } from '#lib/operations/backup/backup-keys';
import { noteVital, readVitals } from '#lib/operations/metrics/vitals';
import { silentLogger } from '#lib/testing/loggers';
import { engines, type TestDatabase } from '#lib/testing/test-database';
import { checkMasterKeys } from '#lib/vault/check-master-keys';
import { createKeyring } from '#lib/vault/keyring';
import { useDatabase } from '../lib/testing/use-database';
import { backUpOnSchedule } from './backup';

const HOUR_MS = 3_600_000;
const WEEK_MS = 168 * HOUR_MS;
const keyring = createKeyring([randomBytes(32)]);
const { recipient } = await createBackupKeys(undefined, keyring);

interface Options {
  folder?: string;
  keep?: number;
  signal?: AbortSignal;
  masterKeyIds?: readonly string[];
  /** How long ago a backup was checked. Default: just now. `null`: as the database says. */
  checkAgeMs?: number | null;
}

describe.each(engines)('scheduled backups on %s', (engine) => {
  let database: TestDatabase;
  let db: Database;
  let folder: string;
  let made = 0;

  useDatabase(engine, (opened, its) => {
    db = opened;
    database = its;
  });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sealpaste-scheduled-'));
    await db.write([{ sql: 'DELETE FROM leases', params: [] }]);
    return () => rmSync(folder, { recursive: true });
  });

  async function run(holder: string, options: Options = {}): Promise<void> {
    const { checkAgeMs = 0 } = options;
    if (checkAgeMs !== null) {
      await noteVital(db, 'backupCheck');
      await db.write([{ sql: "UPDATE leases SET expires_at = expires_at - ? WHERE name = 'backup-checked'", params: [checkAgeMs] }]);
    }
    await backUpOnSchedule(
      {
        db,
        holder,
        intervalMs: HOUR_MS,
        source: { url: database.url, rootDir: process.cwd() },
        recipient,
        masterKeyIds: options.masterKeyIds ?? [],
        folder: options.folder ?? folder,
        keep: options.keep ?? 100,
        log: silentLogger,
        now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, (made += 1))),
      },
      options.signal ?? new AbortController().signal,
    );
  }
  const passInterval = () => db.write([{ sql: "UPDATE leases SET expires_at = 0 WHERE name = 'backup-recent'", params: [] }]);

  it('are made by one of several workers, once per interval', async () => {
    await Promise.all(['a', 'b', 'c'].map((holder) => run(holder)));
    await run('a');
    await run('d');
    expect(readdirSync(folder)).toHaveLength(1);
    await passInterval();
    await run('b');
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('that fail are due again at once, also in another worker', async () => {
    const blocked = join(folder, 'blocked');
    writeFileSync(blocked, '');
    await expect(run('a', { folder: blocked })).rejects.toThrow();
    expect(await readVitals(db)).toMatchObject({ backupAgeMs: null });
    rmSync(blocked);
    await run('b');
    expect(await readVitals(db)).toMatchObject({ backupAgeMs: expect.any(Number) });
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('that are stopped leave no file and are due again', async () => {
    await run('a', { signal: AbortSignal.abort() });
    expect(readdirSync(folder)).toEqual([]);
    await run('b');
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('are pruned to the newest, and other files stay', async () => {
    mkdirSync(join(folder, 'sealpaste-notes'));
    const others = ['sealpaste.db', 'sealpaste-20200101T000000Z.backup.gz', 'mine-20200101T000000Z.backup'];
    for (const name of others) writeFileSync(join(folder, name), '');
    for (let round = 0; round < 4; round++) {
      await passInterval();
      await run('a', { keep: 2 });
    }
    const names = readdirSync(folder);
    expect(names).toEqual(expect.arrayContaining([...others, 'sealpaste-notes']));
    expect(names.filter((name) => /^sealpaste-2026/.test(name))).toEqual(
      [made - 1, made].map((second) => expect.stringContaining(`T0000${String(second).padStart(2, '0')}Z`)),
    );
  });

  it('one a week is restored and compared, also after a check that failed', async () => {
    await checkMasterKeys(db, keyring);
    await expect(run('a', { checkAgeMs: null })).rejects.toThrow(/^the check of .* failed: MASTER_KEY/);
    expect(await readVitals(db)).toMatchObject({ backupAgeMs: expect.any(Number), backupCheckAgeMs: null });
    const known = { checkAgeMs: null, masterKeyIds: [keyring.current.id] };
    await passInterval();
    await run('a', known);
    expect(await readVitals(db)).toMatchObject({ backupCheckAgeMs: expect.any(Number) });
    expect(readdirSync(folder)).toHaveLength(2);
    // A check would fail without a master key.
    for (const [checkAgeMs, isChecked] of [
      [WEEK_MS - HOUR_MS, false],
      [WEEK_MS, true],
    ] as const) {
      await passInterval();
      const made = run('a', { checkAgeMs });
      await (isChecked ? expect(made).rejects.toThrow(/the check of/) : made);
    }
  });
});
