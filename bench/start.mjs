// @ts-check
/** A cold start: from the start of the process to the first response of an endpoint, and to the first page, which starts Next. */
import { readFileSync } from 'node:fs';
import { readMemory } from './memory.mjs';
import { endProgress, megabytes, milliseconds, printTable, progress, ratio } from './print.mjs';
import { startWeb } from './servers.mjs';

const STARTS = 9;
/** proc(5): CPU time in hundredths of a second, user and system in fields 14 and 15. */
const TICK_MS = 10;

/** @typedef {{ elapsedMs: number, cpuMs: number, memory: number | null }} Point since the process was started */

/** @param {import('./workspace.mjs').Workspace} workspace */
export async function measureStart(workspace) {
  /** @type {{ endpoint: Point[], page: Point[] }} */
  const points = { endpoint: [], page: [] };
  for (let start = 0; start < STARTS; start += 1) {
    progress(`start ${start + 1} of ${STARTS}`);
    const startedAt = performance.now();
    const { origin, pid, stop } = await startWeb(workspace, 'start');
    const point = () => ({ elapsedMs: performance.now() - startedAt, cpuMs: cpuMsOf(pid), memory: readMemory(pid, 'VmRSS') });
    points.endpoint.push(point());
    await (await fetch(origin)).text();
    points.page.push(point());
    await stop();
  }
  endProgress();
  const [endpoint, page] = [medians(points.endpoint), medians(points.page)];
  printTable(
    `Cold start (medians of ${STARTS}; since the process was started)`,
    ['', 'ms', 'ms of CPU', 'memory'],
    [
      ['first response by an endpoint', milliseconds(endpoint.elapsedMs), milliseconds(endpoint.cpuMs), megabytes(endpoint.memory)],
      ['first page after it', milliseconds(page.elapsedMs), milliseconds(page.cpuMs), megabytes(page.memory)],
      ['ratio', ratio(endpoint.elapsedMs / page.elapsedMs), ratio(endpoint.cpuMs / page.cpuMs), ratioOf(endpoint.memory, page.memory)],
    ],
  );
  return { endpoint, page };
}

/** @param {number} pid */
function cpuMsOf(pid) {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(13, 15);
  return (Number(user) + Number(system)) * TICK_MS;
}

/** @param {readonly Point[]} points @returns {Point} */
function medians(points) {
  const median = (/** @type {number[]} */ values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const memory = points.map((point) => point.memory).filter((bytes) => bytes !== null);
  return {
    elapsedMs: median(points.map(({ elapsedMs }) => elapsedMs)),
    cpuMs: median(points.map(({ cpuMs }) => cpuMs)),
    memory: memory.length === 0 ? null : median(memory),
  };
}

/** @param {number | null} part @param {number | null} whole */
function ratioOf(part, whole) {
  return part === null || whole === null ? 'not known' : ratio(part / whole);
}
