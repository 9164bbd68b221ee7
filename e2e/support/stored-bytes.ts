/** Reads the bytes that a database has stored, and finds secrets in them. */
import { constants } from 'node:fs';
import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { TestDatabase } from '#lib/testing/test-database';
import { spellingsOf } from './needles';

/** Whether the bytes contain the secret in any usual encoding. */
export function holds(stored: readonly Buffer[], secret: string | Buffer): boolean {
  return spellingsOf(secret).some(([, spelling]) => stored.some((bytes) => bytes.includes(spelling)));
}

const SAMPLE_BYTES = 32;
/** PostgreSQL keeps about 2,000 bytes in one place and SQLite about 4,000, so each place holds one whole sample at least. */
const SAMPLE_EVERY_BYTES = 1_500;

/** The part (0 to 1) of the samples of `bytes` that is found. */
export function partFound(stored: readonly Buffer[], bytes: Uint8Array): number {
  const all = Buffer.from(bytes);
  let samples = 0;
  let found = 0;
  for (let from = 0; from + SAMPLE_BYTES <= all.length; from += SAMPLE_EVERY_BYTES) {
    const sample = all.subarray(from, from + SAMPLE_BYTES);
    samples += 1;
    if (stored.some((file) => file.includes(sample))) found += 1;
  }
  return samples === 0 ? 0 : found / samples;
}

/** All files of a folder, those below it too. */
export async function filesOf(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name))));
}

/** Every row of every table of a PostgreSQL database as its server writes it in text, binary columns in hexadecimal. */
export async function dumpOf(database: TestDatabase): Promise<Buffer[]> {
  return onDatabase(database, async (client) => {
    const tables = await client.query<{ name: string }>(
      "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'",
    );
    const dump: Buffer[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
      dump.push(Buffer.from(rows.map(({ text }) => text).join('\n')));
    }
    return dump;
  });
}

/** The current position in PostgreSQL's write-ahead log; null on SQLite. */
export async function walPosition(database: TestDatabase): Promise<string | null> {
  if (database.folder) return null;
  const { rows } = await onDatabase(database, (client) => client.query<{ lsn: string }>('SELECT pg_current_wal_insert_lsn()::text AS lsn'));
  return rows[0]?.lsn ?? null;
}

/** The segments of the write-ahead log since a position; none where they can't be read from here, or were reused. */
export async function walSince(database: TestDatabase, lsn: string): Promise<Buffer[]> {
  const { rows } = await onDatabase(database, (client) =>
    client.query<{ path: string }>(
      `SELECT current_setting('data_directory') || '/pg_wal/' || name AS path FROM pg_ls_waldir()
        WHERE name BETWEEN pg_walfile_name($1::pg_lsn) AND pg_walfile_name(pg_current_wal_insert_lsn())`,
      [lsn],
    ),
  );
  const segments = await Promise.allSettled(rows.map(({ path }) => readFile(path)));
  return segments.flatMap((segment) => (segment.status === 'fulfilled' ? [segment.value] : []));
}

/** The folder of a PostgreSQL database's own files; null when its server's files can't be read from here. */
export async function postgresFolder(database: TestDatabase): Promise<string | null> {
  const place = await onDatabase(database, (client) =>
    client.query<{ root: string; oid: string }>(
      "SELECT current_setting('data_directory') AS root, oid::text FROM pg_database WHERE datname = current_database()",
    ),
  ).catch(() => null);
  const row = place?.rows[0];
  if (!row) return null;
  const folder = join(row.root, 'base', row.oid);
  return access(folder, constants.R_OK).then(
    () => folder,
    () => null,
  );
}

export async function onDatabase<Result>(database: TestDatabase, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
