/**
 * Starts the workers of pages. All addresses stand here, because two builds have others: pages that Next renders use the workers that
 * Vite has built (scripts/build-pages.ts), and the extension has a file of its own in this one's place.
 */

export type WorkerName = 'code' | 'colour' | 'compare' | 'markdown' | 'reader' | 'rendition' | 'seal' | 'search';

/** Absent where Next compiles: the condition saves it from building them once more, with the grammars of all languages. */
const STARTS: Record<WorkerName, () => Worker> | null = process.env.BUILT_BY_NEXT
  ? null
  : {
      code: () => new Worker(new URL('../requests/code/code.worker.ts', import.meta.url), { type: 'module', name: 'code' }),
      colour: () => new Worker(new URL('../paste/view/text/colour.worker.ts', import.meta.url), { type: 'module', name: 'colour' }),
      compare: () => new Worker(new URL('../paste/view/compare/compare.worker.ts', import.meta.url), { type: 'module', name: 'compare' }),
      markdown: () =>
        new Worker(new URL('../paste/view/markdown/markdown.worker.ts', import.meta.url), { type: 'module', name: 'markdown' }),
      reader: () => new Worker(new URL('../paste/view/reader/reader.worker.ts', import.meta.url), { type: 'module', name: 'reader' }),
      rendition: () =>
        new Worker(new URL('../paste/view/renditions/rendition.worker.ts', import.meta.url), { type: 'module', name: 'rendition' }),
      seal: () => new Worker(new URL('../paste/editor/model/seal.worker.ts', import.meta.url), { type: 'module', name: 'seal' }),
      search: () => new Worker(new URL('../paste/view/text/search.worker.ts', import.meta.url), { type: 'module', name: 'search' }),
    };

/** The addresses that app/words-script.tsx provides. */
const provided = globalThis as { workers?: Record<WorkerName, string> };

export const startWorker = (name: WorkerName): Worker =>
  STARTS ? STARTS[name]() : new Worker(provided.workers?.[name] ?? '', { type: 'module', name });
