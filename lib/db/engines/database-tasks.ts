/** Looks at a database that isn't opened for the service, and whose schema may be any. */
import { existsSync } from 'node:fs';
import { type Comparison, emptyDatabase, isExpanding } from '../migrations';
import { sqliteFile } from './open-database';
import { compareSqliteFile } from './sqlite-migrations';

interface Source {
  url: string;
  rootDir: string;
}

async function compareWith({ url, rootDir }: Source): Promise<Comparison> {
  const file = sqliteFile(url, rootDir);
  if (file !== null) return compareSqliteFile(file, rootDir);
  const [{ withPostgresql }, { comparePostgresql }] = await Promise.all([
    import('./postgresql-connection'),
    import('./postgresql-migrations'),
  ]);
  return withPostgresql(url, (client) => comparePostgresql(client, rootDir));
}

/**
 * Lists the migrations that a database lacks, and changes nothing.
 * @throws SchemaUnusableError for a database that is empty, or that a newer version has made unusable; SchemaError
 */
export async function missingMigrations(source: Source) {
  const { latest, missing } = await compareWith(source);
  if (latest === null) throw emptyDatabase('the database is empty');
  return missing.map(({ name }) => ({ name, kind: isExpanding(name) ? ('expand' as const) : ('contract' as const) }));
}

/** Whether a database has no tables of ours, or a SQLite file is missing. @throws SchemaUnusableError, SchemaError */
export async function isEmptyDatabase(source: Source): Promise<boolean> {
  const file = sqliteFile(source.url, source.rootDir);
  return (file !== null && !existsSync(file)) || (await compareWith(source)).latest === null;
}
