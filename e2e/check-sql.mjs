// @ts-check
/**
 * Fails when a released migration has changed, or when SQL uses what only one of SQLite and PostgreSQL has outside the named places.
 * Most of our statements are written once and run on both, and a backup of either restores into the other: what one engine keeps for
 * itself (a trigger, a type, a lock) would be written, tested and restored twice.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOTS = ['lib', 'prisma', 'server', 'worker'];
const SOURCE = /\.(ts|mjs|sql)$/;
const NOT_LOOKED_AT = /(^|\/)(generated|testing|sqlite)\/|\/sqlite-[\w-]+\.ts$|\.test\.ts$/;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*|^\s*--.*/gm;

/** @type {{ name: string, pattern: RegExp, places?: string[] }[]} */
const CONSTRUCTS = [
  { name: 'an advisory lock', pattern: /\bpg_(?:try_)?advisory_\w+/i },
  { name: 'LISTEN or NOTIFY', pattern: /['"`](?:UN)?LISTEN\b|['"`]NOTIFY\b|\bpg_notify\b/i },
  { name: 'a lock of a table', pattern: /\bLOCK TABLE\b/ },
  { name: 'a lock that not all engines have', pattern: /\bFOR (?:NO KEY UPDATE|KEY SHARE|SHARE)\b/ },
  { name: 'SKIP LOCKED', pattern: /\bSKIP LOCKED\b/, places: ['lib/db/engines/postgresql-database.ts'] },
  { name: 'NOWAIT', pattern: /\bNOWAIT\b/ },
  {
    name: 'a trigger, function, type or extension',
    pattern: /\bCREATE (?:OR REPLACE )?(?:TRIGGER|FUNCTION|PROCEDURE|TYPE|DOMAIN|RULE|EXTENSION)\b/i,
    // Advice to the operator.
    places: ['lib/operations/doctor/doctor-database.ts'],
  },
  { name: 'a materialized view', pattern: /\bMATERIALIZED VIEW\b/i },
  { name: 'a deferrable or exclusion constraint', pattern: /\bDEFERRABLE\b|\bEXCLUDE USING\b/i },
  { name: 'an index other than a B-tree', pattern: /\bUSING (?:gin|gist|spgist|brin|hash)\b/i },
  { name: 'a generated column', pattern: /\bGENERATED ALWAYS\b/i },
  { name: 'a temporary or unlogged table', pattern: /\b(?:TEMP|TEMPORARY|UNLOGGED) TABLE\b/i },
  { name: 'a system column', pattern: /\b(?:ctid|xmin|cmin)\b/ },
  { name: 'TABLESAMPLE, GROUPING SETS, LATERAL or DISTINCT ON', pattern: /\b(?:TABLESAMPLE|GROUPING SETS|LATERAL|DISTINCT ON)\b/ },
  { name: 'COPY or TRUNCATE', pattern: /['"`](?:COPY|TRUNCATE)\b/ },
  { name: 'a recursive WITH', pattern: /\bWITH RECURSIVE\b/, places: ['lib/outbox/outbox-queue.ts'] },
  { name: 'a cursor or REPEATABLE READ', pattern: /\bCURSOR FOR\b|\bREPEATABLE READ\b/, places: ['lib/db/engines/snapshot.ts'] },
  { name: 'a counter that is set', pattern: /\bsetval\b|\bpg_get_serial_sequence\b/, places: ['lib/operations/backup/backup-load.ts'] },
  {
    name: "one of PostgreSQL's own tables or functions",
    pattern: /\bpg_(?:class|am|extension|roles|database|stat_\w+|locks|database_size|tables|index|attribute|namespace)\b|\bbt_index_\w+/,
    places: [
      'lib/db/engines/postgresql-check.ts',
      'lib/db/engines/postgresql-migrations.ts',
      'lib/operations/backup/unfinished-load.ts',
      'lib/operations/doctor/doctor-database.ts',
      'lib/operations/metrics/gauges.ts',
    ],
  },
];

/** @type {string[]} */
const found = [];
const unused = new Set(CONSTRUCTS.flatMap(({ name, places = [] }) => places.map((place) => `${name}: ${place}`)));
for (const root of ROOTS)
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const file = join(root, name);
    if (!SOURCE.test(file) || NOT_LOOKED_AT.test(file)) continue;
    const text = readFileSync(file, 'utf8').replace(COMMENT, '');
    for (const { name, pattern, places = [] } of CONSTRUCTS) {
      if (!pattern.test(text)) continue;
      if (!places.includes(file)) found.push(`${file}: ${name} (${pattern.exec(text)?.[0]})`);
      unused.delete(`${name}: ${file}`);
    }
  }
found.push(...[...unused].map((place) => `e2e/check-sql.mjs allows what is not there: ${place}`));

// The bytes of a released migration are in the bookkeeping of everybody's database.
const RELEASED = 'prisma/migrations/released.json';
for (const [name, hash] of Object.entries(existsSync(RELEASED) ? JSON.parse(readFileSync(RELEASED, 'utf8')) : {})) {
  const file = join('prisma/migrations', name, 'migration.sql');
  const is = existsSync(file) && createHash('sha256').update(readFileSync(file)).digest('hex');
  if (is !== hash) found.push(`${file}: a released migration never changes (docs/release.md)`);
}

for (const line of found) console.log(line);
if (found.length > 0) console.log('Not both engines have it. Use something else, or name the place in e2e/check-sql.mjs.');
process.exitCode = found.length > 0 ? 1 : 0;
