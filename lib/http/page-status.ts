/**
 * What the server and a page that Next draws tell each other: the server for how many readers it is, the page its status.
 * Next sends a page with 404 only in place of the page itself, drawn by the browser, so that without script nothing is
 * shown; and it sends 500 whatever a page failed with.
 *
 * Pages are compiled apart from the server, with classes and modules of their own: they meet in the process, and an error
 * is known by its name.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseUnavailableError } from '../db/database';
import { isNotFoundError } from './errors';

interface PageStatus {
  /** null: what Next says. 404 instead of 200: nothing is there. 503 instead of 500: worth a retry. */
  status: 404 | 503 | null;
  /** How many get a copy of the page, if more than one. */
  readers?: number;
}

const KEY = Symbol.for('sealpaste.page-status');
const process_ = globalThis as { [KEY]?: AsyncLocalStorage<PageStatus> };
process_[KEY] ??= new AsyncLocalStorage();
const current = process_[KEY];

/** @param draw draws the page; what it sets is in the holder by the time that the page has written something */
export function withPageStatus<Result>(holder: PageStatus, draw: () => Result): Result {
  return current.run(holder, draw);
}

/** How many readers the page that is being drawn is for. */
export const pageReaders = (): number => current.getStore()?.readers ?? 1;

/** The page that is being drawn says that nothing is there. @returns false under a host that doesn't ask (plain Next) */
export function setPageNotFound(): boolean {
  const holder = current.getStore();
  if (!holder) return false;
  holder.status = 404;
  return true;
}

/** Passes the error on, and says to the server when it is the database's not being there. */
export function failPage(error: unknown): never {
  const holder = current.getStore();
  if (holder && error instanceof Error && error.name === ('DatabaseUnavailableError' satisfies DatabaseUnavailableError['name']))
    holder.status = 503;
  throw error;
}

/** As `failPage`, for what may be missing. @returns null when it is */
export function nullIfMissing(error: unknown): null {
  return isNotFoundError(error) ? null : failPage(error);
}

/** The status that the page is sent with. @param byNext what Next says */
export function pageStatus({ status }: PageStatus, byNext: number): number {
  const isOther = (byNext === 200 && status === 404) || (byNext === 500 && status === 503);
  return isOther ? (status as number) : byNext;
}
