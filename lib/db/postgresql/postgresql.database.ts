import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import {
  type Cells,
  CLIENT_OPTIONS,
  type Database,
  DatabaseUnavailableError,
  isLeftOut,
  type Row,
  requireRow,
  type SqlValue,
  type Statement,
} from '../database';
import { PrismaClient } from '../generated/postgresql/client';
import type { PrismaClient as SqlitePrismaClient } from '../generated/sqlite/client';
import { CONNECT_TIMEOUT_MS, connectPostgresql, types } from './postgresql.connection';
import { LONG_POOL_SIZE, POOL_SIZE } from './postgresql.limits';
import { migratePostgresql } from './postgresql.migrations';
import { RenewablePool } from './postgresql.pool';

const STATEMENT_TIMEOUT_MS = 10_000;
/** Of what looks at every row of a large table. */
const LONG_STATEMENT_TIMEOUT_MS = 600_000;
/** For the way there and back, on top. */
const SILENCE_MS = 2_000;
/** A process that freezes within a transaction loses it, and with it the locks that others wait for. */
const IDLE_TRANSACTION_TIMEOUT_MS = 5_000;
/** Serialization failure and deadlock: the transaction did nothing and may be repeated. */
const REPEATABLE = new Set(['40001', '40P01']);
const MAX_TRIES = 3;
/** A standby, or a primary that was told to write nothing. */
const READ_ONLY = '25006';

export interface PostgresqlOptions {
  url: string;
  rootDir: string;
  /** For the server to give up a statement. */
  statementTimeoutMs?: number;
  /** For its response to arrive, on top of that. */
  silenceMs?: number;
  /** For a connection to be made. */
  connectTimeoutMs?: number;
  /** False behind a PgBouncer, which takes no settings with a connection: then what the role has is in force. */
  hasSessionSettings?: boolean;
}

/** Opens, and first migrates, the database. */
export async function openPostgresql(options: PostgresqlOptions): Promise<Database> {
  const {
    url,
    rootDir,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    silenceMs = SILENCE_MS,
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
    hasSessionSettings = true,
  } = options;
  const sessionSettings = (timeoutMs: number) => ({
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    // All statements here are short, also those that PostgreSQL takes for long ones: compiling them costs more than they do.
    options: '-c jit=off',
  });
  const openPool = (timeoutMs: number, size: number) => {
    const opened = new RenewablePool(
      {
        connectionString: url,
        max: size,
        connectionTimeoutMillis: connectTimeoutMs,
        // A network that falls silent closes no connection: nobody waits longer than this for a response.
        query_timeout: timeoutMs + silenceMs,
        keepAlive: true,
        application_name: 'sealpaste',
        ...(hasSessionSettings ? sessionSettings(timeoutMs) : {}),
      },
      hasSessionSettings,
    );
    // A connection may break at any time, idle or in use. The pool replaces it and its query fails; its
    // error event says nothing more, but unheard it would end the process.
    opened.on('error', () => undefined);
    opened.on('connect', (client) => client.on('error', () => undefined));
    return opened;
  };
  const pool = openPool(statementTimeoutMs, POOL_SIZE);
  const migrations = await migrate(url, rootDir).catch(async (error: unknown) => {
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

  /** The statement in PostgreSQL's own notation, under a name so that each connection parses it once. */
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

  async function write(statements: readonly Statement[]): Promise<Row[][]> {
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

  async function readEach(sql: string, keys: readonly string[]): Promise<Cells[]> {
    try {
      const values = [JSON.stringify(keys)];
      return (await pool.query<SqlValue[]>({ ...prepare(sql), values, types, rowMode: 'array' })).rows;
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  let longPool: RenewablePool | undefined;
  /** On a connection of their own, one after the other: they keep none of the others from anybody. */
  async function readLong(sql: string, params: readonly SqlValue[] = []): Promise<Row[]> {
    longPool ??= openPool(LONG_STATEMENT_TIMEOUT_MS, LONG_POOL_SIZE);
    if (hasSessionSettings) return query(longPool, sql, params).catch(failed);
    // The role's time-out is for short ones.
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
      // Stable within a statement, so that an index on expires_at serves; not the transaction's start.
      now: '(extract(epoch from statement_timestamp()) * 1000)::bigint',
      isIn,
      isKey: isIn,
      bytes: 'BYTEA',
      isAmong: (column, select) => `${column} = ANY (ARRAY(${select}))`,
      forUpdate: 'FOR UPDATE',
      skipLocked: (table) => `FOR UPDATE OF ${table} SKIP LOCKED`,
    },
    pool,
    // One schema source: the generated types differ only in what SQLite doesn't offer (skipDuplicates).
    prisma: prisma as unknown as SqlitePrismaClient,
    read,
    readEach,
    readLong,
    write,
    ping,
    emptyLog: async () => true,
    close: async () => {
      await prisma.$disconnect();
      await longPool?.end();
      await pool.end();
    },
  };
}

const isIn = (column: string) => `${column} = ANY (ARRAY(SELECT jsonb_array_elements_text(?::jsonb)))`;

/** The server's own error, where a typed query has failed with one. */
function originalOf(error: unknown): unknown {
  const cause = (error as { meta?: { driverAdapterError?: { cause?: { originalCode?: string; originalMessage?: string } } } }).meta
    ?.driverAdapterError?.cause;
  return cause ? Object.assign(new Error(cause.originalMessage), { code: cause.originalCode }) : error;
}

/** A migration takes as long as it takes: on a connection without time-outs. */
async function migrate(url: string, rootDir: string): Promise<string[]> {
  const client = await connectPostgresql(url);
  try {
    return await migratePostgresql(client, rootDir);
  } finally {
    await client.end();
  }
}

/** pg's own time-out, which only says that no response came. */
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

/**
 * No connection, server stopping, full or read-only, transaction ended as idle: of PostgreSQL's error codes classes 08, 53
 * and 57, 25006 and 25P03, or the socket's error.
 */
function asUnavailable(error: unknown): unknown {
  const unreachable =
    /^(08|53|57|25006|25P03|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND)/.test(codeOf(error)) ||
    /timeout|terminated|not queryable/i.test((error as Error).message);
  return unreachable ? new DatabaseUnavailableError('the database is not reachable', { cause: error }) : error;
}
