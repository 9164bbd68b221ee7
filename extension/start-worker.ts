/** Starts the workers of the extension's pages. In them this file takes the place of components/client/start-worker.ts. */
import type { WorkerName } from '#components/client/start-worker';
import seal from '#components/paste/editor/model/seal.worker.ts?worker&url';
import compare from '#components/paste/view/compare/compare.worker.ts?worker&url';
import markdown from '#components/paste/view/markdown/markdown.worker.ts?worker&url';
import reader from '#components/paste/view/reader/reader.worker.ts?worker&url';
import rendition from '#components/paste/view/renditions/rendition.worker.ts?worker&url';
import colour from '#components/paste/view/text/colour.worker.ts?worker&url';
import search from '#components/paste/view/text/search.worker.ts?worker&url';
import code from '#components/requests/code/code.worker.ts?worker&url';

const PROGRAMS: Record<WorkerName, string> = { code, colour, compare, markdown, reader, rendition, seal, search };

/** A worker asks the server of its page. */
export const startWorker = (name: WorkerName): Worker => new Worker(PROGRAMS[name] + location.search, { type: 'module', name });
