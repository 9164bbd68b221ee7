// @ts-check
/**
 * Requests per second and latency of creating and reading pastes of 1 and 100 KiB, beside the reference program, and the
 * web process's memory before and after.
 *
 * Reads are measured twice: all connections read one paste, like a link in a busy chat, where simultaneous readers share
 * the work; and all read 1,000 pastes in turn, where they share only queries.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { readMemory } from './memory.mjs';
import { count, endProgress, megabytes, milliseconds, printTable, progress, ratio } from './print.mjs';
import { createPastes, startReference, startWeb } from './servers.mjs';
import { sourceText } from './text.mjs';
import { alternate, createLoad, readLoad } from './wrk.mjs';

const SIZES = /** @type {const} */ ([
  ['1 KiB', 1024],
  ['100 KiB', 100 * 1024],
]);
const DIFFERENT_PASTES = 1_000;
/** A started process is idle after this. */
const REST_MS = 2_000;

/**
 * @param {import('./workspace.mjs').Workspace} workspace
 * @param {{ seconds: number }} options
 */
export async function measureThroughput(workspace, { seconds }) {
  const servers = [await startWeb(workspace, 'throughput'), await startReference(workspace)];
  const [web, reference] = /** @type {[import('./servers.mjs').Server, import('./servers.mjs').Server]} */ (servers);
  await sleep(REST_MS);
  const rssOf = () => ({ sealpasteBytes: readMemory(web.pid, 'VmRSS'), referenceBytes: readMemory(reference.pid, 'VmRSS') });
  const idle = rssOf();

  /** @type {{ name: string, sealpaste: import('./wrk.mjs').Measured, reference: import('./wrk.mjs').Measured }[]} */
  const loads = [];
  /**
   * @param {string} name
   * @param {import('./wrk.mjs').Load} webLoad
   * @param {import('./wrk.mjs').Load} [referenceLoad]
   */
  async function measure(name, webLoad, referenceLoad = webLoad) {
    progress(name);
    const pair = /** @type {const} */ ([
      { server: web, load: webLoad },
      { server: reference, load: referenceLoad },
    ]);
    const [ours, theirs] = await alternate(workspace, seconds, pair);
    loads.push({ name, sealpaste: ours, reference: theirs });
  }

  for (const [size, bytes] of SIZES) {
    progress(`preparing ${size}`);
    const contentOf = (/** @type {number} */ index) => sourceText(bytes, index + 1);
    const webIds = await createPastes(web, DIFFERENT_PASTES, contentOf);
    const referenceIds = await createPastes(reference, DIFFERENT_PASTES, contentOf);
    const reads = (/** @type {number} */ pastes) =>
      /** @type {const} */ ([
        readLoad(workspace, `read-${bytes}-${pastes}`, webIds.slice(0, pastes)),
        readLoad(workspace, `read-${bytes}-${pastes}`, referenceIds.slice(0, pastes)),
      ]);
    await measure(`read one paste of ${size}`, ...reads(1));
    await measure(`read ${count(DIFFERENT_PASTES)} pastes of ${size}`, ...reads(DIFFERENT_PASTES));
  }
  for (const [size, bytes] of SIZES) await measure(`create ${size}`, createLoad(workspace, bytes));
  const loaded = rssOf();
  await Promise.all(servers.map((server) => server.stop()));
  endProgress();

  printTable(
    'Throughput (requests/s and latency of Sealpaste, then of the reference)',
    ['', 'requests/s', 'p50 ms', 'p99 ms', 'requests/s', 'p50 ms', 'p99 ms', 'ratio'],
    loads.map(({ name, sealpaste: a, reference: b }) => [
      name,
      ...[a, b].flatMap((result) => [count(result.perSecond), milliseconds(result.p50Ms), milliseconds(result.p99Ms)]),
      ratio(a.perSecond / b.perSecond),
    ]),
  );
  for (const { name, ...results } of loads)
    for (const [server, { errors }] of Object.entries(results)) if (errors > 0) console.log(`\n  ${name}: ${errors} errors of ${server}`);
  printTable(
    'Memory (RSS)',
    ['', 'Sealpaste web', 'reference'],
    [
      ['idle after start', megabytes(idle.sealpasteBytes), megabytes(idle.referenceBytes)],
      ['after the loads', megabytes(loaded.sealpasteBytes), megabytes(loaded.referenceBytes)],
    ],
  );
  return { loads, memory: { idle, loaded } };
}
