/**
 * The status of a page that draws itself: Next lets a page answer 404 only by throwing it away, and what stands there
 * instead is drawn by the browser, so that without script nothing does.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

interface PageStatus {
  /** null: what Next says. */
  status: number | null;
}

/** Pages are compiled by Next into modules of their own: the process's one instance is found here. */
const KEY = Symbol.for('sealpaste.page-status');
const process_ = globalThis as { [KEY]?: AsyncLocalStorage<PageStatus> };
process_[KEY] ??= new AsyncLocalStorage();
const current = process_[KEY];

/** @param draw draws the page; what it sets is in the holder by the time that the page has written something */
export function withPageStatus<Result>(holder: PageStatus, draw: () => Result): Result {
  return current.run(holder, draw);
}

/** @returns false under a host that doesn't ask (plain Next) */
export function setPageStatus(status: number): boolean {
  const holder = current.getStore();
  if (!holder) return false;
  holder.status = status;
  return true;
}
