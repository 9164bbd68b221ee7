// @ts-check
/**
 * Requests per second, latency and processor time of creating and reading pastes of 1 and 100 KiB, beside the reference
 * program. PostgreSQL is measured beside SQLite where it is reachable, and haste-server where a checkout of it is named.
 *
 * Reads are measured twice: all connections read one paste, like a link in a busy chat, where simultaneous readers share
 * the work; and all read 1,000 pastes in turn, where they share only queries.
 */
import { setTimeout as sleep } from 'node:timers/promises';
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
 * @param {{ seconds: number, haste: string | undefined }} options
 */
export async function measureThroughput(workspace, { seconds, haste }) {
  const postgres = await createPostgres().catch(() => null);
  /** @type {Side[]} */
  const sides = [
    { title: 'Sealpaste', server: await startWeb(workspace, 'throughput') },
    { title: 'reference', server: await startReference(workspace) },
  ];
  if (postgres) {
    const name = 'sealpaste-postgresql';
    sides.push({ title: 'Sealpaste, PostgreSQL', server: { ...(await startWeb(workspace, name, { DATABASE_URL: postgres.url })), name } });
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
  await postgres?.drop();
  endProgress();

  printTable(
    'Throughput (ratios are to the reference)',
    ['', 'requests/s', 'ratio', 'p99 ms', 'CPU ms/request'],
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
    count(own.perSecond),
    ratio(own.perSecond / reference.perSecond),
    milliseconds(own.p99Ms),
    own.processorMs.toFixed(3),
  ];
}
