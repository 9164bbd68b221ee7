// Guards the migrations: for each engine, running all of them must build exactly what prisma/schema says. What is missing
// is printed as the SQL of the next migration. Objects that the schema cannot express, such as check constraints, are not compared.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { readSchema } from './schema.mjs';
import { diffFromEmpty, diffFromMigrations, migrationsFolder, postgresServerUrl } from './testing/schema-engine.mjs';

const providers = [
  { provider: 'sqlite', skip: false },
  // A missing server is a failure in CI.
  { provider: 'postgresql', skip: process.env.CI !== 'true' && !(await isPostgresReachable()) },
] as const;

for (const { provider, skip } of providers) {
  describe.skipIf(skip)(provider, { timeout: 60_000 }, () => {
    it(`the migrations of ${provider} build exactly the schema`, async () => {
      expect(await diffFromMigrations(provider)).toBe('');
    });

    it('a column that the migrations lack is a difference', async () => {
      const schema = readSchema().replace('model Lease {', 'model Lease {\n  addition String?\n');
      expect(await diffFromMigrations(provider, schema)).toMatch(/ALTER TABLE "leases" ADD COLUMN\s+"addition" TEXT;/);
    });

    it('a column that the schema lacks is a difference', async () => {
      const schema = readSchema().replace(/^ +holder +String$/m, '');
      expect(await diffFromMigrations(provider, schema)).toContain('leases');
    });

    it('an empty database lacks every table', async () => {
      const tables = [...readSchema().matchAll(/@@map\("(\w+)"\)/g)].map(([, table]) => table);
      const sql = await diffFromEmpty(provider);
      for (const table of tables) expect(sql).toContain(`CREATE TABLE "${table}"`);
    });
  });
}

// Prisma's engine does not compare AUTOINCREMENT, without which SQLite gives a deleted row's id to
// another row, nor triggers.
it('the migrations of sqlite build the same kinds of objects as the schema', async () => {
  const folder = join(migrationsFolder, 'sqlite');
  const names = readdirSync(folder).filter((name) => !name.endsWith('.toml'));
  const scripts = names.sort().map((name) => readFileSync(join(folder, name, 'migration.sql'), 'utf8'));
  expect(sqliteObjects(scripts)).toEqual(sqliteObjects([await diffFromEmpty('sqlite')]));
});

function sqliteObjects(scripts: string[]): unknown[] {
  const database = new DatabaseSync(':memory:');
  for (const script of scripts) database.exec(script);
  return database.prepare("SELECT type, name, sql LIKE '%AUTOINCREMENT%' AS keeps_ids FROM sqlite_master ORDER BY type, name").all();
}

async function isPostgresReachable(): Promise<boolean> {
  const client = new pg.Client({
    connectionString: postgresServerUrl,
    connectionTimeoutMillis: 3_000,
  });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
