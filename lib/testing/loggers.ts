/** Loggers for tests: one that logs nothing, and one whose lines a test can read. */
import type { Logger } from '../log/logger';

export interface LogLine {
  level: keyof Logger;
  /** The given fields; an error is the error itself. */
  fields: Record<string, unknown>;
  message: string;
}

const nothing = () => undefined;

export const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing };

export function collectingLogger(): { log: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const write =
    (level: keyof Logger) =>
    (...[first, second]: unknown[]) => {
      if (typeof first === 'object') lines.push({ level, fields: { ...first }, message: String(second ?? '') });
      else lines.push({ level, fields: {}, message: String(first) });
    };
  return { log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error'), fatal: write('fatal') }, lines };
}
