import type { Pool } from 'pg';
import { OperatorError } from '../errors/operator-error';
import type { Prisma, PrismaClient } from './generated/sqlite/client';

/** Types of Prisma's queries, the same for both engines. */
export type { Prisma } from './generated/sqlite/client';

/** Prisma's options: errors don't contain the values; a transaction has 30 seconds to begin and 30 to end. */
export const CLIENT_OPTIONS = { errorFormat: 'minimal', transactionOptions: { maxWait: 30_000, timeout: 30_000 } } as const;

/** Connections of one process to PostgreSQL, whose own default allows 100 for all processes together. Enough for a few cores. */
export const POOL_SIZE = 10;
/** Connections for statements that scan large tables. */
export const LONG_POOL_SIZE = 1;
export const MAX_CONNECTIONS = POOL_SIZE + LONG_POOL_SIZE;

/** A value of a column or a parameter. SQLite returns booleans as 0 or 1. */
export type SqlValue = string | number | boolean | Uint8Array | null;

/** One SQL statement with `?` for every parameter, on both engines. */
export interface Statement {
  sql: string;
  params: readonly SqlValue[];
  /** Index of an earlier statement of the transaction: this one runs only if that one returned a row. */
  onlyAfter?: number;
  /**
   * The transaction is rolled back with NoRowError unless this statement returns a row. An error of the engine would do the
   * same, but PostgreSQL writes those into its log.
   */
  mustReturn?: true;
  /**
   * For an INSERT of one row: the row's `id`, and the part of `sql` that has its values. PostgreSQL joins transactions of such
   * statements that callers begin at the same time. Only the first statement of such a transaction returns its row, with the `id`.
   */
  inserts?: { id: string; row: `(${string})` };
}

/** A statement that must return a row returned none: its condition refused the transaction, and nothing was written. */
export class NoRowError extends Error {
  override readonly name = 'NoRowError';
  /** Identifies the error where errors are passed as data, between threads. */
  static readonly code = 'SEALPASTE_NO_ROW';
  readonly code = NoRowError.code;
  constructor() {
    super('a statement of the transaction returned no row');
  }
}

/** Whether `onlyAfter` leaves this statement out. @param results rows of the statements before it */
export function isLeftOut({ onlyAfter }: Statement, results: readonly Row[][]): boolean {
  return onlyAfter !== undefined && !results[onlyAfter]?.length;
}

/** @throws NoRowError */
export function requireRow({ mustReturn }: Statement, rows: readonly Row[]): void {
  if (mustReturn && rows.length === 0) throw new NoRowError();
}

export type Row = Record<string, SqlValue>;

/** The SQL fragments in which the two engines differ. */
export interface Dialect {
  /** The database's clock, in ms since 1970: the only clock that decides what has expired. */
  now: string;
  /** Condition: the column's value is in a JSON array of strings, the one parameter. */
  isIn(column: string): string;
  /** Condition: the column's value is one of the keys of `readEach`. */
  isKey(column: string): string;
  /** Name of the type of bytes, for casts. */
  bytes: string;
  /** Condition: the column's value is one of a few that the SELECT finds; looked up in the index, whatever the engine's statistics say. */
  isAmong(column: string, select: string): string;
  /** Row lock at the end of a SELECT; empty on SQLite, which has one writer. */
  forUpdate: string;
  /** Row lock on the rows of one table that skips rows locked by others; empty on SQLite. */
  skipLocked(table: string): string;
}

/**
 * A database, SQLite or PostgreSQL, behind one type.
 *
 * Guarantees: `write` is one transaction, all or nothing, durable when it resolves; other callers'
 * statements never run inside it. Neither method blocks the event loop on a lock or a disk flush.
 * Not covered: a `read` beside a `write` sees the state before or after it, in no promised order.
 */
export interface Database {
  readonly engine: 'sqlite' | 'postgresql';
  readonly dialect: Dialect;
  /** Names of the migrations that opening it applied. */
  readonly migrations: readonly string[];
  /** Name of the last migration that this program knows. */
  readonly knows: string;
  /** PostgreSQL's connections, for a library with SQL of its own. */
  readonly pool?: Pool;
  /**
   * Typed queries, for code that isn't hot. They fail as `read` and `write` do. Don't use interactive transactions.
   * The first query loads the query compiler, which takes 29 MB of memory.
   */
  readonly prisma: PrismaClient;
  /** Runs one SELECT and holds all its rows in memory: limit them in the SQL. */
  read(sql: string, params?: readonly SqlValue[]): Promise<Row[]>;
  /**
   * Runs one SELECT, whose only parameter is that of `dialect.isKey`, for a few keys.
   * @returns the rows found, in no promised order
   */
  readEach(sql: string, keys: readonly string[]): Promise<Row[]>;
  /** Reads like `read` where very many rows are scanned: beside the event loop, the writer and other reads, one after the other. */
  readLong(sql: string, params?: readonly SqlValue[]): Promise<Row[]>;
  /**
   * Runs the statements in one transaction. @returns the rows of each statement; none for one that was left out
   * @throws DatabaseUnavailableError when the database can't be reached, stays locked or has no room; nothing was written.
   * @throws NoRowError
   */
  write(statements: readonly Statement[]): Promise<Row[][]>;
  /** Resolves if the database responds, can be written to and has a usable schema. @throws DatabaseUnavailableError, SchemaUnusableError */
  ping(): Promise<void>;
  /**
   * Reads which migrations the database has, and lets every statement fail until they are usable again.
   * @throws SchemaUnusableError, DatabaseUnavailableError
   */
  checkSchema(): Promise<SchemaState>;
  close(): Promise<void>;
}

/** The database can't be reached or written to, is locked by another process for too long, or its disk is full. Worth a retry. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/** The migrations of a database that this program can use. */
export interface SchemaState {
  /** Name of the database's last migration. */
  latest: string;
  /** Newer expanding migrations, which this version tolerates. */
  later: readonly string[];
}

/**
 * The database has a schema that this program can't use, older or newer than its own, or has none. The message says which, and
 * what to do. The database may become usable while the process runs.
 */
export class SchemaUnusableError extends DatabaseUnavailableError {}

/**
 * A part of the database is damaged. The rest is still served: each statement that reads the damaged part fails with this
 * error until the operator has repaired the database.
 */
export class DatabaseDamagedError extends OperatorError {
  override readonly name = 'DatabaseDamagedError';
  constructor(options: ErrorOptions & { file?: string } = {}) {
    const where = options.file === undefined ? 'the database' : `the database ${options.file}`;
    const why = options.cause instanceof Error ? options.cause.message : 'part of it cannot be read';
    super(`${where} is damaged: "npm run -s admin -- doctor --deep" says where; docs/damaged.md says what to do (${why})`);
    this.cause = options.cause;
  }
}

/** Returns the one row. @throws Error when there is none or more than one */
export function only(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`expected one row, got ${rows.length}`);
  return row;
}

/** Writes in one transaction. @returns whether its statement with the index `decisive` returned one row */
export async function tookPlace(db: Pick<Database, 'write'>, decisive: number, statements: readonly Statement[]): Promise<boolean> {
  return (await db.write(statements))[decisive]?.length === 1;
}

/** Prisma's code for an `update` or a `delete` whose condition found no row. */
const NO_ROW_FOUND = 'P2025';

/**
 * Runs typed queries in one transaction. When the change's condition finds no row, all of them are rolled back.
 * @param change an `update` or `delete` of one row, which is one statement on both engines
 * @returns what the change returned; null when it found no row
 */
export async function changeRow<Changed>(
  { prisma }: Pick<Database, 'prisma'>,
  change: Prisma.PrismaPromise<Changed>,
  ...others: Prisma.PrismaPromise<unknown>[]
): Promise<Changed | null> {
  try {
    const [changed] = await prisma.$transaction([change, ...others]);
    return changed;
  } catch (error) {
    if ((error as { code?: unknown }).code === NO_ROW_FOUND) return null;
    throw error;
  }
}

/** Reads the database's clock, in ms since 1970, for typed queries, which can't contain `dialect.now`. */
export async function readClock(db: Database): Promise<number> {
  return Number(only(await db.read(`SELECT ${db.dialect.now} AS now`)).now);
}

/** Converts a 64-bit column, a bigint in typed queries. Ours are times and counts, far below 2^53. */
export function numberOrNull(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}
