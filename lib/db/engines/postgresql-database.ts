import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { OperatorError } from '../../errors/operator-error';
import {
  CLIENT_OPTIONS,
  DatabaseDamagedError,
  DatabaseUnavailableError,
  isLeftOut,
  LONG_POOL_SIZE,
  POOL_SIZE,
  type Row,
  requireRow,
  type SqlValue,
  type Statement,
} from '../database';
import { PrismaClient } from '../generated/postgresql/client';
import type { PrismaClient as SqlitePrismaClient } from '../generated/sqlite/client';
import { requireComplete } from '../migrations';
import type { OpenedDatabase } from '../schema-guard';
import { CONNECT_TIMEOUT_MS, POSTGRESQL_NOW, types, withPostgresql } from './postgresql-connection';
import { areJoinable, createJointInserts } from './postgresql-inserts';
import { comparePostgresql, migratePostgresql } from './postgresql-migrations';
import { RenewablePool } from './postgresql-pool';

const STATEMENT_TIMEOUT_MS = 10_000;
/** Time-out of a statement that scans a large table. */
const LONG_STATEMENT_TIMEOUT_MS = 600_000;
/** Time for the network, on top of a statement's time-out. */
const SILENCE_MS = 2_000;
/** The server ends the transaction of a process that freezes, so that its locks hold up others no longer than this. */
const IDLE_TRANSACTION_TIMEOUT_MS = 5_000;
/** Codes of serialization failure and deadlock: the transaction did nothing and may be repeated. */
const REPEATABLE = new Set(['40001', '40P01']);
const MAX_TRIES = 3;
/** Code for a write on a standby or a read-only server. */
const READ_ONLY = '25006';

export interface PostgresqlOptions {
  url: string;
  rootDir: string;
  /** Whether the database is migrated if need be. */
  migrates?: boolean;
  /** Time after which the server cancels a statement. */
  statementTimeoutMs?: number;
  silenceMs?: number;
  connectTimeoutMs?: number;
  /** False behind a PgBouncer, which takes no settings with a connection: then the role's settings apply. */
  hasSessionSettings?: boolean;
}

export async function openPostgresql(options: PostgresqlOptions): Promise<OpenedDatabase> {
  const {
    url,
    rootDir,
    migrates = false,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    silenceMs = SILENCE_MS,
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
    hasSessionSettings = true,
  } = options;
  const sessionSettings = (timeoutMs: number) => ({
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    // Compiling a statement would take longer than running it: all are short, also those that PostgreSQL expects to be long.
    options: '-c jit=off',
  });
  const openPool = (timeoutMs: number, size: number) => {
    const opened = new RenewablePool(
      {
        connectionString: url,
        max: size,
        connectionTimeoutMillis: connectTimeoutMs,
        // A network that falls silent closes no connection, so waiting for a response ends after this.
        query_timeout: timeoutMs + silenceMs,
        keepAlive: true,
        application_name: 'sealpaste',
        ...(hasSessionSettings ? sessionSettings(timeoutMs) : {}),
      },
      hasSessionSettings,
    );
    // A connection may break at any time, idle or in use. The pool replaces it and its query fails. An
    // error event without a listener would end the process.
    opened.on('error', () => undefined);
    opened.on('connect', (client) => client.on('error', () => undefined));
    return opened;
  };
  const pool = openPool(statementTimeoutMs, POOL_SIZE);
  const migrations = await prepareSchema(url, rootDir, migrates).catch(async (error: unknown) => {
    await pool.end();
    return failed(error);
  });

  const client = new PrismaClient({ ...CLIENT_OPTIONS, adapter: new PrismaPg(pool, { disposeExternalPool: false }) });
  const prisma = client.$extends({
    query: {
      $allOperations: ({ args, query }) =>
        query(args).catch((error: unknown) => {
          const original = originalOf(error);
          if (isReadOnly(original)) pool.renew();
          const fault = asUnavailable(original);
          throw fault === original ? error : fault;
        }),
    },
  });
  const prepared = new Map<string, { name: string; text: string }>();

  /** Numbers the statement's parameters as PostgreSQL wants it, and names it, so that each connection parses it once. */
  function prepare(sql: string): { name: string; text: string } {
    let statement = prepared.get(sql);
    if (!statement) {
      let index = 0;
      const text = sql.replace(/\?/g, () => `$${(index += 1)}`);
      prepared.set(sql, (statement = { name: `s${prepared.size}`, text }));
    }
    return statement;
  }

  async function query(client: pg.Pool | pg.PoolClient, sql: string, params: readonly SqlValue[]): Promise<Row[]> {
    const { rows } = await client.query<Row>({ ...prepare(sql), values: [...params], types });
    return rows;
  }

  async function transaction(statements: readonly Statement[], on: pg.Pool = pool): Promise<Row[][]> {
    const client = await on.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const results: Row[][] = [];
      for (const statement of statements) {
        const rows = isLeftOut(statement, results) ? [] : await query(client, statement.sql, statement.params);
        requireRow(statement, rows);
        results.push(rows);
      }
      await client.query('COMMIT');
      return results;
    } catch (error) {
      // A silent server doesn't respond to ROLLBACK either, and a read-only one is of no use: drop the connection.
      if (isSilence(error) || isReadOnly(error)) broken = error as Error;
      else
        await client.query('ROLLBACK').catch((cause: Error) => {
          broken = cause;
        });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async function writeAlone(statements: readonly Statement[]): Promise<Row[][]> {
    for (let tries = 1; ; tries++) {
      try {
        const [only] = statements;
        if (only && statements.length === 1 && !only.mustReturn) return [await query(pool, only.sql, only.params)];
        return await transaction(statements);
      } catch (error) {
        if (isReadOnly(error)) pool.renew();
        if (tries === MAX_TRIES || !REPEATABLE.has(codeOf(error))) throw asUnavailable(error);
      }
    }
  }

  const read = (sql: string, params: readonly SqlValue[] = []) => query(pool, sql, params).catch(failed);

  const insert = createJointInserts(async (sql, params) => (await writeAlone([{ sql, params }]))[0] ?? []);
  const write = async (statements: readonly Statement[]): Promise<Row[][]> =>
    areJoinable(statements) ? insert(statements) : writeAlone(statements);

  const readEach = (sql: string, keys: readonly string[]): Promise<Row[]> => read(sql, [JSON.stringify(keys)]);

  let longPool: RenewablePool | undefined;
  /** Runs long reads on a connection of their own, one after the other, so that they take none of the pool's. */
  async function readLong(sql: string, params: readonly SqlValue[] = []): Promise<Row[]> {
    longPool ??= openPool(LONG_STATEMENT_TIMEOUT_MS, LONG_POOL_SIZE);
    if (hasSessionSettings) return query(longPool, sql, params).catch(failed);
    // The role's time-out is meant for short statements.
    const setting = { sql: `SET LOCAL statement_timeout = ${LONG_STATEMENT_TIMEOUT_MS}`, params: [] };
    return (await transaction([setting, { sql, params }], longPool).catch(failed))[1] ?? [];
  }

  async function ping(): Promise<void> {
    const [row] = await read("SELECT current_setting('transaction_read_only') AS read_only");
    if (row?.read_only === 'off') return;
    pool.renew();
    throw new DatabaseUnavailableError('the database may not be written to: it is a standby, or read-only');
  }

  return {
    engine: 'postgresql',
    migrations,
    dialect: {
      now: POSTGRESQL_NOW,
      isIn,
      isKey: isIn,
      bytes: 'BYTEA',
      isAmong: (column, select) => `${column} = ANY (ARRAY(${select}))`,
      forUpdate: 'FOR UPDATE',
      skipLocked: (table) => `FOR UPDATE OF ${table} SKIP LOCKED`,
    },
    pool,
    // Both clients come from one schema: their types differ only in `skipDuplicates`, which SQLite doesn't have.
    prisma: prisma as unknown as SqlitePrismaClient,
    read,
    readEach,
    readLong,
    write,
    ping,
    close: async () => {
      await prisma.$disconnect();
      await longPool?.end();
      await pool.end();
    },
  };
}

const isIn = (column: string) => `${column} = ANY (ARRAY(SELECT jsonb_array_elements_text(?::jsonb)))`;

/** The server's error behind a typed query's, or the error itself. */
function originalOf(error: unknown): unknown {
  const cause = (error as { meta?: { driverAdapterError?: { cause?: { originalCode?: string; originalMessage?: string } } } }).meta
    ?.driverAdapterError?.cause;
  return cause ? Object.assign(new Error(cause.originalMessage), { code: cause.originalCode }) : error;
}

/** Migrates, or checks that it needn't be done, on a connection without time-outs. */
const prepareSchema = (url: string, rootDir: string, migrates: boolean): Promise<string[]> =>
  withPostgresql(url, async (client) => {
    if (migrates) return migratePostgresql(client, rootDir);
    requireComplete(await comparePostgresql(client, rootDir));
    return [];
  });

/** Whether pg gave up waiting for a response (`query_timeout`). */
function isSilence(error: unknown): boolean {
  return (error as Error).message === 'Query read timeout';
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code);
}

function isReadOnly(error: unknown): boolean {
  return codeOf(error) === READ_ONLY;
}

function failed(error: unknown): never {
  throw asUnavailable(error);
}

/** Codes of data_corrupted and index_corrupted. */
const DAMAGED = new Set(['XX001', 'XX002']);

/**
 * Recognises an unavailable database (no connection, server stopping, full or read-only, transaction ended as idle) by
 * PostgreSQL's error codes (classes 08, 53 and 57, 25006 and 25P03) or the socket's error; and a damaged one.
 */
function asUnavailable(error: unknown): unknown {
  if (DAMAGED.has(codeOf(error))) return new DatabaseDamagedError({ cause: error });
  if (error instanceof OperatorError || error instanceof DatabaseUnavailableError) return error;
  const unreachable =
    /^(08|53|57|25006|25P03|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND)/.test(codeOf(error)) ||
    /timeout|terminated|not queryable/i.test((error as Error).message);
  if (codeOf(error) === '53100') return new DatabaseUnavailableError("the disk of the database's server is full", { cause: error });
  return unreachable ? new DatabaseUnavailableError('the database is not reachable', { cause: error }) : error;
}
