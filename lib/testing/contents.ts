/** A database's contents, as somebody with a copy of it would see them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestDatabase } from './test-database';
import { withClient } from './with-client';

/**
 * Returns the whole database as one text: every byte of every SQLite file (one character a byte), or every
 * row of every PostgreSQL table (bytes in hexadecimal). Equal texts mean that nothing was written.
 */
export async function contentsOf(database: TestDatabase): Promise<string> {
  const { folder, url } = database;
  if (folder !== null) {
    const files = readdirSync(folder).sort();
    return files.map((name) => `${name}:${readFileSync(join(folder, name), 'latin1')}`).join('\n');
  }
  return withClient(url, async (client) => {
    const tables = await client.query<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    );
    const parts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`);
      parts.push(`${name}:${rows.map(({ row }) => row).join('\n')}`);
    }
    return parts.join('\n');
  });
}
