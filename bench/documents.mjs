// @ts-check
/** Measures the server's cost of the pages' documents, without the programs, styles and fonts that a browser loads with them. */
import { count, endProgress, printTable, progress } from './print.mjs';
import { createPastes, startWeb } from './servers.mjs';
import { sourceText } from './text.mjs';
import { alternate, readLoad } from './wrk.mjs';

/** Number of pastes: more than are requested at a time. */
const PASTES = 100;

/**
 * @param {import('./workspace.mjs').Workspace} workspace
 * @param {{ seconds: number }} options
 */
export async function measureDocuments(workspace, { seconds }) {
  const started = await startWeb(workspace, 'documents', { RATE_LIMIT_PAGES: '0' });
  const views = (await createPastes(started, PASTES, () => sourceText(1024))).map((id) => `/view/${id}`);
  const server = { ...started, readPath: (/** @type {string} */ path) => path };
  const pages = /** @type {const} */ ([
    ['a new paste', ['/']],
    ['the same, drawn by Next', ['/?']],
    [`${PASTES} pastes of 1 KiB in turn`, views],
    ['one paste of 1 KiB, by 16 at a time', views.slice(0, 1)],
  ]);
  progress('documents');
  const results = await alternate(
    workspace,
    seconds,
    pages.map(([, paths], index) => ({ server, load: readLoad(workspace, `documents-${index}`, [...paths]) })),
  );
  await server.stop();
  endProgress();
  printTable(
    'Documents of pages',
    ['', 'requests/s', 'CPU ms/request'],
    pages.map(([title], index) => {
      const { perSecond, processorMs } = /** @type {import('./wrk.mjs').Measured} */ (results[index]);
      return [title, count(perSecond), processorMs.toFixed(2)];
    }),
  );
  return { pages: pages.map(([title], index) => ({ title, ...results[index] })) };
}
