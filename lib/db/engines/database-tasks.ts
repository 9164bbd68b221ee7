/** Tasks on a database that isn't opened for the service, and whose schema may be any. */
import { existsSync } from 'node:fs';
import type { ClientBase } from 'pg';
import { OperatorError } from '../../errors/operator-error';
import type { Statement } from '../database';
import { type compareSchemas, emptyDatabase, isExpanding } from '../migrations';
import { sqliteFile } from './open-database';
import { openConnection } from './sqlite-connection';
import { type Connection, prepare } from './sqlite-driver';
import { compareSqlite } from './sqlite-migrations';

interface Source {
  url: string;
  rootDir: string;
}

/** Runs one of two functions on a connection for one task. @param options `missing`: the error for a SQLite file that isn't there */
async function withConnection<Result>(
  { url, rootDir }: Source,
  { missing, readonly }: { missing: (message: string) => Error; readonly: boolean },
  onSqlite: (connection: Connection) => Result,
  onPostgresql: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const file = sqliteFile(url, rootDir);
  if (file !== null) {
    if (!existsSync(file)) throw missing(`DATABASE_URL: ${file} does not exist`);
    const connection = openConnection(file, { readonly });
    try {
      return onSqlite(connection);
    } finally {
      connection.close();
    }
  }
  const { connectPostgresql } = await import('./postgresql-connection');
  const client = await connectPostgresql(url);
  try {
    return await onPostgresql(client);
  } finally {
    await client.end();
  }
}

const compareWith = (source: Source): Promise<ReturnType<typeof compareSchemas>> =>
  withConnection(
    source,
    { missing: emptyDatabase, readonly: true },
    (connection) => compareSqlite(connection, source.rootDir),
    async (client) => (await import('./postgresql-migrations')).comparePostgresql(client, source.rootDir),
  );

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

/** Runs one statement, whatever the database's schema. @throws OperatorError when there is no database */
export async function runStatement(source: Source, { sql, params }: Statement): Promise<void> {
  await withConnection<unknown>(
    source,
    { missing: (message) => new OperatorError(message), readonly: false },
    (connection) => prepare(connection, sql).all(params),
    (client) => {
      let count = 0;
      return client.query(
        sql.replaceAll('?', () => `$${++count}`),
        [...params],
      );
    },
  );
}
