// @ts-check
/**
 * Requests per second, latency and processor time of creating and reading pastes of 1 and 100 KiB, beside the reference
 * program: on a fresh SQLite database, on a filled one, and on PostgreSQL where it is reachable. Another version of ours and
 * haste-server are measured beside them where a checkout is named.
 *
 * Reads are measured twice: all connections read one paste, like a link in a busy chat, where simultaneous readers share
 * the work; and all read 1,000 pastes in turn, where they share only queries.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fillSqlite } from './fill-sqlite.mjs';
import { createPostgres } from './postgresql.mjs';
import { count, endProgress, milliseconds, printTable, progress, ratio } from './print.mjs';
import { createPastes, startHaste, startReference, startWeb } from './servers.mjs';
import { sourceText } from './text.mjs';
import { alternate, createLoad, readLoad } from './wrk.mjs';

const SIZES = /** @type {const} */ ([
  ['1 KiB', 1024],
  ['100 KiB', 100 * 1024],
]);
const DIFFERENT_PASTES = 1_000;
/** Place of the reference among the measured sides. */
const REFERENCE = 1;
/** A started process is idle after this. */
const REST_MS = 2_000;

/** @typedef {import('./servers.mjs').Server} Server */
/** @typedef {import('./wrk.mjs').Measured} Measured */

/** @typedef {{ title: string, server: Server }} Side */

/**
 * @param {import('./workspace.mjs').Workspace} workspace
 * @param {{ seconds: number, filled: number, before: string | undefined, haste: string | undefined }} options
 */
export async function measureThroughput(workspace, { seconds, filled, before, haste }) {
  /** @type {Side[]} */
  const sides = [];
  /** @type {(() => Promise<void>)[]} */
  const dropping = [];
  /** @param {string} title @param {string} name @param {Parameters<typeof startWeb>[2]} [env] @param {string} [checkout] */
  const add = async (title, name, env, checkout) =>
    void sides.push({ title, server: { ...(await startWeb(workspace, name, env, checkout)), name } });
  /** @param {string} title @param {string} name @param {string} [checkout] */
  const addOnPostgresql = async (title, name, checkout) => {
    const postgres = await createPostgres().catch(() => null);
    if (postgres === null) return;
    dropping.push(postgres.drop);
    await add(`${title}, PostgreSQL`, `${name}-postgresql`, { DATABASE_URL: postgres.url }, checkout);
  };
  await add('Sealpaste', 'sealpaste');
  sides.push({ title: 'reference', server: await startReference(workspace) });
  if (filled > 0) {
    progress('filling a database');
    await add(`Sealpaste, ${count(filled)} pastes`, 'sealpaste-filled');
    await fillSqlite(/** @type {Side} */ (sides.at(-1)).server, workspace.path('sealpaste-filled.db'), filled);
  }
  await addOnPostgresql('Sealpaste', 'sealpaste');
  if (before !== undefined) {
    await add('before', 'before', {}, before);
    await addOnPostgresql('before', 'before', before);
  }
  if (haste !== undefined) sides.push({ title: 'haste-server', server: await startHaste(workspace, haste) });
  await sleep(REST_MS);

  /** @type {{ name: string, results: Measured[] }[]} */
  const loads = [];
  /**
   * @param {string} name
   * @param {(index: number) => import('./wrk.mjs').Load} loadOf the side
   */
  async function measure(name, loadOf) {
    progress(name);
    const results = await alternate(
      workspace,
      seconds,
      sides.map(({ server }, index) => ({ server, load: loadOf(index) })),
    );
    loads.push({ name, results });
  }

  for (const [size, bytes] of SIZES) {
    progress(`preparing ${size}`);
    /** @type {string[][]} */
    const ids = [];
    for (const { server } of sides) ids.push(await createPastes(server, DIFFERENT_PASTES, (index) => sourceText(bytes, index + 1)));
    const reads = (/** @type {number} */ pastes) => (/** @type {number} */ index) =>
      readLoad(workspace, `read-${bytes}-${pastes}`, ids[index]?.slice(0, pastes) ?? []);
    await measure(`read one paste of ${size}`, reads(1));
    await measure(`read ${count(DIFFERENT_PASTES)} pastes of ${size}`, reads(DIFFERENT_PASTES));
  }
  for (const [size, bytes] of SIZES) await measure(`create ${size}`, () => createLoad(workspace, bytes));
  await Promise.all(sides.map(({ server }) => server.stop()));
  for (const drop of dropping) await drop();
  endProgress();

  printTable(
    'Throughput (ratios are to the reference)',
    ['', 'CPU µs/request', 'ratio', 'requests/s', 'ratio', 'p99 ms'],
    loads.flatMap(({ name, results }) => [
      [name],
      ...sides.map(({ title }, index) =>
        row(title, /** @type {Measured} */ (results[index]), /** @type {Measured} */ (results[REFERENCE])),
      ),
    ]),
  );
  for (const { name, results } of loads)
    for (const [index, { errors }] of results.entries())
      if (errors > 0) console.log(`\n  ${name}: ${errors} errors of ${sides[index]?.title}`);
  const named = (/** @type {readonly unknown[]} */ values) =>
    Object.fromEntries(sides.map(({ server }, index) => [server.name, values[index]]));
  return { loads: loads.map(({ name, results }) => ({ name, ...named(results) })) };
}

/**
 * @param {string} title
 * @param {Measured} own
 * @param {Measured} reference
 */
function row(title, own, reference) {
  return [
    `  ${title}`,
    count(own.processorMs * 1000),
    ratio(own.processorMs / reference.processorMs),
    count(own.perSecond),
    ratio(own.perSecond / reference.perSecond),
    milliseconds(own.p99Ms),
  ];
}
