import pino from 'pino';

/**
 * What code may log through. Objects are logged as they are given: pass picked fields, never a
 * request, a header list, a row or an error of unknown origin under another key than `err`.
 */
export type Logger = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

export interface LoggerOptions {
  level: string;
  /** Lines for people instead of JSON; needs the development dependency pino-pretty. */
  pretty: boolean;
  /** Name of the process in every line. */
  name: 'web' | 'worker' | 'admin';
}

/**
 * A logger to standard output; of commands to standard error, since their results are on the other. An error is logged by class, message, code and stack; its other
 * fields (a query's parameters, a request) are dropped.
 */
export async function createLogger({ level, pretty, name }: LoggerOptions): Promise<pino.Logger> {
  const options: pino.LoggerOptions = {
    level,
    base: { name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  };
  const fd = name === 'admin' ? 2 : 1;
  if (pretty) {
    const { default: prettyStream } = await import('pino-pretty');
    return pino(options, prettyStream({ ignore: 'pid,name', singleLine: true, sync: true, destination: fd }));
  }
  // Buffered: a write to a slow terminal or pipe must not hold up a request. What is left is written at the end.
  // Small: the destination measures all that waits with every line.
  return pino(options, pino.destination({ fd, sync: false, minLength: 4_096, maxWrite: 8_192, periodicFlush: 100 }));
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
