/** Checks that read everything: whether the database is whole, and every row decrypts. They take minutes on a large database. */
import type { Config } from '../../config/config';
import type { Database, Row } from '../../db/database';
import { UnknownMasterKeyError } from '../../vault/keyring';
import { SealBrokenError } from '../../vault/vault';
import type { RotatedTable } from '../rotation';
import type { Finding } from './finding';

/** Rows of one read: few enough that a running service doesn't wait for it. */
const BATCH_ROWS = 200;
/** Problems that are listed one by one; the others are counted. */
const MAX_LISTED = 5;

/** @returns a sentence that names the checks which found no damage @throws Error that names the damage */
export async function checkWholeness(db: Database, config: Config): Promise<Finding> {
  if (db.engine === 'postgresql') {
    const { checkPostgresql } = await import('../../db/engines/postgresql-check');
    const found = await checkPostgresql(config.DATABASE_URL, MAX_LISTED);
    if (found === null)
      return { warning: 'not looked at: "CREATE EXTENSION amcheck" in this database lets doctor --deep check tables and indexes' };
    if (found.length > 0) throw new Error(`damaged: ${found.join('; ')} (docs/damaged.md)`);
    return 'amcheck finds tables and indexes whole';
  }
  const problems = (await db.read(`PRAGMA quick_check(${MAX_LISTED})`)).map((row) => String(Object.values(row)[0]));
  if (problems[0] !== 'ok') throw new Error(`damaged: ${problems.join('; ')} (docs/damaged.md)`);
  const dangling = await db.read('PRAGMA foreign_key_check');
  if (dangling.length > 0) throw new Error(`${dangling.length} rows refer to rows that are missing (docs/damaged.md)`);
  return 'quick_check and foreign_key_check find the file whole';
}

/** Decrypts everything under a master key but the contents. @throws Error that names rows which don't decrypt */
export async function checkRows(db: Database, tables: readonly RotatedTable[]): Promise<string> {
  let all = 0;
  let broken = 0;
  const listed: string[] = [];
  for (const table of tables) {
    for await (const row of rowsOf(db, table)) {
      all += 1;
      if (opens(table, row)) continue;
      broken += 1;
      if (listed.length < MAX_LISTED) listed.push(`${table.table} ${row.id}`);
    }
  }
  if (broken > 0)
    throw new Error(`${broken} of ${all} rows don't open: ${listed.join(', ')}${broken > listed.length ? ', …' : ''} (docs/damaged.md)`);
  return `all ${all} rows open`;
}

async function* rowsOf(db: Database, { table, start, columns, sealed }: RotatedTable): AsyncGenerator<Row> {
  const isSealed = sealed.length === 0 ? 'TRUE' : sealed.map((column) => `${column} IS NOT NULL`).join(' OR ');
  const sql = `SELECT id, ${columns.join(', ')} FROM ${table} WHERE id > ? AND (${isSealed}) ORDER BY id LIMIT ${BATCH_ROWS}`;
  for (let after = start; ; ) {
    const rows = await db.read(sql, [after]);
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < BATCH_ROWS || !last) return;
    after = last.id as string | number;
  }
}

/** Decrypts a row as key rotation does. */
function opens(table: RotatedTable, row: Row): boolean {
  try {
    table.rotate(row);
    return true;
  } catch (error) {
    if (error instanceof SealBrokenError || error instanceof UnknownMasterKeyError) return false;
    throw error;
  }
}
