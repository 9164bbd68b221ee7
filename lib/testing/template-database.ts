/**
 * Migrated databases from which tests copy theirs, because migrating takes longer than most tests. The first test of a run
 * that needs one makes it; the run removes them (e2e/support/templates.setup.ts). Outside of such a run there are none.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migratePostgresql } from '../db/engines/postgresql-migrations';
import { migrateSqlite } from '../db/engines/sqlite-migrations';
import { withClient } from './with-client';

/** Variable with the run's folder, which holds the SQLite template. */
export const TEMPLATES_VARIABLE = 'TEST_TEMPLATES';
/** File in that folder with the address of the server that has the PostgreSQL template. */
const SERVER_NOTE = 'postgresql-server';

/** Path of the SQLite template, made if necessary; null outside of a run. */
export function sqliteTemplate(): string | null {
  const folder = process.env[TEMPLATES_VARIABLE];
  if (!folder) return null;
  const file = join(folder, 'template.db');
  if (!existsSync(file)) {
    // Several processes may do this at once: they make the same file, and the last one stays.
    const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
    migrateSqlite(unfinished, process.cwd());
    renameSync(unfinished, file);
  }
  return file;
}

/** Switches autovacuum off, because plans would depend on whether it has run. */
const WITHOUT_AUTOVACUUM = `DO $$
  DECLARE name text;
  BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('ALTER TABLE %I SET (autovacuum_enabled = off, toast.autovacuum_enabled = off)', name);
    END LOOP;
  END $$`;

/** Names of the templates that this process has made or found, by the run's folder. */
const made = new Map<string, Promise<string>>();

/** Name of the PostgreSQL template, made if necessary; null outside of a run. */
export async function postgresqlTemplate(serverUrl: string): Promise<string | null> {
  const folder = process.env[TEMPLATES_VARIABLE];
  if (!folder) return null;
  let template = made.get(folder);
  if (!template) made.set(folder, (template = makeTemplate(serverUrl, folder)));
  return template;
}

/** Removes the PostgreSQL template of a run, if one was made, and the copies kept for further tests. */
export async function dropTemplate(folder: string): Promise<void> {
  const note = join(folder, SERVER_NOTE);
  if (!existsSync(note)) return;
  await withClient(readFileSync(note, 'utf8'), async (client) => {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
      templateName(folder),
    ]);
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  });
}

const templateName = (folder: string) => `sealpaste_template_${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`;

/** Makes the PostgreSQL template in one process, while the others wait. */
function makeTemplate(serverUrl: string, folder: string): Promise<string> {
  const name = templateName(folder);
  return withClient(serverUrl, async (client) => {
    // The lock ends with the connection.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rows.length > 0) return name;
    writeFileSync(join(folder, SERVER_NOTE), serverUrl);
    const unfinished = `${name}_unfinished`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished}`);
    await client.query(`CREATE DATABASE ${unfinished}`);
    const url = new URL(serverUrl);
    url.pathname = `/${unfinished}`;
    await withClient(url.href, async (inside) => {
      await migratePostgresql(inside, process.cwd());
      await inside.query(WITHOUT_AUTOVACUUM);
    });
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
    return name;
  });
}
