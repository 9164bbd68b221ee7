/** Guards the kinds of migrations: what calls itself expanding only adds. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NEXT_MIGRATIONS } from '../lib/testing/next-version';
import { notAdditive } from './testing/additive.mjs';
import { migrationsFolder } from './testing/schema-engine.mjs';

it.each([
  [
    'a table with its indexes',
    'CREATE TABLE "a" ("id" TEXT NOT NULL PRIMARY KEY); CREATE UNIQUE INDEX "a_b" ON "a"("b"); CREATE INDEX "c" ON "pastes"("d");',
  ],
  ['optional columns', '-- AlterTable\nALTER TABLE "pastes" ADD COLUMN     "a" TEXT,\nADD COLUMN     "b" BOOLEAN NOT NULL DEFAULT false;'],
  [
    'the references of a new table',
    'CREATE TABLE "a" ("b" TEXT);\nALTER TABLE "a" ADD CONSTRAINT "a_b" FOREIGN KEY ("b") REFERENCES "pastes"("id") ON DELETE CASCADE;',
  ],
  ['the next version of the tests', NEXT_MIGRATIONS.expand.sql],
])('a migration that only adds may expand: %s', (_, sql) => {
  expect(notAdditive(sql)).toEqual([]);
});

it.each([
  'ALTER TABLE "pastes" ADD COLUMN "a" TEXT NOT NULL',
  'ALTER TABLE "pastes" ADD COLUMN "a" TEXT UNIQUE',
  'ALTER TABLE "pastes" ADD COLUMN "a" TEXT, DROP COLUMN "b"',
  'ALTER TABLE "pastes" ADD CONSTRAINT "a_b" FOREIGN KEY ("b") REFERENCES "users"("id")',
  'CREATE UNIQUE INDEX "a" ON "pastes"("b")',
  'DROP TABLE "pastes"',
  'UPDATE pastes SET a = 1',
  'DELETE FROM pastes',
  NEXT_MIGRATIONS.contract.sql.replace(';', ''),
])('a migration that does more than add may not expand: %s', (sql) => {
  expect(notAdditive(`CREATE TABLE "other" ("id" TEXT);\n${sql};`)).toEqual([sql]);
});

it.each(['sqlite', 'postgresql'])('each migration of %s after the first says its kind, and keeps to it', (engine) => {
  const folder = join(migrationsFolder, engine);
  const [, ...names] = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  for (const name of names) {
    const [, kind] = /^\d{14}_(expand|contract)_\w+$/.exec(name) ?? [];
    expect({ name, kind }).toEqual({ name, kind: expect.any(String) });
    if (kind === 'expand') expect(notAdditive(readFileSync(join(folder, name, 'migration.sql'), 'utf8'))).toEqual([]);
  }
});
