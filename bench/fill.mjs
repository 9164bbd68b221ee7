// @ts-check
/** Fills PostgreSQL by SQL: millions of rows in minutes, with their indexes built afterwards. */
import pg from 'pg';

/** @typedef {Record<string, string>} Columns each column's SQL; `g` is the number of the row */

/**
 * @param {pg.Client} client
 * @param {string} table
 * @param {Columns} columns
 * @param {number} from the first row's number
 * @param {number} to the last row's
 */
export async function insertSeries(client, table, columns, from, to) {
  const names = Object.keys(columns).join(', ');
  const values = Object.values(columns).join(', ');
  await client.query(`INSERT INTO ${table} (${names}) SELECT ${values} FROM generate_series(${from}, ${to}) AS g`);
}

/**
 * The id of a row made by the millisecond `base` + `number`, as the service's ids begin.
 * @param {number} base
 * @param {string} number SQL
 * @param {string} [kind] of row: the same number of another kind is another id
 */
export const idOf = (base, number, kind = 'id') => `lpad(to_hex(${base} + ${number}), 12, '0') || left(md5('${kind}' || ${number}), 12)`;

/** A lookup that no link leads to. @param {string} number SQL */
export const lookupOf = (number) => `left(md5(${number}::text), 22)`;

/** Settings of a session that builds indexes. @param {pg.Client} client */
export async function prepareFilling(client) {
  await client.query("SET synchronous_commit = off; SET maintenance_work_mem = '1GB'");
}

/**
 * A row as SQL, to insert copies of.
 * @param {Record<string, unknown>} row as the driver returns it
 * @param {Columns} own columns whose values are others
 * @returns {Columns}
 */
export function copyOf(row, own) {
  const written = (/** @type {unknown} */ value) => {
    if (value === null) return 'NULL';
    if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'::bytea`;
    return typeof value === 'boolean' ? String(value) : pg.escapeLiteral(String(value));
  };
  return { ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, written(value)])), ...own };
}

/**
 * Drops what checks and indexes the tables' rows, and makes it again afterwards.
 * @param {pg.Client} client
 * @param {readonly string[]} tables
 * @param {() => Promise<void>} fill
 */
export async function withoutIndexes(client, tables, fill) {
  const { rows: constraints } = await client.query(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE contype IN ('p', 'u', 'f') AND (conrelid = ANY ($1::regclass[]) OR confrelid = ANY ($1::regclass[]))
     ORDER BY contype <> 'f', contype = 'p'`,
    [tables],
  );
  const { rows: indexes } = await client.query(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)`,
    [tables],
  );
  for (const { table, name } of constraints) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  await fill();
  for (const { definition } of indexes) await client.query(definition);
  for (const { table, name, definition } of constraints.toReversed())
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
}
