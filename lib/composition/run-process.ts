import { DatabaseUnavailableError } from '../db/database';
import { OperatorError } from '../errors/operator-error';
import { StoreUnavailableError } from '../store/store.errors';

/** Milliseconds in which a second signal is ignored: one Ctrl+C arrives from the terminal and, a moment later, through npm. */
const SAME_SIGNAL_MS = 1_000;
/** Longer than an in-flight request may take to finish; orchestrators kill after 30 s. */
const GRACE_MS = 25_000;

/**
 * Runs a process: starts it, and stops it on SIGTERM or SIGINT. A signal before it has started, a second signal more than a
 * second after the first, or a stop that takes longer than the grace time, ends it at once. An unhandled error ends it, too,
 * because its state is unknown.
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
    await stop?.().catch(fail);
    process.exit(0);
  }

  process.on('SIGTERM', () => void onSignal());
  process.on('SIGINT', () => void onSignal());
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  // The first process of a container ignores signals without these handlers, also while it starts.
  stop = await start().catch((error: unknown) => fail(error));
}

/** Files of this process, its threads and children are readable by their user alone from here on, because they hold everybody's data. */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}

/** Logs the error, in plain words if the operator can mend it, and exits with 1. */
export function fail(error: unknown): never {
  process.stderr.write(`${inWords(error) ?? describe(error)}\n`);
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
