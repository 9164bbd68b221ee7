/**
 * The SQL files of prisma/migrations/<engine>, applied in the order of their names: by sqlite-migrations.ts and
 * postgresql-migrations.ts.
 *
 * Guarantees: however many processes start at once, each file runs once; all missing files run in
 * one transaction, so that a crash leaves the schema it found; a database whose applied files have since been changed, or
 * that a newer version has migrated so that this one can't use it, is refused before anything is written; a database that is
 * up to date is only read. The bookkeeping is Prisma's own (`_prisma_migrations`), so its tools agree.
 *
 * A migration's name says its kind (decision 0103). An expanding one only adds what the version before doesn't notice, and runs
 * beside its processes. Any other is contracting: it waits until no process of an older version has a heartbeat, and those can't
 * use the database afterwards.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../encoding/sha256';
import { OperatorError } from '../errors/operator-error';
import { type Row, type SchemaState, SchemaUnusableError } from './database';
import { unawareOf } from './heartbeat';

export class SchemaError extends OperatorError {
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

/** Whether the version before can use a database with the migration. A name without a kind says no. */
export const isExpanding = (name: string): boolean => /^\d{14}_expand_/.test(name);

const MIGRATE_COMMAND = '"npm run -s admin -- migrate"';

/** The migrations that a database lacks, and those of a newer version that it has. */
export interface Comparison extends Omit<SchemaState, 'latest'> {
  known: readonly Migration[];
  /** Null: the database is empty. */
  latest: string | null;
  missing: Migration[];
}

/**
 * Compares the migrations of this program with those of a database.
 * @throws SchemaError when no release has made the database, or an applied file has been changed since
 * @throws SchemaUnusableError when a newer version has made it unusable for this one
 */
export function compareSchemas(known: readonly Migration[], applied: readonly Applied[]): Comparison {
  // Every release begins with the same migration.
  if (applied.length > 0 && !applied.some(({ migration_name: name }) => name === known[0]?.name))
    throw new SchemaError(
      'an unreleased checkout made this database: "npm run -s admin -- export" of that checkout keeps its data in a file, ' +
        "but this version can't load it and needs an empty database",
    );
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  const later: string[] = [];
  for (const { migration_name: name, checksum } of applied) {
    const migration = byName.get(name);
    if (!migration) later.push(name);
    else if (migration.checksum !== checksum)
      throw new SchemaError(`migration ${name} has been changed since it was applied to this database`);
    byName.delete(name);
  }
  const unusable = later.find((name) => !isExpanding(name));
  if (unusable !== undefined)
    throw new SchemaUnusableError(
      `the database has migration ${unusable} of a newer version, which this version (${known.at(-1)?.name}) can't use: run the newer version`,
    );
  return { known, latest: applied.at(-1)?.migration_name ?? null, missing: [...byName.values()], later };
}

/** @throws SchemaUnusableError when a migration is missing */
export function requireComplete({ known, latest, missing, later }: Comparison): SchemaState {
  if (latest === null) throw emptyDatabase('the database is empty');
  if (missing.length > 0)
    throw new SchemaUnusableError(
      `the database has migration ${latest}, and this version needs ${known.at(-1)?.name}: a start of web or worker with MIGRATE=on, or ${MIGRATE_COMMAND}, migrates it`,
    );
  return { latest, later };
}

export const emptyDatabase = (what: string) =>
  new SchemaUnusableError(`${what}: a start of web or worker with MIGRATE=on, or ${MIGRATE_COMMAND}, sets it up`);

/**
 * Refuses what would write or read only a part of the data, because a newer version has added to the schema.
 * @throws SchemaError
 */
export function refuseLater({ later }: SchemaState): void {
  if (later.length > 0)
    throw new SchemaError(`a newer version has migrated the database (${later.join(', ')}): run this command of the newer version`);
}

/**
 * Refuses contracting migrations while processes run that don't know them. New databases have none.
 * @param running rows of `selectRunning`
 * @throws SchemaUnusableError
 */
export function refuseBeside(running: readonly Row[], migrations: readonly Migration[]): void {
  for (const { name } of migrations) {
    const unaware = isExpanding(name) ? null : unawareOf(name, running);
    if (unaware !== null)
      throw new SchemaUnusableError(
        `migration ${name} must wait until no process of an older version runs: stop them (${unaware}; a killed one counts for a minute)`,
      );
  }
}
