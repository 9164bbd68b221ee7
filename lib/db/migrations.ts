/**
 * The SQL files of prisma/migrations/<engine>, applied in the order of their names: by sqlite-migrations.ts and
 * postgresql-migrations.ts.
 *
 * Guarantees: however many processes start at once, each file runs once; all missing files run in
 * one transaction, so that a crash leaves the schema it found; a database that has been migrated by
 * a newer version, or whose applied files have since been changed, is refused before anything is
 * written; a database that is up to date is only read. The bookkeeping is Prisma's own (`_prisma_migrations`), so its tools
 * agree.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../encoding/sha256';
import { OperatorError } from '../errors/operator-error';

class SchemaError extends OperatorError {
  override readonly name = 'SchemaError';
}

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

export interface Applied {
  migration_name: string;
  checksum: string;
}

export const CREATE_BOOKKEEPING = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMP_TYPE,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMP_TYPE,
  "started_at" TIMESTAMP_TYPE NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;
export const SELECT_APPLIED =
  'SELECT migration_name, checksum FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name';

/** Name of the last migration this program knows. */
export function latestMigration(rootDir: string): string {
  // Both engines have the same list.
  return loadMigrations(rootDir, 'sqlite').at(-1)?.name ?? '';
}

export function loadMigrations(rootDir: string, engine: 'sqlite' | 'postgresql'): Migration[] {
  const folder = join(rootDir, 'prisma/migrations', engine);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: sha256(sql).toString('hex') };
    });
}

/** @throws SchemaError when no release or a newer one has made the database, or an applied file has been changed since */
export function missing(known: readonly Migration[], applied: readonly Applied[]): Migration[] {
  // Every release begins with the same migration.
  if (applied.length > 0 && !applied.some(({ migration_name: name }) => name === known[0]?.name))
    throw new SchemaError(
      'an unreleased checkout made this database: "npm run -s admin -- export" of that checkout keeps its data in a file, ' +
        "but this version can't load it and needs an empty database",
    );
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  for (const { migration_name: name, checksum } of applied) {
    const migration = byName.get(name);
    if (!migration)
      throw new SchemaError(`the database has migration ${name}, which this version doesn't know: it was used by a newer version`);
    if (migration.checksum !== checksum) throw new SchemaError(`migration ${name} has been changed since it was applied to this database`);
    byName.delete(name);
  }
  return [...byName.values()];
}
