import { after } from '../model/ask-worker';
import { MAX_LINE_CHARACTERS } from './colour.kinds';
import { type ColourDependencies, type ColourSession, createColourSession } from './colour.session';

export const startColourWorker = () => new Worker(new URL('./colour.worker.ts', import.meta.url), { type: 'module', name: 'colour' });

/** A session on a worker of the browser's. */
export function startColour(deps: Omit<ColourDependencies, 'startWorker' | 'after'>): ColourSession {
  return createColourSession({
    ...deps,
    startWorker: startColourWorker,
    after,
  });
}

/** Lines as the worker takes them. */
export function blockText(lines: Iterable<string>): string {
  return Array.from(lines, (line) => (line.length > MAX_LINE_CHARACTERS ? '' : line.replace(/\r$/, ''))).join('\n');
}
