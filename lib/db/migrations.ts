/**
 * Applies the SQL files of prisma/migrations/<engine>, in the order of their names.
 *
 * Guarantees: however many processes start at once, each file runs once; all missing files run in
 * one transaction, so that a crash leaves the schema it found; a database that has been migrated by
 * a newer version, or whose applied files have since been changed, is refused before anything is
 * written; a database that is up to date is only read. The bookkeeping is Prisma's own (`_prisma_migrations`), so its tools
 * agree.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import type { ClientBase } from 'pg';
import { OperatorError } from '../config/operator.error';
import { replaceFile } from '../operations/backup/place-file';
import { inPatientTransaction, openConnection } from './sqlite/sqlite.connection';
import { copySqlite } from './sqlite/sqlite.copy';

/** The database's schema is not one this program can bring up to date. */
class SchemaError extends OperatorError {
  override readonly name = 'SchemaError';
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

interface Applied {
  migration_name: string;
  checksum: string;
}

const CREATE_BOOKKEEPING = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMP_TYPE,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMP_TYPE,
  "started_at" TIMESTAMP_TYPE NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;
const SELECT_APPLIED = 'SELECT migration_name, checksum FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name';

/** Name of the last migration this program knows. */
export function latestMigration(rootDir: string): string {
  // Both engines have the same list.
  return loadMigrations(rootDir, 'sqlite').at(-1)?.name ?? '';
}

/**
 * Before the first missing file is applied to a database that is in use, the database is copied to
 * `FILE.before-MIGRATION`: what a migration has done can be taken back. Earlier such copies are removed.
 * When nothing is missing, it is read and nothing more: no lock, no check. A lock is waited for.
 * @returns the names of the migrations this call applied
 */
export function migrateSqlite(file: string, rootDir: string): string[] {
  const connection = openConnection(file, { readonly: false });
  try {
    if (missingIn(connection, rootDir).length === 0) return [];
    copyBeforeMigration(connection, file, rootDir);
    // Prisma's SQL rebuilds tables, which needs foreign keys off: they are checked before the commit.
    connection.pragma('foreign_keys = OFF');
    return inPatientTransaction(connection, () => applyMissing(connection, rootDir));
  } finally {
    connection.close();
  }
}

/** In the transaction under way: by now another process may have applied them. */
function applyMissing(connection: BetterSqlite3.Database, rootDir: string): string[] {
  connection.exec(CREATE_BOOKKEEPING.replaceAll('TIMESTAMP_TYPE', 'DATETIME'));
  const applied = missingIn(connection, rootDir);
  const record = connection.prepare(
    'INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES (?, ?, ?, CURRENT_TIMESTAMP, 1)',
  );
  for (const migration of applied) {
    connection.exec(migration.sql);
    record.run(randomUUID(), migration.checksum, migration.name);
  }
  // It reads the whole file.
  const broken = applied.length === 0 ? [] : (connection.pragma('foreign_key_check') as unknown[]);
  if (broken.length > 0) throw new Error(`migration leaves ${broken.length} dangling references`);
  return applied.map(({ name }) => name);
}

/** Without a lock: another process may migrate meanwhile, and then this copy is not one of before. */
function copyBeforeMigration(connection: BetterSqlite3.Database, file: string, rootDir: string): void {
  const [first] = missingIn(connection, rootDir);
  if (!first || first.name === loadMigrations(rootDir, 'sqlite')[0]?.name) return;
  const copy = `${file}.before-${first.name}`;
  const partial = `${copy}.${randomUUID()}.partial`;
  try {
    copySqlite(file, partial);
    const copied = openConnection(partial, { readonly: true });
    const isOfBefore = missingIn(copied, rootDir)[0]?.name === first.name;
    copied.close();
    if (!isOfBefore) return;
    replaceFile(partial, copy);
    for (const other of copiesBeside(file)) if (other !== copy) rmSync(other, { force: true });
  } catch (cause) {
    throw new OperatorError(`the database can't be copied to ${copy} before it is migrated: ${(cause as Error).message}`, { cause });
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Copies of the SQLite file that were made before it was migrated. */
export function copiesBeside(file: string): string[] {
  const prefix = `${basename(file)}.before-`;
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(prefix) && !name.endsWith('.partial'))
    .map((name) => join(dirname(file), name));
}

/** @throws SchemaError when a newer version has used the database */
export function missingIn(connection: BetterSqlite3.Database, rootDir: string): Migration[] {
  const hasBookkeeping = connection.prepare("SELECT 1 FROM sqlite_master WHERE name = '_prisma_migrations'").get() !== undefined;
  return missing(loadMigrations(rootDir, 'sqlite'), hasBookkeeping ? (connection.prepare(SELECT_APPLIED).all() as Applied[]) : []);
}

/**
 * @param client a connection of its own, not in a transaction
 * @returns the names of the migrations this call applied
 */
export async function migratePostgresql(client: ClientBase, rootDir: string): Promise<string[]> {
  if (await isUpToDate(client, rootDir)) return [];
  // A locked row, not LOCK TABLE or an advisory lock: PostgreSQL-compatible engines have that too.
  await createIfNotExists(client, 'CREATE TABLE IF NOT EXISTS "_sealpaste_migration_lock" ("id" INTEGER PRIMARY KEY)');
  await createIfNotExists(client, CREATE_BOOKKEEPING.replaceAll('TIMESTAMP_TYPE', 'TIMESTAMPTZ'));
  await client.query('INSERT INTO "_sealpaste_migration_lock" VALUES (1) ON CONFLICT DO NOTHING');
  await client.query('BEGIN');
  try {
    // A role may have a time-out of its own, for short statements.
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SELECT id FROM "_sealpaste_migration_lock" FOR UPDATE');
    const { rows } = await client.query<Applied>(SELECT_APPLIED);
    const applied = missing(loadMigrations(rootDir, 'postgresql'), rows);
    for (const migration of applied) {
      await client.query(migration.sql);
      await client.query(
        'INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)',
        [randomUUID(), migration.checksum, migration.name],
      );
    }
    await client.query('COMMIT');
    return applied.map(({ name }) => name);
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** By reading alone, which a standby allows, too. @throws SchemaError */
async function isUpToDate(client: ClientBase, rootDir: string): Promise<boolean> {
  const known = await client.query("SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = '_prisma_migrations'");
  if (known.rows.length === 0) return false;
  const { rows } = await client.query<Applied>(SELECT_APPLIED);
  return missing(loadMigrations(rootDir, 'postgresql'), rows).length === 0;
}

/** Of a table, of its row type, and of an entry in the catalogue's unique index. */
const EXISTS_ALREADY = ['42P07', '42710', '23505'];

/** PostgreSQL's IF NOT EXISTS is not atomic: of two processes at once, one may find that it exists after all. */
async function createIfNotExists(client: ClientBase, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    if (!EXISTS_ALREADY.includes(String((error as { code?: unknown }).code))) throw error;
  }
}

function loadMigrations(rootDir: string, engine: 'sqlite' | 'postgresql'): Migration[] {
  const folder = join(rootDir, 'prisma/migrations', engine);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

function missing(known: readonly Migration[], applied: readonly Applied[]): Migration[] {
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
