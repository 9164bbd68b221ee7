// @ts-check
/**
 * The cost of the largest pastes: the web process's memory while many are created and read at once, and the latency of
 * small requests meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { count, endProgress, megabytes, milliseconds, printTable, progress } from './print.mjs';
import { forgetHighestMemory, readMemory } from './process.mjs';
import { createPastes, startWeb } from './servers.mjs';
import { sourceText } from './text.mjs';

const AT_ONCE = 20;
const ONE_AFTER_THE_OTHER = 20;
const KINDS = /** @type {const} */ (['text', 'escapes']);
const NAMES = { text: '10 MB of text', escapes: '10 MB that are 60 MB of JSON' };
const REST_MS = 2_000;
/** The same small requests without large pastes, to compare with. */
const ALONE_MS = 3_000;
/** The first requests run uncompiled code and don't count. */
const WARM_UP_MS = 1_000;

/**
 * @param {import('./workspace.mjs').Workspace} workspace
 */
export async function measureLarge(workspace) {
  const web = await startWeb(workspace, 'large');
  const large = startClient(workspace, 'large-client.mjs');
  const small = startClient(workspace, 'small-client.mjs');
  await sleep(REST_MS);
  const idleBytes = readMemory(web.pid, 'VmRSS');
  const memory = [];
  for (const kind of KINDS) {
    for (const what of /** @type {const} */ (['create', 'read'])) {
      progress(`${what} ${AT_ONCE} × ${NAMES[kind]} at once`);
      forgetHighestMemory(web.pid);
      const done = await perform(large, { origin: web.origin, what, kind, count: AT_ONCE });
      const longestMs = Math.max(...done.createMs, ...done.readMs);
      memory.push({ what, kind, highestBytes: readMemory(web.pid, 'VmHWM'), longestMs });
    }
  }
  const highestBytes = Math.max(...memory.map((one) => one.highestBytes));

  const [id = ''] = await createPastes(web, 1, () => sourceText(1024));
  const requests = smallRequests(web, id);
  await measureSmall(small, requests, () => sleep(WARM_UP_MS));
  progress('small requests alone');
  const latencies = [{ beside: 'nothing', ...(await measureSmall(small, requests, () => sleep(ALONE_MS))) }];
  for (const kind of KINDS) {
    progress(`small requests beside ${NAMES[kind]}`);
    /** @type {import('./large-client.mjs').Task} */
    const task = { origin: web.origin, what: 'create and read', kind, count: ONE_AFTER_THE_OTHER };
    latencies.push({ beside: NAMES[kind], ...(await measureSmall(small, requests, () => perform(large, task))) });
  }
  await Promise.all([large.stop(), small.stop()]);
  await web.stop();
  endProgress();

  printTable(
    `Memory of the web process (RSS), ${AT_ONCE} largest pastes at once (goal: below 1000 MB)`,
    ['', 'highest', 'slowest of them'],
    [
      ['idle after start', megabytes(idleBytes), ''],
      ...memory.map(({ what, kind, highestBytes: highest, longestMs }) => [
        `${what} ${NAMES[kind]}`,
        megabytes(highest),
        `${(longestMs / 1000).toFixed(1)} s`,
      ]),
      ['highest of all', megabytes(highestBytes), ''],
    ],
  );
  printTable(
    `Small requests, while one client creates and reads ${ONE_AFTER_THE_OTHER} largest pastes (goal: maximum below 50 ms)`,
    ['', 'requests', 'p50 ms', 'p99 ms', 'max ms', "client's own delay, max ms"],
    latencies.flatMap(({ beside, responded, latestTimerMs }) =>
      responded.map(({ name, requests: sent, p50Ms, p99Ms, maxMs }) => [
        `${name}, beside ${beside}`,
        count(sent),
        ...[p50Ms, p99Ms, maxMs, latestTimerMs].map(milliseconds),
      ]),
    ),
  );
  return { memory: { idleBytes, highestBytes, atOnce: memory }, latencies };
}

/**
 * @param {import('./servers.mjs').Server} web
 * @param {string} id of a small paste
 * @returns {import('./small-client.mjs').SmallRequest[]}
 */
function smallRequests({ origin, createPath, readPath }, id) {
  const body = JSON.stringify({ content: sourceText(1024) });
  return [
    { name: 'GET /healthz', method: 'GET', url: `${origin}/healthz`, status: 200 },
    { name: 'read 1 KiB', method: 'GET', url: origin + readPath(id), status: 200 },
    { name: 'create 1 KiB', method: 'POST', url: origin + createPath, body, status: 201 },
  ];
}

/** @typedef {ReturnType<typeof startClient>} Client */

/**
 * @param {import('./workspace.mjs').Workspace} workspace
 * @param {string} script
 */
function startClient(workspace, script) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  return workspace.start(process.execPath, [path], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

/**
 * @param {Client} client
 * @param {import('./large-client.mjs').Task} task
 * @returns {Promise<import('./large-client.mjs').Done>}
 */
function perform({ child }, task) {
  return new Promise((resolve) => {
    child.once('message', (done) => resolve(/** @type {any} */ (done)));
    child.send(task);
  });
}

/**
 * Latencies of small requests while something else runs.
 * @param {Client} client
 * @param {import('./small-client.mjs').SmallRequest[]} requests
 * @param {() => Promise<unknown>} during
 */
async function measureSmall({ child }, requests, during) {
  child.send(requests);
  await during();
  /** @type {Promise<import('./small-client.mjs').SmallDone>} */
  const ended = new Promise((resolve) => child.once('message', (done) => resolve(/** @type {any} */ (done))));
  child.send('end');
  const { responded, latestTimerMs } = await ended;
  return { latestTimerMs, responded: responded.map(({ name, latenciesMs }) => ({ name, ...summarize(latenciesMs) })) };
}

/** @param {readonly number[]} latenciesMs */
function summarize(latenciesMs) {
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { requests: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}
