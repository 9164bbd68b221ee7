/** All rows of a database in a file that either engine can take, and what is refused before anything is written. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeMulti, encode } from '@msgpack/msgpack';
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/database';
import { openDatabase } from '../../db/engines/open-database';
import { latestMigration } from '../../db/migrations';
import { FileExistsError } from '../../db/place-file';
import { MOVED_TABLES } from '../../db/tables';
import { NEXT_MIGRATIONS, writeNextVersion } from '../../testing/next-version';
import { createTestDatabase, engines, type TestDatabase } from '../../testing/test-database';
import { checkMasterKeys } from '../../vault/check-master-keys';
import { createKeyring } from '../../vault/keyring';
import { type BackupHeader, checkBackup, encrypt } from './backup-file';
import { createBackupKeys } from './backup-keys';
import { loadBackup } from './backup-load';
import { writeBackup } from './backup-write';
import { BackupError, refuseUnfinishedLoad } from './unfinished-load';

const rootDir = process.cwd();
const keyring = createKeyring([randomBytes(32)]);
const { recipient, identities } = await createBackupKeys(undefined, keyring);
const masterKeyIds = [keyring.current.id];
/** More than two batches of a hundred. */
const PASTES = 250;
const BURNING = 2;

const sql = (text: string, ...params: (string | number | boolean | Uint8Array | null)[]) => ({ sql: text, params });

/** Values of every kind: bytes that are no text, line ends within a text, booleans, nothing. */
async function fill(db: Database): Promise<void> {
  await checkMasterKeys(db, keyring);
  await db.write([
    sql("INSERT INTO users (name, created_at) VALUES ('Zoë\u2028', 1), ('bert', 2)"),
    sql("DELETE FROM users WHERE name = 'bert'"),
    sql('INSERT INTO bans (network, reason, created_at) VALUES (?, ?, 9007199254740991)', '192.0.2.0/24', 'line\nend "quoted" \\ \u0085'),
    ...Array.from({ length: PASTES }, (_, index) => {
      const id = `paste${index}`;
      return sql(
        `INSERT INTO pastes (id, lookup, id_sealed, owner_id, syntax, is_e2ee, burn_after_read, content_bytes, chunk_count, title_sealed, data_key, master_key_id, created_at)
          SELECT ?, ?, ?, id, '', ?, ?, 1, 1, ?, ?, ?, 3 FROM users`,
        id,
        id,
        Buffer.from(id),
        index % 2 === 0,
        index < BURNING,
        index % 3 === 0 ? null : Buffer.alloc(0),
        Buffer.from([0, 10, 13, 0xff, index]),
        keyring.current.id,
      );
    }),
    sql('INSERT INTO paste_chunks (paste_id, seq, encoding, bytes) VALUES (?, 0, 1, ?)', 'paste9', Buffer.alloc(3_000, 0xa5)),
    sql("INSERT INTO leases (name, holder, expires_at) VALUES ('cleanup', 'A', 1)"),
  ]);
}

/** Every row that moves, as text. */
async function rowsOf(db: Database): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const { name, columns } of MOVED_TABLES) {
    const found = await db.read(`SELECT * FROM ${name}`);
    const textOf = (value: unknown, type: string | undefined) =>
      value instanceof Uint8Array
        ? Buffer.from(value).toString('hex')
        : String(type === 'boolean' && value !== null ? Boolean(value) : value);
    rows[name] = found
      .map((row) =>
        Object.keys(columns)
          .map((column) => textOf(row[column], columns[column]))
          .join('|'),
      )
      .filter((text) => !text.includes('|restore.finished|'))
      .sort();
  }
  return rows;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealpaste-rows-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.each(engines)('a backup of %s', (engine) => {
  let source: TestDatabase;
  let db: Database;
  let target: TestDatabase;
  let file: string;
  /** The other engine where there is one. */
  const into = engines.find((other) => other !== engine) ?? engine;

  beforeAll(async () => {
    source = await createTestDatabase(engine);
    db = await openDatabase({ url: source.url, rootDir });
    await fill(db);
  });
  afterAll(async () => {
    await db?.close();
    await source?.drop();
  });
  beforeEach(async () => {
    target = await createTestDatabase(into);
    file = join(folder, 'backup');
  });
  afterEach(() => target?.drop());

  const write = (onProgress?: Parameters<typeof writeBackup>[3]) =>
    writeBackup({ url: source.url, rootDir }, file, [recipient], onProgress);
  const load = (options: Partial<Parameters<typeof loadBackup>[1]> = {}) =>
    loadBackup(file, { url: target.url, rootDir, identities, masterKeyIds, keepBurnPastes: true, ...options });

  async function inTarget<Result>(look: (opened: Database) => Promise<Result>, version = rootDir): Promise<Result> {
    const opened = await openDatabase({ url: target.url, rootDir: version });
    try {
      return await look(opened);
    } finally {
      await opened.close();
    }
  }
  /** Rows of the audit about restores to the target. */
  const told = () => inTarget((opened) => opened.read("SELECT actor, object_id FROM audit WHERE action = 'restore.finished'"));
  const targetIsEmpty = () => inTarget(async (opened) => Object.values(await rowsOf(opened)).every((rows) => rows.length === 0));

  it('gives the other engine every row, value by value, and leaves leases behind', async () => {
    const rows = await write();
    // One that nobody has opened before.
    await target.drop();
    target = await createTestDatabase(into, { isMigrated: false });
    expect(await load()).toMatchObject({ rows, burnPastes: 0 });
    expect(await inTarget(rowsOf)).toEqual(await rowsOf(db));
    expect(await told()).toEqual([{ actor: 'operator', object_id: 'backup' }]);
    expect(await inTarget((opened) => opened.read('SELECT name FROM leases'))).toEqual([]);
  });

  it('burn pastes are left out of a load unless they are asked for', async () => {
    await write();
    expect(await load({ keepBurnPastes: false })).toMatchObject({ burnPastes: BURNING });
    expect(await inTarget((opened) => opened.read('SELECT id FROM pastes'))).toHaveLength(PASTES - BURNING);
  });

  it('that was loaded goes on counting behind the numbers it brought', async () => {
    await write();
    await load();
    const [user] = await db.read('SELECT max(id) AS id FROM users');
    await inTarget((opened) => opened.write([sql("INSERT INTO users (name, created_at) VALUES ('new', 0)")]));
    const [added] = await inTarget((opened) => opened.read("SELECT id FROM users WHERE name = 'new'"));
    expect(Number(added?.id)).toBeGreaterThan(Number(user?.id));
  });

  it('a written backup is for its owner alone, and overwrites no file', async () => {
    const told: number[] = [];
    const rows = await write((done, all) => told.push(done / all));
    expect(told).toHaveLength(rows);
    expect(told.at(-1)).toBe(1);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(write()).rejects.toThrow(FileExistsError);
    expect(readdirSync(folder)).toEqual(['backup']);
  });

  it('a database with the schema of another version is not written, and it says so', async () => {
    await db.write([sql("UPDATE _prisma_migrations SET migration_name = '99999999_newer'")]);
    try {
      await expect(write()).rejects.toThrow(/^DATABASE_URL: the database has the schema 99999999_newer, this version /);
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      await db.write([sql('UPDATE _prisma_migrations SET migration_name = ?', latestMigration(rootDir))]);
    }
  });

  it('names are not in clear, and a changed byte or a missing end is found', async () => {
    await write();
    const whole = readFileSync(file);
    expect(whole.includes('Zoë')).toBe(false);
    expect(JSON.stringify(await valuesIn(file))).toContain('Zoë');
    for (const bytes of [whole.length - 1, whole.length - 16, Math.floor(whole.length / 2), 200, 60, 30]) {
      writeFileSync(file, whole.subarray(0, bytes));
      await expect(load()).rejects.toThrow(/^the backup is damaged: it was changed, or its end is missing$|is not a backup/);
    }
    for (const place of [60, 150, Math.floor(whole.length / 2), whole.length - 1]) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      writeFileSync(file, changed);
      await expect(load()).rejects.toThrow(/^the backup is damaged|^BACKUP_KEY: the backup is under another key/);
    }
    expect(await targetIsEmpty()).toBe(true);
  });

  it('is written for each of its recipients', async () => {
    const other = await generateX25519Identity();
    await writeBackup({ url: source.url, rootDir }, file, [recipient, await identityToRecipient(other)]);
    for (const one of [[other], [await generateX25519Identity(), ...identities]])
      await expect(checkBackup(file, { identities: one, masterKeyIds, rootDir })).resolves.toMatchObject({ header: { masterKeyIds } });
    const stranger = { identities: [await generateX25519Identity()], masterKeyIds, rootDir };
    await expect(checkBackup(file, stranger)).rejects.toThrow(/^BACKUP_KEY: the backup is under another key/);
    await expect(checkBackup(file, { ...stranger, identities: [] })).rejects.toThrow(/^BACKUP_KEY: a public key decrypts nothing/);
  });

  it('is restored by a later version whose migrations have only added to the schema', async () => {
    const later = writeNextVersion(join(folder, 'later'), NEXT_MIGRATIONS.expand);
    await write();
    await target.drop();
    target = await createTestDatabase(into, { isMigrated: false });
    await load({ rootDir: later });
    expect(await inTarget(rowsOf, later)).toEqual(await rowsOf(db));
  });

  it('is refused in words by a version whose migrations have changed the schema', async () => {
    const later = writeNextVersion(join(folder, 'later'), NEXT_MIGRATIONS.contract);
    await write();
    await expect(load({ rootDir: later })).rejects.toThrow(/has replaced: restore it with a version before that, then upgrade$/);
    expect(await targetIsEmpty()).toBe(true);
  });

  it('goes only into an empty database', async () => {
    await write();
    await inTarget((opened) => opened.write([sql("INSERT INTO users (name, created_at) VALUES ('mine', 0)")]));
    await expect(load()).rejects.toThrow(/not empty \(users\)/);
    expect((await inTarget((opened) => opened.read('SELECT name FROM users'))).map(({ name }) => name)).toEqual(['mine']);
    await expect(inTarget(refuseUnfinishedLoad)).resolves.toBeUndefined();
  });

  it('takes the place of the fingerprint that a process left in a fresh database', async () => {
    await write();
    await inTarget((opened) => checkMasterKeys(opened, createKeyring([randomBytes(32)])));
    await load();
    expect((await inTarget((opened) => opened.read('SELECT id FROM master_keys'))).map(({ id }) => id)).toEqual([keyring.current.id]);
  });

  it('is not restored without its master key, which it names', async () => {
    await write();
    await expect(load({ masterKeyIds: ['another'] })).rejects.toThrow(keyring.current.id);
    expect(await targetIsEmpty()).toBe(true);
  });

  it('a check tells what the backup holds, and needs no database', async () => {
    const rows = await write();
    await target.drop();
    const { header } = await checkBackup(file, { identities, masterKeyIds, rootDir });
    expect(header).toMatchObject({ rows, masterKeyIds, schema: latestMigration(rootDir) });
    target = await createTestDatabase(into);
  });

  describe('that was loaded in part', () => {
    /** Loads it until a hundred rows are in, as if the process were killed then. */
    async function loadInPart(): Promise<void> {
      const onProgress = () => {
        throw new Error('killed');
      };
      await expect(load({ onProgress })).rejects.toThrow('killed');
    }

    it('keeps every process from serving the database', async () => {
      await write();
      await loadInPart();
      await expect(inTarget(refuseUnfinishedLoad)).rejects.toThrow(/only in part/);
    });

    it('is completed by the same backup, each row once', async () => {
      await write();
      await loadInPart();
      await loadInPart();
      expect(await told()).toEqual([]);
      await load();
      expect(await told()).toHaveLength(1);
      expect(await inTarget(rowsOf)).toEqual(await rowsOf(db));
      await expect(inTarget(refuseUnfinishedLoad)).resolves.toBeUndefined();
    });

    it('is not completed by another backup', async () => {
      await write();
      await loadInPart();
      rmSync(file);
      await write();
      await expect(load()).rejects.toThrow(/another backup/);
    });

    it('and changed meanwhile is found out when all is read back', async () => {
      await write();
      let rounds = 0;
      const onProgress = () => {
        rounds += 1;
        if (rounds === 3) throw new Error('killed');
      };
      await expect(load({ onProgress })).rejects.toThrow('killed');
      await inTarget((opened) => opened.write([sql("UPDATE users SET name = 'changed'")]));
      await expect(load()).rejects.toThrow(/table users is not what the backup holds/);
      await expect(inTarget(refuseUnfinishedLoad)).rejects.toThrow(BackupError);
    });
  });
});

/** The header and the rows within a backup. */
async function valuesIn(file: string): Promise<[BackupHeader, ...unknown[][]]> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return [...decodeMulti(await decrypter.decrypt(readFileSync(file)))] as [BackupHeader, ...unknown[][]];
}

describe('a backup that a version with a flaw wrote', () => {
  let source: TestDatabase;
  let header: BackupHeader;
  let rows: unknown[][];
  let file: string;
  let target: string;

  beforeAll(async () => {
    source = await createTestDatabase('sqlite');
    const db = await openDatabase({ url: source.url, rootDir });
    await fill(db);
    await db.close();
    const written = join(source.folder ?? '', 'backup');
    await writeBackup({ url: source.url, rootDir }, written, [recipient]);
    [header, ...rows] = await valuesIn(written);
  });
  afterAll(() => source?.drop());
  beforeEach(() => {
    file = join(folder, 'backup');
    target = join(folder, 'target.db');
  });

  async function rewrite(bytes: Uint8Array): Promise<void> {
    writeFileSync(file, '');
    for await (const piece of await encrypt(piecesOf(bytes), [recipient])) writeFileSync(file, piece, { flag: 'a' });
  }
  async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  async function expectRefused(message: RegExp): Promise<void> {
    const options = { url: `file:${target}`, rootDir, identities, masterKeyIds, keepBurnPastes: true };
    const refusal = await loadBackup(file, options).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(BackupError);
    expect(String(refusal)).toMatch(message);
    expect(existsSync(target)).toBe(false);
  }
  const encoded = (...values: unknown[]) => Buffer.concat(values.map((value) => encode(value)));
  const withHeader = (changed: object) => encoded({ ...header, ...changed }, ...rows);
  const damages: [string, RegExp, () => Uint8Array][] = [
    ['without its last row', /has \d+ of \d+ rows/, () => encoded(header, ...rows.slice(0, -1))],
    ['with a row cut off', /has \d+ of \d+ rows|cut off/, () => encoded(header, ...rows).subarray(0, -10)],
    ['with a row twice', /has \d+ of \d+ rows/, () => encoded(header, ...rows, rows[0])],
    ['empty', /not a backup/, () => Buffer.alloc(0)],
    ['with a row of no table', /a row is of no table/, () => encoded(header, ...rows, [99])],
    ['with a value too many', /a row is of no table/, () => encoded(header, [...(rows[0] as unknown[]), 1], ...rows.slice(1))],
    ['with a table nobody knows', /knows no such table/, () => withHeader({ tables: [{ name: 'secrets', columns: [] }] })],
    ['with a column nobody knows', /knows no such table/, () => withHeader({ tables: [{ name: 'users', columns: ['secret'] }] })],
    ['which is something else', /not a backup/, () => withHeader({ format: 'another' })],
    ['of a newer version', /^BackupError: a newer version wrote the backup/, () => withHeader({ schema: '99999999_newer' })],
  ];

  it.each(damages)('%s is refused before anything is written', async (_, message, damage) => {
    await rewrite(damage());
    await expectRefused(message);
  });

  it('a file that is missing or no backup is refused', async () => {
    await expectRefused(/does not exist/);
    for (const content of ['', 'hello', 'SQLite format 3\0', 'age-encryption.org/v2\n']) {
      writeFileSync(file, content);
      await expectRefused(/the file is not a backup of Sealpaste/);
    }
  });

  it('a write-ahead log without its database is not deleted by a restore', async () => {
    await rewrite(encoded(header, ...rows));
    writeFileSync(`${target}-wal`, 'mine');
    await expect(loadBackup(file, { url: `file:${target}`, rootDir, identities, masterKeyIds, keepBurnPastes: true })).rejects.toThrow(
      FileExistsError,
    );
    expect(readFileSync(`${target}-wal`, 'utf8')).toBe('mine');
  });
});
