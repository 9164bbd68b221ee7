/** Backups of either engine: made, restored, checked, stopped and pruned. */
import { fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { on, once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccountsService } from '../../accounts/accounts.service';
import { createSessionsService } from '../../accounts/sessions.service';
import { createAuditRecorder } from '../../audit/audit-recorder';
import type { Database } from '../../db/database';
import { openDatabase } from '../../db/engines/open-database';
import { FileExistsError } from '../../db/place-file';
import { silentLogger } from '../../testing/loggers';
import { createTestDatabase, engines, type TestDatabase } from '../../testing/test-database';
import { checkMasterKeys } from '../../vault/check-master-keys';
import { createKeyring } from '../../vault/keyring';
import { type BackUpOptions, type BackupTask, backUp } from './backup.service';

import { createBackupKeys } from './backup-keys';
import { loadBackup } from './backup-load';
import { backupName, scheduledIn } from './backup-place';

const rootDir = process.cwd();
const keyring = createKeyring([randomBytes(32)]);
const { recipient, identities } = await createBackupKeys(undefined, keyring);
const masterKeyIds = [keyring.current.id];
const HOUR_MS = 3_600_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealpaste-backup-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

describe.each(engines)('a backup of %s', (engine) => {
  let source: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    source = await createTestDatabase(engine);
    db = await openDatabase({ url: source.url, rootDir });
    await checkMasterKeys(db, keyring);
    await db.write(
      ['kept', 'burning'].map((publicId) => ({
        sql: `INSERT INTO pastes (id, lookup, id_sealed, syntax, is_e2ee, burn_after_read, content_bytes, chunk_count, data_key, master_key_id, created_at)
          VALUES (?, ?, ?, '', FALSE, ?, 1, 1, ?, '', 0)`,
        params: [publicId, publicId, Buffer.alloc(1), publicId === 'burning', Buffer.alloc(1)],
      })),
    );
  });
  afterAll(async () => {
    await db?.close();
    await source?.drop();
  });

  const make = (name = 'backup', options: Partial<BackUpOptions> = {}) =>
    backUp({ url: source.url, rootDir }, join(folder, name), { recipient, ...options });

  /** Puts it into a fresh place of the same engine. @returns the ids of the pastes there */
  async function putBack(file: string, options: { keepBurnPastes?: boolean } = {}): Promise<unknown[]> {
    const target = await createTestDatabase(engine, { isMigrated: false });
    try {
      await loadBackup(file, { url: target.url, rootDir, identities, masterKeyIds, keepBurnPastes: false, ...options });
      const restored = await openDatabase({ url: target.url, rootDir });
      try {
        return (await restored.read('SELECT id FROM pastes ORDER BY id')).map((row) => row.id);
      } finally {
        await restored.close();
      }
    } finally {
      await target.drop();
    }
  }

  it('comes back as it was, without burn pastes unless they are asked for', async () => {
    const { file } = await make();
    expect(await putBack(file)).toEqual(['kept']);
    expect(await putBack(file, { keepBurnPastes: true })).toEqual(['burning', 'kept']);
  });

  it('a restore brings back the keys of its time, counts them, and signs nobody in', async () => {
    const log = silentLogger;
    const accounts = createAccountsService(db, keyring, log);
    const security = { secret: 'a secret that only this test has, of 32 characters', isHttps: true };
    const revokedBefore = await accounts.createKey('anna');
    const [kept, revokedSince] = [await accounts.createKey('anna'), await accounts.createKey('anna')];
    await accounts.createKey('anna', { lifetimeMs: -1_000 });
    await accounts.revokeKey(revokedBefore);
    const { setCookie } = await createSessionsService(db, createAuditRecorder(db, keyring), security, log).signIn(kept);
    const { file } = await make();
    await accounts.revokeKey(revokedSince);

    const target = await createTestDatabase(engine, { isMigrated: false });
    try {
      const result = await loadBackup(file, { url: target.url, rootDir, identities, masterKeyIds, keepBurnPastes: true });
      expect(result).toMatchObject({ burnPastes: 0, activeKeys: 2 });
      const restored = await openDatabase({ url: target.url, rootDir });
      const again = createAccountsService(restored, keyring, log);
      const works = async (key: string) => (await again.authenticate(key)) !== null;
      expect([await works(revokedBefore), await works(kept), await works(revokedSince)]).toEqual([false, true, true]);
      const sessions = createSessionsService(restored, createAuditRecorder(restored, keyring), security, log);
      expect(await sessions.findIn(setCookie?.split(';')[0] ?? null)).toBeNull();
      await restored.close();
    } finally {
      await target.drop();
    }
  });

  it('is for its owner alone, as large as it says, in a folder that is made for it', async () => {
    const { file, bytes } = await make('new/folder/backup');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'new/folder')).mode & 0o777).toBe(0o700);
    expect(statSync(file).size).toBe(bytes);
    expect(readdirSync(join(folder, 'new/folder'))).toEqual(['backup']);
  });

  it('never takes the place of another file', async () => {
    writeFileSync(join(folder, 'backup'), 'mine');
    await expect(make()).rejects.toThrow(FileExistsError);
    expect(readFileSync(join(folder, 'backup'), 'utf8')).toBe('mine');
  });

  it('that is stopped leaves nothing', async () => {
    const stopping = new AbortController();
    await expect(make('backup', { signal: AbortSignal.abort() })).rejects.toThrow(/abort/);
    await expect(make('backup', { signal: stopping.signal, onProgress: () => stopping.abort() })).rejects.toThrow(/abort/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a backup is noted when it is in its place, then restored aside and compared', async () => {
    vi.stubEnv('TMPDIR', folder);
    const beside = () => readdirSync(source.folder ?? folder).filter((name) => name.startsWith('sealpaste-check-'));
    let during: string[] = [];
    let noted: unknown;
    const onMade = async (backup: unknown) => {
      noted = backup;
      during = beside();
    };
    const backup = await make('backup', { onMade, check: { masterKeyIds } });
    expect(noted).toEqual(backup);
    expect(during).toHaveLength(1);
    expect(beside()).toEqual([]);
  });

  it('a check that fails says why, and leaves the backup and nothing else', async () => {
    const failed = make('backup', { check: { masterKeyIds: [] } });
    await expect(failed).rejects.toThrow(/^the check of .*backup failed: MASTER_KEY: .*not configured$/);
    expect(readdirSync(folder)).toEqual(['backup']);
    expect(await putBack(join(folder, 'backup'))).toEqual(['kept']);
  });
});

it('a process whose starter is gone removes what is not complete and ends', async () => {
  const source = await createTestDatabase('sqlite');
  const [file, checkFolder] = [join(folder, 'backup'), join(folder, 'check')];
  try {
    mkdirSync(checkFolder);
    const child = fork('dist/backup.js', [], { stdio: 'ignore', execArgv: [] });
    const task: BackupTask = { source: { url: source.url, rootDir }, file, recipient, check: { folder: checkFolder, masterKeyIds } };
    child.send(task);
    for await (const [news] of on(child, 'message')) if (news === 'made') break;
    writeFileSync(`${file}.partial`, '');
    writeFileSync(join(checkFolder, 'check.db'), '');
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(readdirSync(folder)).toEqual(['backup']);
  } finally {
    await source.drop();
  }
});

describe('a backup that can not be made', () => {
  it('because its file can not be written says why, in one line', async () => {
    const source = await createTestDatabase('sqlite');
    try {
      writeFileSync(join(folder, 'file'), '');
      const inFile = backUp({ url: source.url, rootDir }, join(folder, 'file/backup'), { recipient });
      await expect(inFile).rejects.toThrow(/^\S+file can't be made: E[A-Z]+: [^\n]+$/);
      // Nobody can make a file there, not even root.
      const written = backUp({ url: source.url, rootDir }, '/proc/backup', { recipient });
      await expect(written).rejects.toThrow(/^\/proc\/?(?:backup)? can't be (?:made|written): E[A-Z]+: [^\n]+$/);
    } finally {
      await source.drop();
    }
  });

  it('because its disk has no room says so and leaves nothing', async () => {
    const source = await createTestDatabase('sqlite');
    try {
      const db = await openDatabase({ url: source.url, rootDir });
      const sql = 'INSERT INTO bans (network, reason, created_at) VALUES (?, ?, 0)';
      await db.write(
        Array.from({ length: 8 }, (_, index) => ({ sql, params: [`192.0.2.${index}`, randomBytes(400_000).toString('base64')] })),
      );
      await db.close();
      // A limit of 32 or 64 KiB for files, which SQLite's own needs, takes the place of a full disk.
      const args = ['-c', 'ulimit -f 64 && exec "$0" dist/backup.js', process.execPath];
      const child = spawn('sh', args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
      let said = '';
      child.stderr?.on('data', (chunk: Buffer) => (said += chunk));
      child.send({ source: { url: source.url, rootDir }, file: join(folder, 'backup'), recipient });
      expect(await once(child, 'close')).toEqual([1, null]);
      expect(said).toMatch(/^\S+backup can't be written: EFBIG: file too large, write\n$/);
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      await source.drop();
    }
  });

  it('because its database is not there says so', async () => {
    const made = backUp({ url: `file:${join(folder, 'nothing.db')}`, rootDir }, join(folder, 'another'), { recipient });
    await expect(made).rejects.toThrow(/nothing\.db does not exist/);
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('a backup is named by its moment', () => {
  expect(backupName(new Date('2026-11-20T12:57:42.999Z'))).toBe('sealpaste-20261120T125742Z.backup');
});

describe('pruning', () => {
  const scheduled = (day: number, suffix = '.backup') => `sealpaste-202611${String(day).padStart(2, '0')}T000000Z${suffix}`;
  const write = (...names: string[]) => {
    for (const name of names) writeFileSync(join(folder, name), '');
  };

  it('keeps the newest scheduled backups and every other file', async () => {
    const others = ['sealpaste.db', 'mine.backup', `${scheduled(1)}.gz`, `x-${scheduled(1)}`, 'sealpaste-20261101T000000.backup'];
    write(...others, scheduled(1), scheduled(2), scheduled(3), scheduled(4));
    expect(await scheduledIn(folder).prune(2)).toEqual([scheduled(2), scheduled(1)]);
    expect(readdirSync(folder).sort()).toEqual([...others, scheduled(3), scheduled(4)].sort());
  });

  it('removes none where there are no more than are to be kept', async () => {
    write(scheduled(1), scheduled(2));
    expect(await scheduledIn(folder).prune(2)).toEqual([]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('what a killed backup left an hour ago is removed, not what may be under way', async () => {
    write(scheduled(1, '.backup.partial'), scheduled(2, '.backup.partial'), 'mine.partial');
    const old = new Date(Date.now() - HOUR_MS - 60_000);
    for (const name of [scheduled(1, '.backup.partial'), 'mine.partial']) utimesSync(join(folder, name), old, old);
    await scheduledIn(folder).removeLeftovers();
    expect(readdirSync(folder).sort()).toEqual(['mine.partial', scheduled(2, '.backup.partial')]);
    await scheduledIn(join(folder, 'not there yet')).removeLeftovers();
  });
});
