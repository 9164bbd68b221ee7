/** All rows of a database in a file that either engine can take, and what is refused before anything is written. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/database';
import { latestMigration } from '../../db/migrations';
import { openDatabase } from '../../db/open/open-database';
import { FileExistsError } from '../../db/place-file';
import { MOVED_TABLES } from '../../db/tables';
import { createTestDatabase, engines, type TestDatabase } from '../../db/testing/test-database';
import { checkMasterKeys } from '../../vault/check-master-keys';
import { createKeyring } from '../../vault/keyring';
import { ArchiveError } from './archive-format';
import { loadArchive, refuseUnfinishedLoad } from './archive-load';
import { writeArchive } from './archive-write';

const rootDir = process.cwd();
const keyring = createKeyring([randomBytes(32)]);
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
      .filter((text) => !text.includes('|import.finished|'))
      .sort();
  }
  return rows;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealpaste-archive-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.each(engines)('an archive of %s', (engine) => {
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
    file = join(folder, 'archive');
  });
  afterEach(() => target?.drop());

  const write = (options?: Parameters<typeof writeArchive>[2]) => writeArchive({ url: source.url, rootDir }, file, options);
  const load = (options: Partial<Parameters<typeof loadArchive>[1]> = {}) =>
    loadArchive(file, { url: target.url, rootDir, keyring, keepBurnPastes: true, ...options });

  async function inTarget<Result>(look: (opened: Database) => Promise<Result>): Promise<Result> {
    const opened = await openDatabase({ url: target.url, rootDir });
    try {
      return await look(opened);
    } finally {
      await opened.close();
    }
  }
  /** Rows of the audit about imports into the target. */
  const told = () => inTarget((opened) => opened.read("SELECT actor, object_id FROM audit WHERE action = 'import.finished'"));
  const targetIsEmpty = () => inTarget(async (opened) => Object.values(await rowsOf(opened)).every((rows) => rows.length === 0));

  it('gives the other engine every row, value by value, and leaves leases behind', async () => {
    const rows = await write();
    // One that nobody has opened before.
    await target.drop();
    target = await createTestDatabase(into, { isMigrated: false });
    expect(await load()).toMatchObject({ rows, burnPastes: 0 });
    expect(await inTarget(rowsOf)).toEqual(await rowsOf(db));
    expect(await told()).toEqual([{ actor: 'operator', object_id: 'archive' }]);
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

  it('an archive is for its owner alone, and overwrites no file', async () => {
    const told: number[] = [];
    const rows = await write({ onProgress: (done, all) => told.push(done / all) });
    expect(told).toHaveLength(rows);
    expect(told.at(-1)).toBe(1);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(write()).rejects.toThrow(FileExistsError);
    expect(readdirSync(folder)).toEqual(['archive']);
  });

  it('that is stopped leaves nothing', async () => {
    const stopping = new AbortController();
    const onProgress = (done: number) => {
      if (done === 5) stopping.abort();
    };
    await expect(write({ signal: stopping.signal, onProgress })).rejects.toThrow();
    expect(readdirSync(folder)).toEqual([]);
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

  it('is not loaded without its master key, which it names', async () => {
    await write();
    await expect(load({ keyring: createKeyring([randomBytes(32)]) })).rejects.toThrow(keyring.current.id);
    expect(await targetIsEmpty()).toBe(true);
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

    it('is completed by the same archive, each row once', async () => {
      await write();
      await loadInPart();
      await loadInPart();
      expect(await told()).toEqual([]);
      await load();
      expect(await told()).toHaveLength(1);
      expect(await inTarget(rowsOf)).toEqual(await rowsOf(db));
      await expect(inTarget(refuseUnfinishedLoad)).resolves.toBeUndefined();
    });

    it('is not completed by another archive', async () => {
      await write();
      await loadInPart();
      rmSync(file);
      await write();
      await expect(load()).rejects.toThrow(/another archive/);
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
      await expect(load()).rejects.toThrow(/table users is not what the archive holds/);
      await expect(inTarget(refuseUnfinishedLoad)).rejects.toThrow(ArchiveError);
    });
  });
});

describe('an archive that is damaged', () => {
  let source: TestDatabase;
  let whole: Buffer;
  let file: string;
  let target: string;

  beforeAll(async () => {
    source = await createTestDatabase('sqlite');
    const db = await openDatabase({ url: source.url, rootDir });
    await fill(db);
    await db.close();
    const written = join(source.folder ?? '', 'archive');
    await writeArchive({ url: source.url, rootDir }, written);
    whole = readFileSync(written);
  });
  afterAll(() => source?.drop());
  beforeEach(() => {
    file = join(folder, 'archive');
    target = join(folder, 'target.db');
  });

  const lines = () => readFileSync(file, 'utf8').split('\n').slice(0, -1);
  /** Puts these lines in its place, under a checksum that is right for them, as a version with a flaw might write them. */
  function rewrite(changed: readonly string[]): void {
    const body = changed.map((line) => `${line}\n`).join('');
    writeFileSync(file, `${body}{"sha256":"${createHash('sha256').update(body).digest('hex')}"}\n`);
  }
  async function expectRefused(message: RegExp): Promise<void> {
    const options = { url: `file:${target}`, rootDir, keyring, keepBurnPastes: true };
    const refusal = await loadArchive(file, options).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ArchiveError);
    expect(String(refusal)).toMatch(message);
  }
  const damages: [string, RegExp, () => void][] = [
    ['with its last line missing', /end is missing/, () => writeFileSync(file, `${lines().slice(0, -1).join('\n')}\n`)],
    ['empty', /end is missing/, () => writeFileSync(file, '')],
    ['with a line cut off', /cut off/, () => writeFileSync(file, readFileSync(file).subarray(0, -10))],
    ['with something behind its end', /follows its end/, () => writeFileSync(file, '{}\n', { flag: 'a' })],
    [
      'with a wrong checksum',
      /checksum/,
      () => writeFileSync(file, readFileSync(file, 'utf8').replace(/"sha256":".{8}/, '"sha256":"00000000')),
    ],
    [
      'with a changed row',
      /table bans is not as it was written/,
      () => writeFileSync(file, readFileSync(file, 'utf8').replace('quoted', 'Quoted')),
    ],
    [
      'with a row missing',
      /table pastes is not/,
      () =>
        rewrite(
          lines()
            .slice(0, -1)
            .filter((line) => !line.startsWith('["paste9",')),
        ),
    ],
    [
      'with a row twice',
      /table pastes is not/,
      () =>
        rewrite(
          lines()
            .slice(0, -1)
            .flatMap((line) => (line.startsWith('["paste9","paste9",') ? [line, line] : [line])),
        ),
    ],
    [
      'with a table missing',
      /table bans is missing/,
      () =>
        rewrite(
          lines()
            .slice(0, -1)
            .filter((line) => !/bans|192\.0\.2/.test(line)),
        ),
    ],
    ['with a row outside of a table', /outside of a table/, () => rewrite([...lines().slice(0, -1), '["row"]'])],
    ['with a table nobody knows', /does not know/, () => rewrite([...lines().slice(0, -1), '{"table":"secrets","columns":[]}'])],
    [
      'with other columns',
      /table bans has other columns/,
      () =>
        rewrite(
          lines()
            .slice(0, -1)
            .map((line) => line.replace('["network","reason"', '["reason","network"')),
        ),
    ],
    ['which is another file', /not an archive/, () => writeFileSync(file, '{"format":"another"}\n')],
    [
      'of a newer version',
      /written by a version with the schema 99999999/,
      () =>
        rewrite(
          lines()
            .slice(0, -1)
            .map((line) => line.replace(latestMigration(rootDir), '99999999_newer')),
        ),
    ],
  ];

  it.each(damages)('%s is refused before anything is written', async (_, message, damage) => {
    writeFileSync(file, whole);
    damage();
    await expectRefused(message);
    expect(existsSync(target)).toBe(false);
  });

  it('because it is not there is refused', async () => {
    await expectRefused(/does not exist/);
  });
});
