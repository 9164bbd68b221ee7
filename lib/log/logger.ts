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
    timestamp: createClock(),
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  };
  const fd = name === 'admin' ? 2 : 1;
  if (pretty) {
    const { default: prettyStream } = await import('pino-pretty');
    return pino(options, prettyStream({ ignore: 'pid,name', singleLine: true, sync: true, destination: fd }));
  }
  // Buffered: a write to a slow terminal or pipe must not hold up a request. What is left is written at the end.
  const destination = pino.destination({ fd, sync: false, contentMode: 'buffer', minLength: 16_384, maxWrite: 65_536, periodicFlush: 100 });
  // Lines go there as bytes: with each line of text it would measure all that waits.
  const writeBytes = destination.write.bind(destination) as (line: string | Uint8Array) => boolean;
  return pino(options, Object.assign(destination, { write: (line: string) => writeBytes(Buffer.from(line)) }));
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
