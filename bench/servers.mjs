// @ts-check
/** Starts the measured programs: the production web process, the worker, and the reference program. */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { rootDir } from '../scripts/source-hash.mjs';

const START_GIVE_UP_MS = 60_000;
const POLL_MS = 50;
/** Creates under way at a time while a measurement is prepared. */
const PREPARE_CONCURRENCY = 16;

/** @typedef {import('./workspace.mjs').Workspace} Workspace */

/**
 * @typedef {object} Server
 * @property {string} name
 * @property {string} origin
 * @property {number} pid
 * @property {string} createPath
 * @property {(id: string) => string} readPath
 * @property {(content: string, more?: object) => { type: string, body: string }} newPaste the request that creates it; `more`: fields of ours
 * @property {number} createdStatus
 * @property {(read: any) => string} contentOf the content in the response to a read
 * @property {(created: any) => string} idOf the id in the response to a create
 * @property {() => Promise<void>} stop
 */

/** A key for one run, whose data is deleted. */
export const masterKey = randomBytes(32).toString('base64');

/** @type {Server['newPaste']} */
const inJson = (content, more) => ({ type: 'application/json', body: JSON.stringify({ content, ...more }) });

/** @param {string} databaseFile */
export function environment(databaseFile) {
  return {
    ...process.env,
    NODE_ENV: /** @type {const} */ ('production'),
    MASTER_KEY: masterKey,
    DATABASE_URL: `file:${databaseFile}`,
    RATE_LIMIT_ANONYMOUS: '0',
    RATE_LIMIT_AUTHENTICATED: '0',
    // Writing the log is part of the cost.
    LOG_LEVEL: 'info',
    HOST: '127.0.0.1',
    // Empty counts as not set: the operator's own configuration must not apply.
    BASE_URL: '',
    DATABASE_URL_FILE: '',
    MASTER_KEY_FILE: '',
    MASTER_KEY_PREVIOUS: '',
    MASTER_KEY_PREVIOUS_FILE: '',
    REDIS_URL: '',
    REDIS_URL_FILE: '',
    TRUST_PROXY: '0',
  };
}

/**
 * @param {Workspace} workspace
 * @param {string} name of the database file, and of the log beside it
 * @param {Record<string, string>} [overrides] of its environment
 * @param {string} [checkout] its folder, built
 * @returns {Promise<Server>}
 */
export async function startWeb(workspace, name, overrides = {}, checkout = rootDir) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = { ...environment(workspace.path(`${name}.db`)), PORT: String(port), ...overrides };
  const { child, stop } = startLogged(workspace, `${name}-web.log`, ['dist/web.js'], env, checkout);
  await waitUntilResponding(`${origin}/readyz`);
  return {
    name: 'sealpaste',
    origin,
    pid: child.pid ?? 0,
    createPath: '/api/v1/pastes',
    readPath: (id) => `/api/v1/pastes/${id}`,
    newPaste: inJson,
    createdStatus: 201,
    contentOf: ({ content }) => content,
    idOf: ({ publicId }) => publicId,
    stop,
  };
}

/**
 * Starts haste-server, storing plain files as it does by default, and logging.
 * @param {Workspace} workspace
 * @param {string} checkout its folder, with its packages installed
 * @returns {Promise<Server>}
 */
export async function startHaste(workspace, checkout) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const config = workspace.path('haste.json');
  const settings = {
    ...{ host: '127.0.0.1', port, keyLength: 10, maxLength: 400_000, staticMaxAge: 86_400, keyGenerator: { type: 'phonetic' } },
    logging: [{ level: 'verbose', type: 'Console' }],
    rateLimits: { categories: { normal: { totalRequests: Number.MAX_SAFE_INTEGER, every: 60_000 } } },
    storage: { type: 'file', path: workspace.path('haste') },
    documents: {},
  };
  writeFileSync(config, JSON.stringify(settings));
  const { child, stop } = startLogged(workspace, 'haste.log', ['server.js', config], { ...process.env, PORT: '', HOST: '' }, checkout);
  await waitUntilResponding(`${origin}/documents/`);
  return {
    name: 'haste',
    origin,
    pid: child.pid ?? 0,
    createPath: '/documents',
    readPath: (key) => `/documents/${key}`,
    newPaste: (content) => ({ type: 'text/plain', body: content }),
    createdStatus: 200,
    contentOf: ({ data }) => data,
    idOf: ({ key }) => key,
    stop,
  };
}

/**
 * @param {Workspace} workspace
 * @returns {Promise<Server>}
 */
export async function startReference(workspace) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const script = fileURLToPath(new URL('reference.mjs', import.meta.url));
  const args = [script, workspace.path('reference.db'), String(port)];
  const { child, stop } = startLogged(workspace, 'reference.log', args, { ...process.env, NODE_ENV: /** @type {const} */ ('production') });
  await waitUntilResponding(`${origin}/p/`);
  return {
    name: 'reference',
    origin,
    pid: child.pid ?? 0,
    createPath: '/p',
    readPath: (id) => `/p/${id}`,
    newPaste: inJson,
    createdStatus: 201,
    contentOf: ({ content }) => content,
    idOf: ({ id }) => id,
    stop,
  };
}

/**
 * @param {Workspace} workspace
 * @param {string} name of the database file
 * @param {string} logName
 * @param {Record<string, string>} [overrides] of its environment
 * @returns {{ log(): Record<string, any>[], stop(): Promise<void> }} `log`: the lines so far, parsed
 */
export function startWorker(workspace, name, logName, overrides = {}) {
  const env = { ...environment(workspace.path(`${name}.db`)), WORKER_TTL_CLEANUP_INTERVAL_MS: '1000', ...overrides };
  const { stop } = startLogged(workspace, logName, ['dist/worker.js'], env);
  return {
    log() {
      const lines = readFileSync(workspace.path(logName), 'utf8').split('\n').slice(0, -1);
      return lines.map((line) => JSON.parse(line));
    },
    stop,
  };
}

/**
 * @param {Workspace} workspace
 * @param {string} logName
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [cwd]
 */
export function startLogged(workspace, logName, args, env, cwd = rootDir) {
  const log = openSync(workspace.path(logName), 'a');
  const started = workspace.start(process.execPath, args, { cwd, env, stdio: ['ignore', log, 'inherit'] });
  closeSync(log);
  return started;
}

/** @param {string} url */
export async function waitUntilResponding(url) {
  const giveUpAt = Date.now() + START_GIVE_UP_MS;
  for (;;) {
    const responded = await fetch(url, { headers: { Connection: 'close' } }).then(
      async (response) => response.arrayBuffer().then(() => response.status < 500),
      () => false,
    );
    if (responded) return;
    if (Date.now() > giveUpAt) throw new Error(`no response from ${url} within ${START_GIVE_UP_MS / 1000} s`);
    await sleep(POLL_MS);
  }
}

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/**
 * Creates pastes, and reads one back to check its content.
 * @param {Server} server
 * @param {number} count
 * @param {(index: number) => string} contentOf
 * @returns {Promise<string[]>} their ids
 */
export async function createPastes(server, count, contentOf) {
  /** @type {string[]} */
  const ids = [];
  let next = 0;
  async function createSome() {
    while (next < count) {
      const index = next++;
      ids[index] = await createPaste(server, { content: contentOf(index) });
    }
  }
  await Promise.all(Array.from({ length: PREPARE_CONCURRENCY }, createSome));
  const read = await fetchJson(server.origin + server.readPath(ids[0] ?? ''), 200);
  if (server.contentOf(read) !== contentOf(0)) throw new Error(`${server.name} returned another content than it was given`);
  return ids;
}

/**
 * @param {Server} server
 * @param {{ content: string, isE2ee?: boolean }} paste
 * @returns {Promise<string>} its id
 */
export async function createPaste(server, { content, ...more }) {
  const { type, body } = server.newPaste(content, more);
  const options = { method: 'POST', headers: { 'Content-Type': type }, body };
  return server.idOf(await fetchJson(server.origin + server.createPath, server.createdStatus, options));
}

/**
 * @param {string} url
 * @param {number} status expected
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
export async function fetchJson(url, status, options) {
  const response = await fetch(url, options);
  if (response.status !== status) throw new Error(`expected status ${status} from ${url}, got ${response.status}`);
  return response.json();
}
