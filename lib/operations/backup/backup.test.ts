/** Backups of either engine, and what putting one back refuses. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccountsRepository } from '../../accounts/accounts.repository';
import { createAccountsService } from '../../accounts/accounts.service';
import { createSessionsRepository } from '../../accounts/sessions.repository';
import { createSessionsService } from '../../accounts/sessions.service';
import { createAuditRecorder } from '../../audit/audit-recorder';
import type { Database } from '../../db/database';
import { openDatabase } from '../../db/open/open-database';
import { FileExistsError } from '../../db/place-file';
import { createTestDatabase, engines, type TestDatabase } from '../../db/testing/test-database';
import { OperatorError } from '../../errors/operator-error';
import { silentLogger } from '../../testing/loggers';
import { checkMasterKeys } from '../../vault/check-master-keys';
import { createKeyring } from '../../vault/keyring';
import { backUp, backupName, pruneBackups, restore } from './backup.service';

const rootDir = process.cwd();
const keyring = createKeyring([randomBytes(32)]);
const DAY_MS = 86_400_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealpaste-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

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

  const make = (name = 'backup') => backUp({ url: source.url, rootDir }, join(folder, name));

  /** Puts it into a fresh place of the same engine. @returns the ids of the pastes there */
  async function putBack(file: string, options: { keepBurnPastes?: boolean; keyring?: typeof keyring } = {}): Promise<unknown[]> {
    const target = await createTestDatabase(engine, { isMigrated: false });
    try {
      await restore(file, { url: target.url, rootDir, keyring, keepBurnPastes: false, ...options });
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
    const accounts = createAccountsService(createAccountsRepository(db, keyring), log);
    const security = { secret: 'a secret that only this test has, of 32 characters', isHttps: true };
    const revokedBefore = await accounts.createKey('anna');
    const [kept, revokedSince] = [await accounts.createKey('anna'), await accounts.createKey('anna')];
    await accounts.createKey('anna', { lifetimeMs: -1_000 });
    await accounts.revokeKey(revokedBefore);
    const { setCookie } = await createSessionsService(createSessionsRepository(db, createAuditRecorder(db, keyring)), security, log).signIn(
      kept,
    );
    const { file } = await make();
    await accounts.revokeKey(revokedSince);

    const target = await createTestDatabase(engine, { isMigrated: false });
    try {
      const result = await restore(file, { url: target.url, rootDir, keyring, keepBurnPastes: true });
      expect(result).toEqual({ burnPastes: 0, activeKeys: 2 });
      const restored = await openDatabase({ url: target.url, rootDir });
      const again = createAccountsService(createAccountsRepository(restored, keyring), log);
      const works = async (key: string) => (await again.authenticate(key)) !== null;
      expect([await works(revokedBefore), await works(kept), await works(revokedSince)]).toEqual([false, true, true]);
      const sessions = createSessionsService(createSessionsRepository(restored, createAuditRecorder(restored, keyring)), security, log);
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
    const stopped = backUp({ url: source.url, rootDir }, join(folder, 'backup'), { signal: AbortSignal.abort() });
    await expect(stopped).rejects.toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not put back without its master key', async () => {
    const { file } = await make();
    const another = createKeyring([randomBytes(32)]);
    await expect(putBack(file, { keyring: another })).rejects.toThrow(keyring.current.id);
  });

  it('is not put back when it is cut off', async () => {
    const { file } = await make();
    writeFileSync(file, readFileSync(file).subarray(0, statSync(file).size / 2));
    await expect(putBack(file)).rejects.toThrow(OperatorError);
  });
});

describe('a backup of a SQLite file', () => {
  let source: TestDatabase;
  let file: string;

  beforeEach(async () => {
    source = await createTestDatabase('sqlite');
    const db = await openDatabase({ url: source.url, rootDir });
    await checkMasterKeys(db, keyring);
    await db.close();
    ({ file } = await backUp({ url: source.url, rootDir }, join(folder, 'backup.db')));
  });
  afterEach(() => source.drop());

  const target = () => join(folder, 'restored/database.db');
  const putBack = (url = `file:${target()}`) => restore(file, { url, rootDir, keyring, keepBurnPastes: false });

  it.each(['', '-wal', '-shm'])('is not put where a database%s is: that one stays', async (suffix) => {
    mkdirSync(join(folder, 'restored'));
    writeFileSync(`${target()}${suffix}`, 'mine');
    await expect(putBack()).rejects.toThrow(FileExistsError);
    expect(readFileSync(`${target()}${suffix}`, 'utf8')).toBe('mine');
    expect(readdirSync(join(folder, 'restored'))).toHaveLength(1);
  });

  it('is not put back when a write-ahead log beside it says that it is in use', async () => {
    writeFileSync(`${file}-wal`, '');
    await expect(putBack()).rejects.toThrow(/write-ahead log/);
    expect(existsSync(target())).toBe(false);
  });

  it('is not put into another engine', async () => {
    await expect(putBack('postgresql://nobody@127.0.0.1:1/nothing')).rejects.toThrow(/export and import/);
  });

  it('that is damaged inside is not put back, and leaves nothing', async () => {
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4_096, 8_192);
    writeFileSync(file, bytes);
    await expect(putBack()).rejects.toThrow(OperatorError);
    expect(readdirSync(join(folder, 'restored'))).toEqual([]);
  });

  it('that is something else or gone is not put back', async () => {
    writeFileSync(file, 'SQLite format 3\0 and nothing that is one');
    await expect(putBack()).rejects.toThrow(OperatorError);
    writeFileSync(file, 'hello');
    await expect(putBack()).rejects.toThrow(/not an archive of Sealpaste/);
    rmSync(file);
    await expect(putBack()).rejects.toThrow(/does not exist/);
    expect(existsSync(target())).toBe(false);
  });

  it('of a database that is not there is not made', async () => {
    const missing = backUp({ url: `file:${join(folder, 'nothing.db')}`, rootDir }, join(folder, 'another.db'));
    await expect(missing).rejects.toThrow(/does not exist/);
    expect(existsSync(join(folder, 'another.db'))).toBe(false);
  });
});

it('a backup is named by its moment and by what it is', () => {
  const now = new Date('2026-11-20T12:57:42.999Z');
  expect(backupName({ url: 'file:./data/sealpaste.db' }, now)).toBe('sealpaste-20261120T125742Z.db');
  expect(backupName({ url: 'postgresql://host/database' }, now)).toBe('sealpaste-20261120T125742Z.archive');
});

describe('pruning', () => {
  const scheduled = (day: number, suffix = '.db') => `sealpaste-202611${String(day).padStart(2, '0')}T000000Z${suffix}`;
  const write = (...names: string[]) => {
    for (const name of names) writeFileSync(join(folder, name), '');
  };

  it('keeps the newest scheduled backups and every other file', () => {
    const others = ['sealpaste.db', 'mine.db', `${scheduled(1)}.gz`, `x-${scheduled(1)}`, 'sealpaste-20261101T000000.db'];
    write(...others, scheduled(1), scheduled(2), scheduled(3, '.archive'), scheduled(4));
    expect(pruneBackups(folder, 2)).toEqual([scheduled(2), scheduled(1)]);
    expect(readdirSync(folder).sort()).toEqual([...others, scheduled(3, '.archive'), scheduled(4)].sort());
  });

  it('removes none where there are no more than are to be kept', () => {
    write(scheduled(1), scheduled(2));
    expect(pruneBackups(folder, 2)).toEqual([]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('removes what a killed backup left a day ago, not what may be under way', () => {
    write(scheduled(1, '.db.partial'), scheduled(2, '.archive.partial'), 'mine.partial');
    const old = new Date(Date.now() - DAY_MS - 60_000);
    for (const name of [scheduled(1, '.db.partial'), 'mine.partial']) utimesSync(join(folder, name), old, old);
    expect(pruneBackups(folder, 1)).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(['mine.partial', scheduled(2, '.archive.partial')]);
  });
});
