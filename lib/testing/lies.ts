/** Puts false values into a row, in one column after the other: values that no process of ours writes there. */
import type { Database, Row, SqlValue } from '../db/database';
import { TABLES, type Table } from '../db/tables';

export interface Lie {
  /** Names the lie in a failing test's message: "pastes.expires_at = -1". */
  name: string;
  column: string;
}

interface LyingRow {
  db: Database;
  table: string;
  /** The column by which the row is found; it gets false values last. */
  key: string;
  row: SqlValue;
  /** Another row of the table, whose values this one claims as its own. */
  other: SqlValue;
}

/** The largest integer that both engines store, as SQL: no JavaScript number equals it. */
const BEYOND_NUMBERS = '9223372036854775807';

/**
 * Writes each false value that the engine accepts, calls `look`, and restores the true value.
 * @returns how many values the engine accepted; it often refuses a wrong type, NULL or a duplicate key
 */
export async function tellLies({ db, table, key, row, other }: LyingRow, look: (lie: Lie) => Promise<void>): Promise<number> {
  const { columns } = TABLES.find(({ name }) => name === table) as Table;
  const find = async (value: SqlValue) => (await db.read(`SELECT * FROM ${table} WHERE ${key} = ?`, [value]))[0];
  const [truth, another] = [await find(row), await find(other)];
  if (!truth || !another) throw new Error(`two rows of ${table} were expected`);
  let told = 0;
  // A row with a false key is found by that key.
  const names = Object.keys(columns).filter((name) => name !== key);
  for (const column of [...names, key]) {
    for (const [what, sql, params] of liesAbout(columns[column] as string, truth[column] ?? null, another[column] ?? null)) {
      const set = (value: string, values: SqlValue[], where: string, at: SqlValue[]) =>
        db.write([{ sql: `UPDATE ${table} SET ${column} = ${value} WHERE ${where}`, params: [...values, ...at] }]);
      const untold = await set(sql, params, `${key} = ?`, [row]).then(
        () => false,
        () => true,
      );
      if (untold) continue;
      told += 1;
      try {
        await look({ name: `${table}.${column} = ${what}`, column });
      } finally {
        const where = column === key ? (sql === 'NULL' ? `${key} IS NULL` : `${key} = ${sql}`) : `${key} = ?`;
        await set('?', [truth[column] ?? null], where, column === key ? params : [row]);
      }
    }
  }
  return told;
}

type Told = [what: string, sql: string, params: SqlValue[]];

function liesAbout(type: string, truth: SqlValue, other: SqlValue): Told[] {
  const value = (what: string, told: SqlValue): Told => [what, '?', [told]];
  const lies: Told[] = [['NULL', 'NULL', []], value("another row's", other)];
  // SQLite takes any type in any column.
  lies.push(value('a text', 'a lie'), ['bytes', "CAST('lie' AS BLOB)", []]);
  if (type === 'integer') lies.push(value('-1', -1), value('0', 0), ['2^63 - 1', BEYOND_NUMBERS, []], ['half', '0.5', []]);
  if (type === 'boolean') lies.push(value('the contrary', !truth), ['7', '7', []]);
  if (type === 'text') lies.push(value('nothing', ''), value('100,000 characters', 'x'.repeat(100_000)));
  if (type === 'bytes') {
    const bytes = truth instanceof Uint8Array ? truth : new Uint8Array(40);
    const flipped = Uint8Array.from(bytes);
    if (flipped.length > 0) flipped[flipped.length - 1] = (flipped.at(-1) as number) ^ 1;
    lies.push(value('no bytes', new Uint8Array(0)), value('a half', bytes.slice(0, bytes.length >> 1)), value('a flipped bit', flipped));
  }
  return lies;
}

/** Returns the first row that the SELECT, without parameters, finds. */
export const oneRow = async (db: Database, sql: string): Promise<Row> => {
  const [row] = await db.read(sql);
  if (!row) throw new Error(`no row: ${sql}`);
  return row;
};
