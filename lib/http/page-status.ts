/**
 * The server tells a page that Next renders whether somebody reads it, and the page tells the server its status.
 * Next sends a page with 404 only in place of the page itself, rendered by the browser, so that without script nothing is
 * shown; and it sends 500 for any failure of a page.
 *
 * Pages are compiled apart from the server, with classes and modules of their own: they meet in the process, and an error
 * is known by its name.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isNotFoundError } from './errors';

interface PageStatus {
  /**
   * null: Next's status. 404 replaces 200 when nothing is there; 503 replaces 500 when a retry may succeed. Undefined: the host
   * takes none, as in development.
   */
  status?: 404 | 503 | null;
  /** False for HEAD, which Next renders like GET. */
  isRead?: boolean;
  /** The path of the page, with its query. */
  path?: string;
}

const KEY = Symbol.for('sealpaste.page-status');
const process_ = globalThis as { [KEY]?: AsyncLocalStorage<PageStatus> };
process_[KEY] ??= new AsyncLocalStorage();
const current = process_[KEY];

/** Runs `render` with a holder for the page's status, which the page sets before it writes anything. */
export function withPageStatus<Result>(holder: PageStatus, render: () => Result): Result {
  return current.run(holder, render);
}

/** Whether somebody reads the page that is being rendered. */
export const isPageRead = (): boolean => current.getStore()?.isRead ?? true;

/** The path of the page that is being rendered; null under plain Next. */
export const pagePath = (): string | null => current.getStore()?.path ?? null;

/** Gives the page that is being rendered the status 404. @returns false where the host takes no status, as plain Next */
export function setPageNotFound(): boolean {
  const holder = current.getStore();
  if (holder?.status === undefined) return false;
  holder.status = 404;
  return true;
}

/** Errors of the database and of the object store that a retry may not meet. */
const MAY_PASS: ReadonlySet<string> = new Set(['DatabaseUnavailableError', 'StoreUnavailableError']);

/** Rethrows the error, and gives the page the status 503 when the database or the object store is away. */
export function failPage(error: unknown): never {
  const holder = current.getStore();
  if (holder?.status !== undefined && error instanceof Error && MAY_PASS.has(error.name)) holder.status = 503;
  throw error;
}

/** A `catch` handler for something that may be missing. @returns null for NotFoundError; any other error fails the page */
export function nullIfMissing(error: unknown): null {
  return isNotFoundError(error) ? null : failPage(error);
}

/** The status that the page is sent with. @param byNext Next's status */
export function pageStatus({ status }: PageStatus, byNext: number): number {
  const isOther = (byNext === 200 && status === 404) || (byNext === 500 && status === 503);
  return isOther ? (status as number) : byNext;
}
