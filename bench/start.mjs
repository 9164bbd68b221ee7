// @ts-check
/** Measures a cold start: from the process's start to the first response of an endpoint, and to the first page, which starts Next. */
import { endProgress, megabytes, milliseconds, printTable, progress } from './print.mjs';
import { processorMs, readMemory } from './process.mjs';
import { startWeb } from './servers.mjs';

const STARTS = 9;

/** @typedef {{ elapsedMs: number, cpuMs: number, memory: number }} Point since the process was started */

/** @param {import('./workspace.mjs').Workspace} workspace */
export async function measureStart(workspace) {
  /** @type {{ endpoint: Point[], page: Point[] }} */
  const points = { endpoint: [], page: [] };
  for (let start = 0; start < STARTS; start += 1) {
    progress(`start ${start + 1} of ${STARTS}`);
    const startedAt = performance.now();
    const { origin, pid, stop } = await startWeb(workspace, 'start');
    const point = () => ({ elapsedMs: performance.now() - startedAt, cpuMs: processorMs(pid), memory: readMemory(pid, 'VmRSS') });
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
    ],
  );
  return { endpoint, page };
}

/** @param {readonly Point[]} points @returns {Point} */
function medians(points) {
  const median = (/** @type {number[]} */ values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return {
    elapsedMs: median(points.map(({ elapsedMs }) => elapsedMs)),
    cpuMs: median(points.map(({ cpuMs }) => cpuMs)),
    memory: median(points.map(({ memory }) => memory)),
  };
}
