import { formatBytes } from '../lib/encoding/size.rules';
import type { Progress } from './http';
import type { CommandLine, OptionValues } from './options';
import type { Environment } from './places';
import type { Settings } from './settings';
import { clearLine, writeError, writeProgress } from './terminal';

export interface Context extends CommandLine {
  env: Environment;
  settings: Settings;
  /** Writes to standard error, if that is a terminal. */
  tell(sentence: string): void;
  progress?: Progress;
}

/** Smaller transfers end too fast for a progress line. */
const SHOW_FROM_BYTES = 512 * 1024;
const SHOW_EACH_MS = 100;

export function messagesTo(values: OptionValues): Pick<Context, 'tell' | 'progress'> {
  if (values.quiet || !process.stderr.isTTY) return { tell: () => undefined };
  let [shownAt, startedAt, doneBefore] = [0, 0, 0];
  return {
    tell: (sentence) => writeError(`${sentence}\n`),
    progress(what, done, total) {
      if (total === null || total < SHOW_FROM_BYTES) return;
      const now = performance.now();
      const isBeginning = done === 0 || done < doneBefore;
      if (isBeginning) startedAt = now;
      doneBefore = done;
      if (done === total) return clearLine();
      if (isBeginning || now - shownAt < SHOW_EACH_MS) return;
      shownAt = now;
      const percent = Math.floor((done / total) * 100);
      const bytesPerSecond = (done / Math.max(now - startedAt, 1)) * 1000;
      const rate = `${formatBytes(done)} of ${formatBytes(total)}, ${formatBytes(Math.round(bytesPerSecond))}/s`;
      writeProgress(`${what === 'sent' ? 'Sending' : 'Receiving'} ${percent} %, ${rate}`);
    },
  };
}
