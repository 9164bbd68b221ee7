/**
 * The only module that imports the SQLite driver. The driver's interface is that of `node:sqlite`, but for the names of result
 * codes; that replaces it when the oldest supported Node has a stable one.
 */
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Row, SqlValue } from '../database';

export type Connection = DatabaseSyncInstance;

/** The time in ms since 1970, as SQL. */
export const SQLITE_NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/** Names of the constraints that callers tell apart (https://sqlite.org/rescode.html). */
const CONSTRAINTS: ReadonlyMap<number, string> = new Map([
  [787, 'SQLITE_CONSTRAINT_FOREIGNKEY'],
  [1299, 'SQLITE_CONSTRAINT_NOTNULL'],
  [1555, 'SQLITE_CONSTRAINT_PRIMARYKEY'],
  [1811, 'SQLITE_CONSTRAINT_TRIGGER'],
  [2067, 'SQLITE_CONSTRAINT_UNIQUE'],
]);

/** Time for which a statement waits for the lock of another connection. */
export const BUSY_TIMEOUT_MS = 5_000;

/** Opens a file as it is; `openConnection` sets up what the service needs. */
export function openFile(file: string, { readonly = false } = {}): Connection {
  return new DatabaseSync(file, { readOnly: readonly, timeout: BUSY_TIMEOUT_MS });
}

/** Name of an error's SQLite result code, such as `SQLITE_BUSY`; null when the error isn't SQLite's. */
export function sqliteCode(error: unknown): string | null {
  const { errcode, sqliteCodeName, code } = error as { errcode?: number; sqliteCodeName?: string; code?: unknown };
  // Errors from the writer thread have the name alone.
  return CONSTRAINTS.get(errcode ?? 0) ?? sqliteCodeName ?? (typeof code === 'string' && code.startsWith('SQLITE_') ? code : null);
}

export function pragma(connection: Connection, source: string): Row[] {
  return connection.prepare(`PRAGMA ${source}`).all();
}

/** Runs a SELECT. @returns the first value of the first row; null without a row */
export function firstValue(connection: Connection, sql: string, ...params: readonly SqlValue[]): SqlValue {
  const row: Row | undefined = connection.prepare(sql).get(...params.map(toParameter));
  return row === undefined ? null : (Object.values(row)[0] ?? null);
}

/**
 * Prepares a statement. A missing parameter is an error; the driver alone would take it for NULL.
 * @returns a function that runs it and returns its rows; none for a statement that returns none
 */
export function prepare(connection: Connection, sql: string): (params: readonly SqlValue[]) => Row[] {
  const statement = connection.prepare(sql);
  const expected = sql.split('?').length - 1;
  const names = statement.columns().map(({ name }) => name);
  // Each row is a copy: V8 makes a dictionary of an object that gets many columns by name, which takes twice as long, and each use of it more.
  const empty: Row = Object.fromEntries(names.map((name) => [name, null]));
  // The driver takes twice as long to make an object of a row of many columns.
  statement.setReturnArrays(true);
  return (params) => {
    if (params.length !== expected) throw new RangeError(`expected ${expected} parameters, got ${params.length}`);
    const rows = statement.all(...params.map(toParameter)) as unknown as SqlValue[][];
    return rows.map((values) => {
      const row = { ...empty };
      for (let index = 0; index < names.length; index++) row[names[index] as string] = values[index] ?? null;
      return row;
    });
  };
}

/** Runs `act` in one transaction, by default one that has the write lock from its start. */
export function inTransaction<Result>(connection: Connection, act: () => Result, begin = 'BEGIN IMMEDIATE'): Result {
  connection.exec(begin);
  try {
    const result = act();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    // Some errors, such as a full disk, have ended the transaction already.
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

/** Converts booleans to numbers, since SQLite has no booleans. @throws TypeError for undefined */
function toParameter(value: SqlValue): Exclude<SqlValue, boolean> {
  if (value === undefined) throw new TypeError('expected a value, got undefined');
  return typeof value === 'boolean' ? Number(value) : value;
}
