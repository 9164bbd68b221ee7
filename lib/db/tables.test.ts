/** The list of tables is compared with a migrated database: a table or column that it misses would be lost in a move. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import type { Database } from './database';
import { TABLES } from './tables';

const TYPES: Record<string, string> = { INTEGER: 'integer', BIGINT: 'integer', TEXT: 'text', BOOLEAN: 'boolean', BLOB: 'bytes' };

let place: TestDatabase;
let db: Database;
beforeAll(async () => {
  place = await createTestDatabase('sqlite');
  db = await place.open();
});
afterAll(async () => {
  await db.close();
  await place.drop();
});

it('every table of the database is in the list, with its columns and their types', async () => {
  const rows = await db.read(
    `SELECT t.name AS "table", c.name AS "column", c.type AS type FROM sqlite_master t, pragma_table_info(t.name) c
     WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name <> '_prisma_migrations'`,
  );
  const found = rows.map((row) => [row.table, row.column, TYPES[String(row.type)]].join(' '));
  const listed = TABLES.flatMap(({ name, columns }) => Object.entries(columns).map(([column, type]) => [name, column, type].join(' ')));
  expect(listed.toSorted()).toEqual(found.toSorted());
});

it('a column is a counter where the database counts it up by itself', async () => {
  const rows = await db.read(`SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'`);
  const counted = TABLES.filter(({ counter }) => counter === 'id').map(({ name }) => name);
  expect(counted.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  expect(TABLES.filter(({ counter }) => counter !== undefined)).toHaveLength(counted.length);
});

it('a table comes after those it refers to', async () => {
  const references = await db.read(
    `SELECT t.name AS child, k."table" AS parent FROM sqlite_master t, pragma_foreign_key_list(t.name) k WHERE t.type = 'table'`,
  );
  expect(references.length).toBeGreaterThan(7);
  const order = TABLES.map(({ name }) => name);
  for (const { child, parent } of references) expect(order.indexOf(String(parent))).toBeLessThan(order.indexOf(String(child)));
});
