import { existsSync } from 'node:fs';
import { OperatorError } from '../../errors/operator-error';
import type { Statement } from '../database';
import { sqliteFile } from './open-database';
import { openConnection } from './sqlite-connection';
import { prepare } from './sqlite-driver';

/** Runs one statement, whatever the database's schema. @throws OperatorError when there is no database */
export async function runStatement({ url, rootDir }: { url: string; rootDir: string }, { sql, params }: Statement): Promise<void> {
  const file = sqliteFile(url, rootDir);
  if (file !== null) {
    if (!existsSync(file)) throw new OperatorError(`DATABASE_URL: ${file} does not exist`);
    const connection = openConnection(file, { readonly: false });
    try {
      prepare(connection, sql).all(params);
    } finally {
      connection.close();
    }
    return;
  }
  const { connectPostgresql } = await import('./postgresql-connection');
  const client = await connectPostgresql(url);
  try {
    let count = 0;
    await client.query(
      sql.replaceAll('?', () => `$${++count}`),
      [...params],
    );
  } finally {
    await client.end();
  }
}
