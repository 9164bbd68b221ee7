// @ts-check
/** The cost of /metrics: the same server with and without it, for the cheapest request and for a create. */
import { count, endProgress, printTable, progress, ratio } from './print.mjs';
import { createPastes, startWeb } from './servers.mjs';
import { sourceText } from './text.mjs';
import { alternate, createLoad, readLoad } from './wrk.mjs';

const BYTES = 1024;

/**
 * @param {import('./workspace.mjs').Workspace} workspace
 * @param {{ seconds: number }} options
 */
export async function measureMetrics(workspace, { seconds }) {
  const counting = { ...(await startWeb(workspace, 'counting', { METRICS_TOKEN: 'token-of-this-measurement' })), name: 'counting' };
  const silent = { ...(await startWeb(workspace, 'silent', { METRICS_TOKEN: '' })), name: 'silent' };
  /** @param {import('./servers.mjs').Server} server */
  const ids = (server) => createPastes(server, 1, () => sourceText(BYTES));
  const loads = /** @type {const} */ ([
    ['read one paste of 1 KiB', readLoad(workspace, 'metrics', await ids(counting)), readLoad(workspace, 'metrics', await ids(silent))],
    ['create 1 KiB', createLoad(workspace, BYTES), createLoad(workspace, BYTES)],
  ]);
  /** @type {{ name: string, counting: import('./wrk.mjs').Measured, silent: import('./wrk.mjs').Measured }[]} */
  const results = [];
  for (const [name, countingLoad, silentLoad] of loads) {
    progress(name);
    const [on, off] = await alternate(workspace, seconds, [
      { server: counting, load: countingLoad },
      { server: silent, load: silentLoad },
    ]);
    results.push({ name, counting: on, silent: off });
  }
  await Promise.all([counting, silent].map((server) => server.stop()));
  endProgress();
  printTable(
    'Metrics (requests/s with METRICS_TOKEN and without)',
    ['', 'with', 'without', 'ratio'],
    results.map(({ name, counting: on, silent: off }) => [
      name,
      count(on.perSecond),
      count(off.perSecond),
      ratio(on.perSecond / off.perSecond),
    ]),
  );
  return { results };
}
