/**
 * Empties the PostgreSQL databases of finished tests for the next ones, because creating and dropping a database takes the
 * server longer than most tests take. A database that differs from a new one in more than its rows is dropped.
 */
import type pg from 'pg';
import { TABLES } from '../db/tables';
import { withClient } from './with-client';

/** Size limit of a reused database: above it dropping is quicker than deleting, and dead rows would slow down the next test. */
const MAX_BYTES = 32_000_000;

/** Addresses of the emptied databases of this process. */
const emptied: string[] = [];
const shapes = new Map<string, string>();

/** Describes a database: migrations, tables, constraints, triggers, functions, the planner's statistics, and settings. */
const SHAPE = `
  SELECT ROW(
    (SELECT array_agg(migration_name || checksum ORDER BY migration_name) FROM _prisma_migrations), (SELECT count(*) FROM pg_class), (SELECT count(*) FROM pg_attribute), (SELECT count(*) FROM pg_constraint),
    (SELECT count(*) FROM pg_trigger), (SELECT count(*) FROM pg_proc), (SELECT count(*) FROM pg_statistic WHERE starelid >= 16384),
    (SELECT count(*) FROM pg_class WHERE reltuples >= 0 AND oid >= 16384),
    (SELECT array_agg(setconfig) FROM pg_db_role_setting WHERE setdatabase = oid), datconnlimit
  )::text AS shape, pg_database_size(oid)::int AS bytes
  FROM pg_database WHERE datname = current_database()`;

/** Ends connections that a test left behind, such as a killed process's with a transaction. */
const END_OTHERS =
  'SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

/** Deletes all rows, children before parents, and lets identifiers begin at one again. */
const EMPTY = [
  ...TABLES.map(({ name }) => `DELETE FROM ${name}`).reverse(),
  "SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S'",
].join(';');

/** Takes an emptied database. @returns its address; undefined when there is none */
export const takeEmptied = (): string | undefined => emptied.pop();

/** @param url address of a database that was just created */
export async function rememberShape(url: string): Promise<void> {
  await withClient(url, async (client) => void shapes.set(url, (await shapeOf(client)).shape));
}

/** @returns whether the database was kept for the next test; if not, the caller must drop it */
export async function giveBack(url: string): Promise<boolean> {
  const isAsItWas = await withClient(url, async (client) => {
    await client.query(END_OTHERS);
    const { shape, bytes } = await shapeOf(client);
    if (shape !== shapes.get(url) || bytes > MAX_BYTES) return false;
    await client.query(EMPTY);
    return true;
  });
  if (isAsItWas) emptied.push(url);
  return isAsItWas;
}

async function shapeOf(client: pg.Client): Promise<{ shape: string; bytes: number }> {
  const { rows } = await client.query<{ shape: string; bytes: number }>(SHAPE);
  return rows[0] as { shape: string; bytes: number };
}
