/** Behaviour that the service relies on, whichever the SQLite driver is. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connection, inTransaction, openFile, prepare, sqliteCode } from './sqlite-driver';
import { toPrismaError } from './sqlite-prisma';
import { executeRaw, queryRaw } from './sqlite-prisma-queries';

let folder: string;
let connection: Connection;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealpaste-driver-'));
  connection = openFile(join(folder, 'a.db'));
  connection.exec(`
    CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, flag BOOLEAN, at BIGINT, bytes BLOB);
    CREATE TABLE children (parent_id INTEGER NOT NULL REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED);
    INSERT INTO parents VALUES (1, 'one', 1, 9007199254740991, x'0102');
  `);
});
afterEach(() => {
  connection.close();
  rmSync(folder, { recursive: true });
});

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('expected an error');
}

describe('a statement', () => {
  it('a statement returns texts, numbers and bytes as written, or no rows at all', () => {
    const [row] = prepare(connection, 'SELECT * FROM parents WHERE id = ?')([1]);
    expect({ ...row }).toEqual({ id: 1, name: 'one', flag: 1, at: Number.MAX_SAFE_INTEGER, bytes: new Uint8Array([1, 2]) });
    expect(prepare(connection, 'UPDATE parents SET flag = ?')([false])).toEqual([]);
  });

  it('a missing, extra or undefined parameter is refused and never written as NULL', () => {
    const update = prepare(connection, 'UPDATE parents SET flag = ?, at = ?');
    for (const params of [[], [1], [1, 2, 3], [1, undefined as unknown as null]]) expect(() => update(params)).toThrow(/expected/);
    expect(prepare(connection, 'SELECT flag, at FROM parents')([])).toMatchObject([{ flag: 1, at: Number.MAX_SAFE_INTEGER }]);
  });

  it('that finds an integer which no number holds fails, and rounds nothing', () => {
    connection.exec('UPDATE parents SET at = 9007199254740993');
    expect(() => prepare(connection, 'SELECT at FROM parents')([])).toThrow(RangeError);
  });
});

it('a transaction that fails is undone, and leaves the connection free', () => {
  const fail = () =>
    inTransaction(connection, () => {
      connection.exec('DELETE FROM parents');
      throw new Error('no');
    });
  expect(fail).toThrow('no');
  expect(() => inTransaction(connection, () => connection.exec('INSERT INTO children VALUES (7)'))).toThrow(/FOREIGN KEY/);
  expect(connection.isTransaction).toBe(false);
  expect(prepare(connection, 'SELECT id FROM parents')([])).toHaveLength(1);
});

describe('what is wrong has the name that SQLite gives it', () => {
  const codeOf = (act: () => unknown) => sqliteCode(thrownBy(act));

  it.each([
    ['SQLITE_CONSTRAINT_UNIQUE', "INSERT INTO parents (name) VALUES ('one')"],
    ['SQLITE_CONSTRAINT_PRIMARYKEY', "INSERT INTO parents (id, name) VALUES (1, 'two')"],
    ['SQLITE_CONSTRAINT_NOTNULL', 'INSERT INTO parents (id) VALUES (2)'],
    ['SQLITE_CONSTRAINT_FOREIGNKEY', 'INSERT INTO children VALUES (7)'],
    ['SQLITE_ERROR', 'SELECT nothing FROM nowhere'],
  ])('%s', (code, sql) => {
    expect(codeOf(() => connection.exec(sql))).toBe(code);
  });

  it('of a file: locked, read-only, missing, none of its own', () => {
    const file = join(folder, 'a.db');
    const other = openFile(file);
    other.exec('PRAGMA busy_timeout = 0');
    connection.exec('BEGIN IMMEDIATE');
    expect(codeOf(() => other.exec('BEGIN IMMEDIATE'))).toBe('SQLITE_BUSY');
    connection.exec('ROLLBACK');
    other.close();
    const reader = openFile(file, { readonly: true });
    expect(codeOf(() => reader.exec('DELETE FROM parents'))).toBe('SQLITE_READONLY');
    reader.close();
    expect(codeOf(() => openFile(join(folder, 'none/a.db')))).toBe('SQLITE_CANTOPEN');
    const noDatabase = join(folder, 'text');
    writeFileSync(noDatabase, 'text'.repeat(1_000));
    expect(codeOf(() => openFile(noDatabase).exec('PRAGMA journal_mode = WAL'))).toBe('SQLITE_NOTADB');
    expect(sqliteCode(new TypeError('of ours'))).toBeNull();
  });
});

describe("Prisma's queries", () => {
  const query = (sql: string, args: unknown[] = [], scalarTypes: ('bigint' | 'bytes' | 'boolean' | 'string')[] = []) => ({
    sql,
    args,
    argTypes: scalarTypes.map((scalarType) => ({ scalarType, arity: 'scalar' as const })),
  });

  it('Prisma queries keep the types of the schema, and integers over 2^53 are text', () => {
    const sql = 'INSERT INTO parents (name, flag, at, bytes) VALUES (?, ?, ?, ?)';
    const args = ['two', true, '9007199254740993', 'AwQ='];
    expect(executeRaw(connection, query(sql, args, ['string', 'boolean', 'bigint', 'bytes']))).toBe(1);
    const { columnNames, columnTypes, rows } = queryRaw(
      connection,
      query('SELECT *, count(*) AS n, NULL AS empty FROM parents GROUP BY id'),
    );
    expect(columnNames).toEqual(['id', 'name', 'flag', 'at', 'bytes', 'n', 'empty']);
    expect(columnTypes).toEqual([0, 7, 5, 1, 13, 1, 0]);
    expect(rows).toEqual([
      [1, 'one', 1, Number.MAX_SAFE_INTEGER, new Uint8Array([1, 2]), 1, null],
      [2, 'two', 1, '9007199254740993', new Uint8Array([3, 4]), 1, null],
    ]);
  });

  it.each([
    ["INSERT INTO parents (name) VALUES ('one')", { kind: 'UniqueConstraintViolation', constraint: { fields: ['name'] } }],
    ['INSERT INTO parents (id) VALUES (2)', { kind: 'NullConstraintViolation', constraint: { fields: ['name'] } }],
    ['INSERT INTO children VALUES (7)', { kind: 'ForeignKeyConstraintViolation' }],
    ['SELECT missing', { kind: 'sqlite', extendedCode: 1, message: 'no such column: missing' }],
  ])('fail as Prisma expects: %s', (sql, expected) => {
    expect(toPrismaError(thrownBy(() => executeRaw(connection, query(sql))))).toMatchObject(expected);
  });
});
