#!/usr/bin/env node
// @ts-check
/**
 * Fails when a source imports what its folder may not, or when sources import each other in a circle: files, or the folders
 * they stand in. An import of a type counts too.
 * Our own check, since knip and Biome know neither a table of folders nor circles of them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOTS = ['app', 'cli', 'components', 'extension', 'lib', 'scripts', 'server', 'worker'];
/** Tests import what they test, from wherever it is. */
const NOT_LOOKED_AT = /\.test\.tsx?$|\.d\.ts$|\/(testing|generated)\//;
const IMPORT = /(?:\bfrom |\bimport |\bimport\()'([^']*)'/g;
/** Pages may name the types of what presenters return, of which no code reaches a browser. */
const SHOWN_TYPE = /import type \{[^}]*\} from '#lib\/[^']*\.presenter';/g;
/** The path aliases of package.json and tsconfig.json. */
const ALIAS = /^#(app|lib|components)\//;

const LEAVES = ['lib/encoding', 'lib/errors', 'lib/languages', 'lib/locales', 'lib/log', 'lib/site', 'lib/tracing'];
const STORAGE = [...LEAVES, 'lib/db', 'lib/vault'];
const BASE = [...STORAGE, 'lib/accounts', 'lib/audit', 'lib/envelope', 'lib/http', 'lib/outbox', 'lib/store'];
const DOMAINS = ['mail', 'messenger', 'pastes', 'receipts', 'reports', 'requests', 'uploads', 'webhooks'].map((name) => `lib/${name}`);
const SERVICES = [...BASE, ...DOMAINS, 'lib/config', 'lib/oidc', 'lib/operations'];
const HANDLERS = [...SERVICES.filter((folder) => !['lib/config', 'lib/db'].includes(folder)), 'lib/composition'];

/**
 * The folders that the files of a folder may import, besides their own.
 * @type {Record<string, readonly string[]>}
 */
const MAY_IMPORT = {
  ...Object.fromEntries([...LEAVES, 'lib/envelope'].map((leaf) => [leaf, []])),
  // The server looks sentences up by language.
  'lib/locales': ['components/messages', 'lib/encoding'],
  'lib/site': ['lib/locales'],
  // The database is independent of its contents, the vault seals for all domains, and the audit serves all domains.
  'lib/db': LEAVES,
  'lib/vault': [...LEAVES, 'lib/db'],
  'lib/audit': STORAGE,
  'lib/client': [],
  'lib/http': STORAGE,
  'lib/oidc': LEAVES,
  'lib/store': [...LEAVES, 'lib/http'],
  'lib/outbox': [...STORAGE, 'components/messages'],
  // Accounts are below the other domains.
  'lib/accounts': [...STORAGE, 'lib/audit', 'lib/http', 'lib/outbox'],
  ...Object.fromEntries(DOMAINS.map((domain) => [domain, [...BASE, ...DOMAINS]])),
  // The messages of mails and the bot have words of their own.
  'lib/mail': [...BASE, ...DOMAINS, 'components/messages'],
  'lib/messenger': [...BASE, ...DOMAINS, 'components/messages'],
  'lib/config': [...LEAVES, 'lib/accounts', 'lib/http', 'lib/store', ...DOMAINS],
  'lib/operations': SERVICES,
  'lib/composition': SERVICES,
  'lib/api': [...HANDLERS, 'components/messages'],
  // The catalogue of words is below the pages and the endpoints that respond with them.
  'components/messages': [],
  app: [...HANDLERS, 'lib/api', 'components', 'components/messages'],
  components: ['lib/client', 'lib/envelope', 'components/messages'],
  cli: ['lib/client', 'lib/envelope'],
  extension: ['components', 'components/messages', 'lib/envelope', 'lib/locales'],
  // Scripts run before sentences and operations are generated: what they import needs neither.
  scripts: ['lib/api', 'lib/encoding', 'lib/http', 'lib/locales'],
  worker: [...SERVICES, 'lib/composition'],
  server: [...SERVICES, 'lib/composition', 'lib/api', 'worker'],
};

/** Files of lib that folders whose code runs in browsers may import. @type {Record<string, RegExp>} */
const BROWSER_SAFE = {
  'lib/client': /\.rules$/,
  'components/messages': /\.rules$/,
  components: /\.(rules|schema)$/,
  cli: /\.(rules|schema)$/,
  extension: /\.(rules|schema)$/,
};
const DRIVERS = /^(@prisma\/|@photostructure\/sqlite|pg$)|\/generated\//;

/** @typedef {Map<string, Set<string>>} Graph */

const files = new Set(
  ROOTS.flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !NOT_LOOKED_AT.test(file)),
);

/** @type {string[]} */
const problems = [];

/** The folder in the table: one of lib, the catalogue of words, or a root. @param {string} path */
const partOf = (path) => path.split('/', /^(lib|components\/messages)\//.test(path) ? 2 : 1).join('/');

/** @param {string} file */
function importsOf(file) {
  const source = readFileSync(file, 'utf8');
  const found = [...(file.startsWith('components/') ? source.replace(SHOWN_TYPE, '') : source).matchAll(IMPORT)].map(
    ([, specifier = '']) => {
      const isOurs = ALIAS.test(specifier) || specifier.startsWith('.');
      const path = ALIAS.test(specifier) ? specifier.slice(1) : isOurs ? join(dirname(file), specifier) : specifier;
      const reason = refusal(file, specifier, path, isOurs);
      if (reason !== null) problems.push(`${file} imports ${specifier}: ${reason}`);
      return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => files.has(candidate));
    },
  );
  return new Set(found.filter((path) => path !== undefined));
}

/**
 * @param {string} file @param {string} specifier as it stands there @param {string} path to the source, or the package @param {boolean} isOurs
 * @returns {string | null} why the file may not import that; null: it may
 */
function refusal(file, specifier, path, isOurs) {
  const from = partOf(file);
  const to = partOf(path);
  if (DRIVERS.test(path) && from !== 'lib/db' && !(from === 'lib/http' && path === 'pg')) return 'only lib/db names the drivers';
  if (!isOurs) {
    if (from === 'lib/envelope' && path.startsWith('node:')) return 'the envelope runs in browsers too';
    return /^lib\/|^worker$/.test(from) && /^(next|react)(\/|$)/.test(path) ? 'lib and worker know no pages' : null;
  }
  if (from.startsWith('lib/') && specifier.startsWith('#')) return 'inside lib, import by relative path';
  if (from === to || !ROOTS.includes(to.split('/', 1)[0] ?? '') || path.endsWith('.json')) return null;
  if (BROWSER_SAFE[from]?.test(path) && to.startsWith('lib/')) return null;
  if (!MAY_IMPORT[from]?.includes(to)) return `${from} may not import ${to}`;
  const isRepository = path.endsWith('.repository');
  if (isRepository && (from === 'app' || [...DOMAINS, 'lib/api', 'lib/config'].includes(from)))
    return 'a repository is for its own service';
  return from === 'lib/config' && path.endsWith('.service') ? 'reading the configuration opens nothing' : null;
}

/** @type {Graph} */
const fileGraph = new Map([...files].map((file) => [file, importsOf(file)]));
/** @type {Graph} */
const folderGraph = new Map();
for (const [file, imported] of fileGraph) {
  const folder = dirname(file);
  const all = folderGraph.get(folder) ?? new Set();
  for (const other of imported) if (dirname(other) !== folder) all.add(dirname(other));
  folderGraph.set(folder, all);
}

/**
 * One circle of each knot, as the path back to its start.
 * @param {Graph} graph
 */
function findCircles(graph) {
  /** @type {string[][]} */
  const circles = [];
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {string[]} */
  const path = [];
  /** @param {string} node */
  function visit(node) {
    if (done.has(node)) return;
    const start = path.indexOf(node);
    if (start >= 0) {
      circles.push([...path.slice(start), node]);
      return;
    }
    path.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    path.pop();
    done.add(node);
  }
  for (const node of graph.keys()) visit(node);
  return circles;
}

/**
 * The imports that make one folder depend on another.
 * @param {string} folder
 * @param {string} other
 */
function reasons(folder, other) {
  return [...fileGraph].flatMap(([file, imported]) =>
    dirname(file) === folder ? [...imported].filter((one) => dirname(one) === other).map((one) => `    ${file} imports ${one}`) : [],
  );
}

problems.push(...findCircles(fileGraph).map((circle) => `files import each other: ${circle.join(' → ')}`));
for (const circle of findCircles(folderGraph)) {
  const steps = circle.slice(1).flatMap((folder, index) => reasons(String(circle[index]), folder).slice(0, 3));
  problems.push(`folders import each other: ${circle.join(' → ')}\n${steps.join('\n')}`);
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
