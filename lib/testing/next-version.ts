/** The next version of the program, as far as its migrations go: this one with one migration more. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../db/engines/open-database';
import { TABLES } from '../db/tables';

/** Adds what the version before doesn't notice: columns in every table, a table, an index. */
const EXPAND = [
  ...TABLES.flatMap(({ name }) => [
    `ALTER TABLE ${name} ADD COLUMN added_text TEXT`,
    `ALTER TABLE ${name} ADD COLUMN added_flag BOOLEAN NOT NULL DEFAULT false`,
  ]),
  'CREATE TABLE added (id TEXT NOT NULL PRIMARY KEY, paste_id TEXT REFERENCES pastes (id) ON DELETE CASCADE)',
  'CREATE INDEX added_by_time ON pastes (created_at, added_text)',
].join(';\n');

/** Removes what this version needs. */
const CONTRACT = 'ALTER TABLE pastes DROP COLUMN view_count;';

export const NEXT_MIGRATIONS = {
  expand: { name: '99991230000000_expand_next', sql: EXPAND },
  contract: { name: '99991231000000_contract_next', sql: CONTRACT },
};

export type NextKind = keyof typeof NEXT_MIGRATIONS;

/**
 * Writes the migrations of the next version below a folder, which then is a `rootDir`.
 * @param migrations the added ones; their SQL is the same for both engines
 */
export function writeNextVersion(folder: string, ...migrations: { name: string; sql: string }[]): string {
  mkdirSync(folder, { recursive: true });
  // The program is this version's own.
  for (const name of ['dist', '.next', 'node_modules', 'package.json', 'next.config.mjs'])
    if (existsSync(join(process.cwd(), name)) && !existsSync(join(folder, name)))
      symlinkSync(join(process.cwd(), name), join(folder, name));
  cpSync(join(process.cwd(), 'prisma/migrations'), join(folder, 'prisma/migrations'), { recursive: true });
  for (const engine of ['sqlite', 'postgresql'])
    for (const { name, sql } of migrations) {
      const path = join(folder, 'prisma/migrations', engine, name);
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, 'migration.sql'), sql);
    }
  return folder;
}

/** Gives a database the schema of the next version, as an expanding migration leaves it. */
export async function expandSchema(url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sealpaste-next-'));
  try {
    const db = await openDatabase({ url, rootDir: writeNextVersion(folder, NEXT_MIGRATIONS.expand), migrates: true });
    await db.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
