/**
 * What a page that fails tells the server it is part of: Next answers 500 whatever it failed with.
 *
 * Pages are compiled apart from the server, with classes and modules of their own: they meet in the process, and an error
 * is known by its name.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseUnavailableError } from '../db/database';

/** Of one request for a page. */
interface PageFailure {
  /** Worth a retry: 503. */
  isUnavailable: boolean;
}

const KEY = Symbol.for('sealpaste.page-failure');
const process_ = globalThis as { [KEY]?: AsyncLocalStorage<PageFailure> };
process_[KEY] ??= new AsyncLocalStorage<PageFailure>();
const failures = process_[KEY];

/** Runs what makes the page. @param failure is filled in */
export function watchPage<Result>(failure: PageFailure, makePage: () => Result): Result {
  return failures.run(failure, makePage);
}

/** Passes the error on, and says to the server when it is the database's not being there. */
export function failPage(error: unknown): never {
  const failure = failures.getStore();
  if (failure && error instanceof Error && error.name === ('DatabaseUnavailableError' satisfies DatabaseUnavailableError['name']))
    failure.isUnavailable = true;
  throw error;
}
