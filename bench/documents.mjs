// @ts-check
/** What the documents of pages cost the server, without the programs, styles and fonts that a browser loads with them. */
import { count, endProgress, milliseconds, printTable, progress } from './print.mjs';
import { createPastes, startWeb } from './servers.mjs';
import { sourceText } from './text.mjs';
import { alternate, readLoad } from './wrk.mjs';

/**
 * @param {import('./workspace.mjs').Workspace} workspace
 * @param {{ seconds: number }} options
 */
export async function measureDocuments(workspace, { seconds }) {
  const started = await startWeb(workspace, 'documents', { RATE_LIMIT_PAGES: '0' });
  const [id = ''] = await createPastes(started, 1, () => sourceText(1024));
  const server = { ...started, readPath: (/** @type {string} */ path) => path };
  const pages = /** @type {const} */ ([
    ['a new paste', '/'],
    ['the same, drawn by Next', '/?'],
    ['a paste of 1 KiB', `/view/${id}`],
    ['an address that no page has', '/nothing'],
  ]);
  progress('documents');
  const results = await alternate(
    workspace,
    seconds,
    pages.map(([, path], index) => ({ server, load: readLoad(workspace, `documents-${index}`, [path]) })),
  );
  await server.stop();
  endProgress();
  printTable(
    'Documents of pages',
    ['', 'requests/s', 'p50 ms', 'CPU ms/request'],
    pages.map(([title], index) => {
      const { perSecond, p50Ms, processorMs } = /** @type {import('./wrk.mjs').Measured} */ (results[index]);
      return [title, count(perSecond), milliseconds(p50Ms), processorMs.toFixed(2)];
    }),
  );
  return { pages: pages.map(([title], index) => ({ title, ...results[index] })) };
}
