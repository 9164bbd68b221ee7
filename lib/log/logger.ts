import pino from 'pino';
import { createLogStream } from './log-stream';

/**
 * The logger that code gets. Objects are logged as they are given: pass picked fields, never a
 * request, a header list, a row or an error of unknown origin under another key than `err`.
 */
export type Logger = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

export interface LoggerOptions {
  level: string;
  /** Lines for people instead of JSON; needs the development dependency pino-pretty. */
  pretty: boolean;
  name: 'web' | 'worker' | 'admin';
}

/**
 * A logger to standard output; of commands to standard error, since their results are on the other. An error is logged by class,
 * message, code and stack; its other fields (a query's parameters, a request) are dropped.
 * @returns the logger, and a function that counts the lines which could not be written since the start
 */
export async function createLogger({ level, pretty, name }: LoggerOptions) {
  const options: pino.LoggerOptions = {
    level,
    base: { name, pid: process.pid },
    timestamp: createClock(),
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  };
  const { write, lostLines } = createLogStream(name === 'admin' ? 2 : 1, (lines) => {
    log.warn({ lines }, 'the log is written again: lines of the meantime are lost');
  });
  const format = pretty ? await prettyFormat() : (line: string) => line;
  const log: pino.Logger = pino(options, { write: (line) => write(format(line)) });
  return { log, lostLines };
}

async function prettyFormat(): Promise<(line: string) => string> {
  const { prettyFactory } = await import('pino-pretty');
  return prettyFactory({ ignore: 'pid,name', singleLine: true, colorize: process.stdout.isTTY });
}

/** A line's time, as text that is made once a millisecond. */
function createClock(): () => string {
  let last = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== last) text = `,"time":"${new Date(now).toISOString()}"`;
    last = now;
    return text;
  };
}

interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: LoggedError;
}

function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' };
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return {
    type: name,
    message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(stack ? { stack } : {}),
    ...(cause !== undefined && depth < 3 ? { cause: describeError(cause, depth + 1) } : {}),
  };
}
