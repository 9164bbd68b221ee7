import type { Pool } from 'pg';
import { OperatorError } from '../errors/operator.error';
import type { Prisma, PrismaClient } from './generated/sqlite/client';

/** Types of typed queries, the same for both engines. */
export type { Prisma } from './generated/sqlite/client';

/** What the database refuses is told without the values. A transaction may wait as long as any statement of it for a lock. */
export const CLIENT_OPTIONS = { errorFormat: 'minimal', transactionOptions: { maxWait: 30_000, timeout: 30_000 } } as const;

/** What a column or a parameter may hold. Booleans read back from SQLite are 0 or 1. */
export type SqlValue = string | number | boolean | Uint8Array | null;

/** One SQL statement with `?` for every parameter, on both engines. */
export interface Statement {
  sql: string;
  params: readonly SqlValue[];
  /** Index of an earlier statement of the transaction: this one runs only when that one has returned a row. */
  onlyAfter?: number;
  /**
   * Unless this one returns a row, the transaction is undone and fails with NoRowError. Without an error of the engine,
   * which PostgreSQL would write into its log.
   */
  mustReturn?: true;
}

/** A statement that must return a row returned none: its guard has refused the transaction, and nothing was written. */
export class NoRowError extends Error {
  override readonly name = 'NoRowError';
  /** By this it is known where errors travel as data. */
  static readonly code = 'SEALPASTE_NO_ROW';
  readonly code = NoRowError.code;
  constructor() {
    super('a statement of the transaction returned no row');
  }
}

/** Whether an earlier statement has decided that this one is left out. @param results of the statements before it */
export function isLeftOut({ onlyAfter }: Statement, results: readonly Row[][]): boolean {
  return onlyAfter !== undefined && !results[onlyAfter]?.length;
}

/** @throws NoRowError */
export function requireRow({ mustReturn }: Statement, rows: readonly Row[]): void {
  if (mustReturn && rows.length === 0) throw new NoRowError();
}

export type Row = Record<string, SqlValue>;

/** A row's values in the order of its columns: with many columns several times cheaper than by name. */
export type Cells = readonly SqlValue[];

/** The few words in which the two engines' SQL differs. */
export interface Dialect {
  /** The database's clock, in ms since 1970: the only clock that decides what has expired. */
  now: string;
  /** Whether the column is one of a JSON array of strings, which is the one parameter. */
  isIn(column: string): string;
  /** Whether the column is one of the keys of `readEach`. */
  isKey(column: string): string;
  /** Type of bytes, to cast to. */
  bytes: string;
  /** Whether the column is one of a few that the SELECT finds: looked up by index one by one, whatever the engine believes of the tables. */
  isAmong(column: string, select: string): string;
  /** Row lock at the end of a SELECT; nothing on SQLite, which has one writer. */
  forUpdate: string;
  /** The same on the rows of one table, passing over those that others have locked. */
  skipLocked(table: string): string;
}

/**
 * Either engine behind one type.
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
  /** PostgreSQL's connections, for a library that brings its own SQL. */
  readonly pool?: Pool;
  /**
   * For what is not hot: typed queries. They fail as `read` and `write` do. Interactive transactions are not to be used.
   * The first one loads the query compiler, which takes 29 MB of memory.
   */
  readonly prisma: PrismaClient;
  /** Runs one SELECT. Rows have at most the size of what they select: bound it in the SQL. */
  read(sql: string, params?: readonly SqlValue[]): Promise<Row[]>;
  /** Runs one SELECT, whose only parameter is `dialect.isKey`, for each of a few keys. @returns the rows found, in no promised order */
  readEach(sql: string, keys: readonly string[]): Promise<Cells[]>;
  /** As `read`, for what may look at very many rows: on SQLite beside the event loop and the writer, one after the other. */
  readLong(sql: string, params?: readonly SqlValue[]): Promise<Row[]>;
  /**
   * Runs the statements in one transaction. @returns the rows of each statement; none of one that was left out
   * @throws DatabaseUnavailableError when the database can't be reached, stays locked or has no room; nothing was written.
   * @throws NoRowError
   */
  write(statements: readonly Statement[]): Promise<Row[][]>;
  /** Resolves when the database responds, and may be written to. @throws DatabaseUnavailableError */
  ping(): Promise<void>;
  /**
   * Takes from SQLite's write-ahead log what deleted rows left there, which happens every 20 seconds by itself; nothing to do on PostgreSQL.
   * @returns false when a reader still needs the log: try again later
   */
  emptyLog(): Promise<boolean>;
  close(): Promise<void>;
}

/** The database can't be reached, may not be written to, another process holds its lock for too long, or its disk is full. Worth a retry. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/**
 * A part of the database is damaged. The rest goes on being served: what meets the damaged part fails with this, again and
 * again, until the operator has seen to it.
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

/** The one row a statement must return. */
export function only(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`expected one row, got ${rows.length}`);
  return row;
}

/** Writes in one transaction. @returns whether it took place: whether its statement of this index has returned a row */
export async function tookPlace(db: Pick<Database, 'write'>, decisive: number, statements: readonly Statement[]): Promise<boolean> {
  return (await db.write(statements))[decisive]?.length === 1;
}

/** Prisma's code for an `update` or a `delete` whose condition found no row. */
const NO_ROW_FOUND = 'P2025';

/**
 * Runs typed queries in one transaction. The change decides: when its condition finds no row, all of them are undone.
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

/** The database's clock, in ms since 1970, for a typed query, which can't ask for it itself. */
export async function readClock(db: Database): Promise<number> {
  return Number(only(await db.read(`SELECT ${db.dialect.now} AS now`)).now);
}

/** Of a 64-bit column, which typed queries give as a bigint. Ours are times and counts, far below 2^53. */
export function numberOrNull(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}
