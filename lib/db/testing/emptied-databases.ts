/**
 * PostgreSQL databases that tests have left, emptied for the tests after them: making and dropping one takes the server
 * longer than most tests do. One that isn't as it was made, but for its rows, is dropped.
 */
import type pg from 'pg';
import { TABLES } from '../tables';
import { withClient } from './with-client';

/** Beyond it, dropping is quicker than deleting, and dead rows would slow down what comes next. */
const MAX_BYTES = 32_000_000;

/** Those of this process. */
const emptied: string[] = [];
const shapes = new Map<string, string>();

/** Tables, constraints, triggers, functions, what the planner knows, and settings. */
const SHAPE = `
  SELECT ROW(
    (SELECT count(*) FROM pg_class), (SELECT count(*) FROM pg_attribute), (SELECT count(*) FROM pg_constraint),
    (SELECT count(*) FROM pg_trigger), (SELECT count(*) FROM pg_proc), (SELECT count(*) FROM pg_statistic WHERE starelid >= 16384),
    (SELECT count(*) FROM pg_class WHERE reltuples >= 0 AND oid >= 16384),
    (SELECT array_agg(setconfig) FROM pg_db_role_setting WHERE setdatabase = oid), datconnlimit
  )::text AS shape, pg_database_size(oid)::int AS bytes
  FROM pg_database WHERE datname = current_database()`;

/** Ends what a test has left behind, such as a transaction of a process that was killed. */
const END_OTHERS =
  'SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

/** Children before parents; identifiers begin at one again. */
const EMPTY = [
  ...TABLES.map(({ name }) => `DELETE FROM ${name}`).reverse(),
  "SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S'",
].join(';');

/** The address of an empty database, or undefined. */
export const takeEmptied = (): string | undefined => emptied.pop();

/** @param url of a database that was just made */
export async function rememberShape(url: string): Promise<void> {
  await withClient(url, async (client) => void shapes.set(url, (await shapeOf(client)).shape));
}

/** @returns whether it is there for the next test; if not, it is the caller's to drop */
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
