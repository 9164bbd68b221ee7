import type { Progress } from './http';
import type { CommandLine, OptionValues } from './options';
import type { Environment } from './places';
import type { Settings } from './settings';
import { writeError, writeProgress } from './terminal';

export interface Context extends CommandLine {
  env: Environment;
  settings: Settings;
  /** Writes to standard error, if that is a terminal. */
  tell(sentence: string): void;
  progress?: Progress;
}

/** Smaller transfers end too fast for a progress line. */
const SHOW_FROM_BYTES = 512 * 1024;

export function toldTo(values: OptionValues): Pick<Context, 'tell' | 'progress'> {
  if (values.quiet || !process.stderr.isTTY) return { tell: () => undefined };
  let shown = -1;
  return {
    tell: (sentence) => writeError(`${sentence}\n`),
    progress(what, done, total) {
      const percent = total ? Math.floor((done / total) * 100) : 0;
      if (total === null || total < SHOW_FROM_BYTES || percent === shown) return;
      shown = percent;
      writeProgress(percent === 100 ? '' : `${what === 'sent' ? 'Sending' : 'Receiving'} ${percent} %`);
    },
  };
}
