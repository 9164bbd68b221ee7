// @ts-check
/**
 * A PostgreSQL with many pastes beside a small one on the same server: sizes, start, creates, reads, lists, cleanup, backup and
 * VACUUM (docs/scaling.md). Bounded: cleanup and backup are stopped after a while, and their rates are what is measured.
 *
 * Needs TEST_POSTGRES_URL, and 1.5 KB of disk for each row.
 */
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { copyOf, idOf, insertSeries, lookupOf } from './fill.mjs';
import { FILLER_BYTES, fillMany, LISTED_PASTES, OWN_PASTES, prepareMany, READ_BYTES, TABLES } from './many-fill.mjs';
import { createPostgres } from './postgresql.mjs';
import { count, endProgress, megabytes, milliseconds, printTable, progress, ratio } from './print.mjs';
import { readMemory, removedBy, waitForLine } from './process.mjs';
import { environment, startWeb, startWorker } from './servers.mjs';
import { alternate, createLoad, readLoad, startWrk } from './wrk.mjs';

const DAY_MS = 86_400_000;
const PAGE_PASTES = 100;
const STARTS = 3;
const LIST_REQUESTS = 15;
const LOGGED_ROWS = 2_000;
const CLEANING_MS = 30_000;
const BACKUP_MS = 100_000;
const POLL_MS = 50;

/** @typedef {import('./workspace.mjs').Workspace} Workspace */
/** @typedef {import('./servers.mjs').Server} Server */

/**
 * @param {Workspace} workspace
 * @param {{ seconds: number, rows: number }} options
 */
export async function measureMany(workspace, { seconds, rows }) {
  const small = await createPostgres().catch(() => null);
  if (!small) return void console.log('PostgreSQL is not reachable, many pastes are not measured');
  /** @type {(() => Promise<void>)[]} in the order of opening */
  const closing = [small.drop];
  /** @type {Map<string, string>} */
  const figures = new Map();
  const timed = async (/** @type {string} */ name, /** @type {() => Promise<unknown>} */ act) => {
    progress(name);
    const startedAt = performance.now();
    await act();
    report(name, `${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  };
  const report = (/** @type {string} */ name, /** @type {string} */ figure) => {
    figures.set(name, figure);
    progress(`${name}: ${figure}`);
  };
  try {
    progress('preparing the small database');
    const { ids, key } = await prepareMany(workspace, small);
    const large = await createPostgres(small);
    const client = new pg.Client({ connectionString: large.url });
    const second = new pg.Client({ connectionString: large.url });
    closing.push(
      large.drop,
      () => client.end(),
      () => second.end(),
    );
    for (const one of [client, second]) await one.connect();
    await timed('filled in', () => fillMany(client, second, rows));
    await timed('VACUUM ANALYZE after it', () => vacuum(client, 'VACUUM (ANALYZE)'));
    await sizes(client, rows, report);
    await logOf(client, rows, report);

    /** @type {readonly ['large' | 'small', string][]} */
    const urls = [
      ['large', large.url],
      ['small', small.url],
    ];
    for (const [name, url] of urls) report(`start, ${name}`, await startTime(workspace, url));
    const servers = /** @type {Server[]} */ ([]);
    for (const [name, url] of urls) servers.push(await startWeb(workspace, name, { DATABASE_URL: url }));
    const [web, beside] = /** @type {[Server, Server]} */ (servers);
    const load = readLoad(workspace, 'many', ids);
    const quiet = await inTurn('reads', load);
    await inTurn('creates', createLoad(workspace, READ_BYTES));
    await beside.stop();
    await lists(web, key, report);
    await cleaning(workspace, large.url, null, report);
    const cleaned = await cleaning(workspace, large.url, startWrk(workspace, web, load), report);
    if (cleaned) report('  of the reads when quiet', ratio(cleaned.perSecond / quiet.perSecond));
    await web.stop();
    await timed('VACUUM after cleanup', () => vacuum(client, 'VACUUM'));
    await backup(workspace, large.url, report);

    /** @param {string} name @param {import('./wrk.mjs').Load} load */
    async function inTurn(name, load) {
      progress(name);
      const [ofLarge, ofSmall] = await alternate(
        workspace,
        seconds,
        /** @type {const} */ ([
          { server: web, load },
          { server: beside, load },
        ]),
      );
      report(`${name} a second, large`, `${count(ofLarge.perSecond)} (p99 ${milliseconds(ofLarge.p99Ms)} ms)`);
      report(`${name} a second, small`, `${count(ofSmall.perSecond)} (p99 ${milliseconds(ofSmall.p99Ms)} ms)`);
      report(`  ${name}, large to small`, ratio(ofLarge.perSecond / ofSmall.perSecond));
      if (ofLarge.errors + ofSmall.errors > 0) report(`${name}: errors`, count(ofLarge.errors + ofSmall.errors));
      return ofLarge;
    }
  } finally {
    endProgress();
    printTable(`${count(rows)} pastes of ${FILLER_BYTES} bytes on PostgreSQL`, ['', ''], [...figures]);
    for (const close of closing.toReversed()) await close();
  }
  return { rows, ...Object.fromEntries(figures) };
}

/** @param {pg.Client} client @param {string} how */
async function vacuum(client, how) {
  for (const table of TABLES) await client.query(`${how} ${table}`);
}

/** @typedef {(name: string, figure: string) => void} Report */

/** @param {pg.Client} client @param {number} rows @param {Report} report */
async function sizes(client, rows, report) {
  const { rows: found } = await client.query(
    `SELECT relname AS name, pg_relation_size(c.oid)::float8 AS bytes FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid
     WHERE c.oid = ANY ($1::regclass[]) OR i.indrelid = ANY ($1::regclass[]) ORDER BY relkind DESC, bytes DESC`,
    [TABLES],
  );
  const all = rows + OWN_PASTES;
  report('bytes a paste', (found.reduce((sum, { bytes }) => sum + bytes, 0) / all).toFixed(0));
  for (const { name, bytes } of found) report(`  ${name}`, (bytes / all).toFixed(1));
}

/**
 * Log (WAL) of creates and removals, soon after a checkpoint and again. Others who write to the server count, too.
 * @param {pg.Client} client
 * @param {number} rows
 * @param {Report} report
 */
async function logOf(client, rows, report) {
  const { rows: found } = await client.query('SELECT * FROM pastes WHERE owner_id IS NULL LIMIT 1');
  const { rows: chunks } = await client.query('SELECT * FROM paste_chunks WHERE paste_id = $1', [found[0].id]);
  for (const when of ['after a checkpoint', 'later']) {
    if (when === 'after a checkpoint') await client.query('CHECKPOINT');
    const id = idOf(Date.now(), `(g + ${rows})`, when);
    const paste = copyOf(found[0], {
      id,
      lookup: lookupOf(`'${when}' || g`),
      expires_at: `${Date.now() + DAY_MS} + abs(hashint8(g)::bigint) * 2`,
    });
    const created = await logged(async () => {
      await insertSeries(client, 'pastes', paste, 1, LOGGED_ROWS);
      await insertSeries(client, 'paste_chunks', copyOf(chunks[0], { paste_id: id }), 1, LOGGED_ROWS);
    });
    const removed = await logged(() =>
      client.query(`DELETE FROM pastes WHERE id IN (SELECT ${id} FROM generate_series(1, ${LOGGED_ROWS}) g)`),
    );
    report(`log of a create and of its removal, ${when}`, `${count(created)} and ${count(removed)} bytes`);
  }
  /** @param {() => Promise<unknown>} act */
  async function logged(act) {
    const position = async () =>
      (await client.query("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS at")).rows[0].at;
    const before = await position();
    await act();
    return ((await position()) - before) / LOGGED_ROWS;
  }
}

/** @param {Workspace} workspace @param {string} url */
async function startTime(workspace, url) {
  const times = [];
  for (let start = 0; start < STARTS; start++) {
    const startedAt = performance.now();
    const { stop } = await startWeb(workspace, 'start', { DATABASE_URL: url });
    times.push(performance.now() - startedAt);
    await stop();
  }
  return `${count(median(times))} ms`;
}

/** @param {Server} web @param {string} key @param {Report} report */
async function lists(web, key, report) {
  const headers = { 'X-Api-Key': key };
  const page = (/** @type {string} */ query) => fetch(`${web.origin}/api/v1/pastes?limit=${PAGE_PASTES}&${query}`, { headers });
  const before = /before=[^&>]+/.exec((await page(`offset=${OWN_PASTES + LISTED_PASTES / 2}`)).headers.get('link') ?? '')?.[0];
  for (const [name, query] of /** @type {const} */ ([
    ['the first', 'offset=0'],
    ['a late', before ?? ''],
    ['a late, by offset', `offset=${OWN_PASTES + LISTED_PASTES / 2}`],
  ])) {
    let found = 0;
    const times = [];
    for (let request = 0; request < LIST_REQUESTS; request++) {
      const startedAt = performance.now();
      const { pastes } = /** @type {any} */ (await (await page(query)).json());
      found = pastes.length;
      times.push(performance.now() - startedAt);
    }
    report(`${name} page of ${found} of ${count(OWN_PASTES)}`, `${milliseconds(median(times))} ms`);
  }
}

/**
 * Removals of the worker for a while.
 * @param {Workspace} workspace
 * @param {string} url
 * @param {ReturnType<typeof startWrk> | null} load beside it
 * @param {Report} report
 */
async function cleaning(workspace, url, load, report) {
  const name = load ? 'removals a second beside reads' : 'removals a second';
  progress(name);
  const worker = startWorker(workspace, 'many', `worker-${load ? 'loaded' : 'quiet'}.log`, { DATABASE_URL: url });
  const startedAt = await waitForLine(worker, (line) => line.msg === 'worker is running', Date.now() + CLEANING_MS);
  await waitForLine(worker, () => removedBy(worker) > 0, startedAt + CLEANING_MS);
  load?.stop();
  const measured = await load?.measured;
  await worker.stop();
  const endedAt = Date.parse(worker.log().findLast((line) => line.msg === 'cleanup')?.time);
  const removed = removedBy(worker);
  report(name, removed === 0 ? 'none were left' : `${count((removed * 1000) / (endedAt - startedAt))} (${count(removed)} in all)`);
  if (measured) report('  reads a second, p99', `${count(measured.perSecond)}, ${milliseconds(measured.p99Ms)} ms`);
  return measured;
}

/** @param {Workspace} workspace @param {string} url @param {Report} report */
async function backup(workspace, url, report) {
  progress('backup');
  const file = workspace.path('many.backup');
  const env = { ...environment('unused'), DATABASE_URL: url };
  const startedAt = performance.now();
  const { child, output } = workspace.run(process.execPath, ['dist/admin.js', 'backup', file], { env });
  const ended = Promise.allSettled([output, once(child, 'close')]).then(() => true);
  let [memory, bytes] = [0, 0];
  while (performance.now() - startedAt < BACKUP_MS && !(await Promise.race([ended, sleep(POLL_MS, false)]))) {
    memory = Math.max(memory, memoryOf(child.pid ?? 0));
    bytes = sizeOf(`${file}.partial`) || bytes;
  }
  const whole = sizeOf(file);
  const elapsed = (performance.now() - startedAt) / 1000;
  child.kill('SIGTERM');
  await ended;
  report(
    whole ? 'backup' : 'backup, stopped',
    `${megabytes(whole || bytes)} in ${elapsed.toFixed(0)} s, at most ${megabytes(memory)} of memory`,
  );
}

/** Memory of a process and those it started. @param {number} pid @returns {number} bytes */
function memoryOf(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return children.reduce((sum, child) => sum + memoryOf(Number(child)), readMemory(pid, 'VmRSS') || 0);
  } catch {
    return 0;
  }
}

/** @param {string} file @returns {number} bytes; 0: there is none */
const sizeOf = (file) => (existsSync(file) ? statSync(file).size : 0);

/** @param {readonly number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
