import { existsSync } from 'node:fs';
import { type compareSchemas, emptyDatabase, isExpanding } from '../migrations';
import { sqliteFile } from './open-database';
import { openConnection } from './sqlite-connection';
import { compareSqlite } from './sqlite-migrations';

/**
 * Lists the migrations that a database lacks, and changes nothing.
 * @throws SchemaUnusableError for a database that is empty, or that a newer version has made unusable; SchemaError
 */
export async function missingMigrations(source: { url: string; rootDir: string }) {
  const { latest, missing } = await compareWith(source);
  if (latest === null) throw emptyDatabase('the database is empty');
  return missing.map(({ name }) => ({ name, kind: isExpanding(name) ? ('expand' as const) : ('contract' as const) }));
}

/** Whether a database has no tables of ours, or a SQLite file is missing. @throws SchemaUnusableError, SchemaError */
export async function isEmptyDatabase(source: { url: string; rootDir: string }): Promise<boolean> {
  const file = sqliteFile(source.url, source.rootDir);
  return (file !== null && !existsSync(file)) || (await compareWith(source)).latest === null;
}

async function compareWith({ url, rootDir }: { url: string; rootDir: string }): Promise<ReturnType<typeof compareSchemas>> {
  const file = sqliteFile(url, rootDir);
  if (file !== null) {
    if (!existsSync(file)) throw emptyDatabase(`DATABASE_URL: ${file} does not exist`);
    const connection = openConnection(file, { readonly: true });
    try {
      return compareSqlite(connection, rootDir);
    } finally {
      connection.close();
    }
  }
  const [{ connectPostgresql }, { comparePostgresql }] = await Promise.all([
    import('./postgresql-connection'),
    import('./postgresql-migrations'),
  ]);
  const client = await connectPostgresql(url);
  try {
    return await comparePostgresql(client, rootDir);
  } finally {
    await client.end();
  }
}
