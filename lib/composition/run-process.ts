import { DatabaseUnavailableError } from '../db/database';
import { OperatorError } from '../errors/operator-error';
import { writeNow } from '../log/write-now';
import { StoreUnavailableError } from '../store/store.errors';

/** Milliseconds in which a second signal is ignored: one Ctrl+C arrives from the terminal and, a moment later, through npm. */
const SAME_SIGNAL_MS = 1_000;
/** Longer than an in-flight request may take to finish; orchestrators kill after 30 s. */
const GRACE_MS = 25_000;
/** A start that has not ended by now waits for something outside, such as a database that somebody else migrates. */
const START_GRACE_MS = 3_000;

/**
 * Runs a process: starts it, and stops it on SIGTERM, SIGINT or SIGHUP (a terminal that closes). A second signal more than a
 * second after the first, or a stop that takes longer than the grace time, ends it at once. A signal while it starts waits for the
 * start a little, because SQLite's thread aborts a process that exits while the thread opens its file. An unhandled error ends it,
 * too, because its state is unknown.
 * @param start resolves to the function that stops the process
 */
export async function runProcess(start: () => Promise<() => Promise<void>>): Promise<void> {
  keepFilesPrivate();
  let stop: (() => Promise<void>) | undefined;
  let stoppingSince: number | null = null;

  async function onSignal(): Promise<void> {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    setTimeout(() => fail(new Error(`not stopped within ${GRACE_MS} ms`)), GRACE_MS).unref();
    if (!stop) await Promise.race([starting, new Promise((resolve) => setTimeout(resolve, START_GRACE_MS))]);
    await stop?.().catch(fail);
    process.exit(0);
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void onSignal());
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  // The first process of a container ignores signals without these handlers, also while it starts.
  const starting = start().then((started) => (stop = started), fail);
  await starting;
}

/** Files of this process, its threads and children are readable by their user alone from here on, because they hold everybody's data. */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}

/** Logs the error, in plain words if the operator can mend it, and exits with 1. */
export function fail(error: unknown): never {
  writeNow(2, `${inWords(error) ?? describe(error)}\n`);
  process.exit(1);
}

/** One sentence for an error that the operator can mend; null for any other. */
export function inWords(error: unknown): string | null {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof StoreUnavailableError) return `CONTENT_STORE: ${(error.cause as Error).message}`;
  if (!(error instanceof DatabaseUnavailableError)) return null;
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** Class, message and stack of an error and its causes; not its other fields, which may hold data. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'failed with something that is not an Error';
  const cause = error.cause === undefined ? '' : `\ncaused by ${describe(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
