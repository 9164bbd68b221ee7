/**
 * One state of the whole database, read row by row.
 *
 * Guarantees: all tables as they were at one moment, while others go on writing; memory for a few
 * rows. While it is open, SQLite's write-ahead log can't be reset, and PostgreSQL's vacuum keeps
 * rows that have been deleted since.
 */
import { existsSync } from 'node:fs';
import { OperatorError } from '../../errors/operator-error';
import type { Row } from '../database';
import type { Table } from '../tables';
import { sqliteFile } from './open-database';
import { asDamaged, openConnection } from './sqlite-connection';
import { firstValue } from './sqlite-driver';

/** Rows of one fetch: each has up to 256 KiB, which PostgreSQL sends as text twice as long. */
const FETCH_ROWS = 32;

export interface Snapshot {
  /** Name of the last migration of the database. */
  schema(): Promise<string>;
  count(table: Table): Promise<number>;
  /** The table's rows, in no promised order. */
  rows(table: Table): AsyncIterable<Row>;
  close(): Promise<void>;
}

/** Opens the database read-only, without migrating it. */
export function openSnapshot(options: { url: string; rootDir: string }): Promise<Snapshot> {
  const file = sqliteFile(options.url, options.rootDir);
  return file === null ? openPostgresqlSnapshot(options.url) : openSqliteSnapshot(file);
}

const select = ({ name, columns }: Table) => `SELECT ${Object.keys(columns).join(', ')} FROM ${name}`;
const LAST_MIGRATION = 'SELECT max(migration_name) AS name FROM _prisma_migrations WHERE rolled_back_at IS NULL';
const count = ({ name }: Table) => `SELECT count(*) AS count FROM ${name}`;

async function openSqliteSnapshot(file: string): Promise<Snapshot> {
  if (!existsSync(file)) throw new OperatorError(`DATABASE_URL: ${file} does not exist`);
  const connection = openConnection(file, { readonly: true });
  connection.exec('BEGIN');
  // The driver frees a statement that only its iterator refers to, and the process crashes.
  const underWay = new Set<unknown>();
  // SQLite takes the snapshot at the first read.
  connection.prepare('SELECT count(*) FROM sqlite_master').get();
  return {
    schema: async () => String(firstValue(connection, LAST_MIGRATION)),
    async count(table) {
      try {
        return Number(firstValue(connection, count(table)));
      } catch (error) {
        throw asDamaged(error, file);
      }
    },
    async *rows(table) {
      const statement = connection.prepare(select(table));
      underWay.add(statement);
      try {
        yield* statement.iterate() as Iterable<Row>;
      } catch (error) {
        throw asDamaged(error, file);
      } finally {
        underWay.delete(statement);
      }
    },
    close: async () => void connection.close(),
  };
}

async function openPostgresqlSnapshot(url: string): Promise<Snapshot> {
  const { connectPostgresql } = await import('./postgresql-connection');
  const client = await connectPostgresql(url);
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SELECT 1');
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    schema: async () => String((await client.query<{ name: string }>(LAST_MIGRATION)).rows[0]?.name),
    count: async (table) => (await client.query<{ count: number }>(count(table))).rows[0]?.count ?? 0,
    async *rows(table) {
      await client.query(`DECLARE snapshot_rows NO SCROLL CURSOR FOR ${select(table)}`);
      for (;;) {
        const { rows } = await client.query<Row>(`FETCH ${FETCH_ROWS} FROM snapshot_rows`);
        if (rows.length === 0) break;
        yield* rows;
      }
      await client.query('CLOSE snapshot_rows');
    },
    close: () => client.end(),
  };
}
