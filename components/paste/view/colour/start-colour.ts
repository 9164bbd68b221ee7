import { after } from '../model/ask-worker';
import { MAX_LINE_CHARACTERS } from './colour-kinds';
import { type ColourDependencies, type ColourSession, createColourSession } from './colour-session';

export const startColourWorker = () => new Worker(new URL('./colour.worker.ts', import.meta.url), { type: 'module', name: 'colour' });

/** Starts a colour session with a real worker and timer. */
export function startColour(deps: Omit<ColourDependencies, 'startWorker' | 'after'>): ColourSession {
  return createColourSession({
    ...deps,
    startWorker: startColourWorker,
    after,
  });
}

/** Joins a block's lines for the worker; lines that are too long become empty. */
export function blockText(lines: Iterable<string>): string {
  return Array.from(lines, (line) => (line.length > MAX_LINE_CHARACTERS ? '' : line.replace(/\r$/, ''))).join('\n');
}
