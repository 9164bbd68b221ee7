// @ts-check
// Writes the next migration of both engines: the difference between the migrations so far and
// prisma/schema, under one name in prisma/migrations/<provider>/. Needs a PostgreSQL server (see
// schema-engine.mjs).
//
//   node prisma/new-migration.mjs expand|contract NAME

import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { addColumns, notAdditive } from './additive.mjs';
import { providers } from './schema.mjs';
import { diffFromMigrations, migrationsFolder } from './schema-engine.mjs';

const [kind, name, ...more] = process.argv.slice(2);
if (more.length > 0 || !kind || !/^(expand|contract)$/.test(kind) || !name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  fail('Usage: node prisma/new-migration.mjs expand|contract NAME (lower-case letters, digits and underscores)');
}

/** @type {Map<import('./schema.mjs').Provider, string>} */
const differences = new Map();
for (const provider of providers) {
  const sql = await diffFromMigrations(provider);
  differences.set(provider, kind === 'expand' && provider === 'sqlite' ? addColumns(sql) : sql);
}

if ([...differences.values()].every((sql) => sql === '')) {
  fail('No migration written: the migrations already build the schema.');
}

const noticed = kind === 'expand' ? [...differences.values()].flatMap(notAdditive) : [];
if (noticed.length > 0) fail(`No migration written: the version before can't live with\n  ${noticed.join('\n  ')}`);

const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
for (const [provider, sql] of differences) {
  const folder = join(migrationsFolder, provider, `${time}_${kind}_${name}`);
  const file = join(folder, 'migration.sql');
  await mkdir(folder, { recursive: true });
  // Both engines have the same list of migrations, also where a change concerns only one of them.
  await writeFile(file, sql || '-- Nothing changes on this engine.\n', { flag: 'wx' });
  console.log(relative(process.cwd(), file));
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}
