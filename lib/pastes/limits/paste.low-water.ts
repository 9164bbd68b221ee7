/**
 * Up to when everything that has expired was removed, as far as this process knows.
 *
 * PostgreSQL keeps removed rows' index entries until vacuum takes them, which a long snapshot (a dump, a standby's query)
 * puts off: a cleanup that begins at the oldest entry reads all of them again for every batch.
 */
import { HOUR_MS } from '../../encoding/time.rules';

/** What expired so long before may still come to light: a transaction that was slow to commit, clocks that were set. */
const MARGIN_MS = 60_000;
/** After which all of it is looked at once more. */
const FORGET_AFTER_MS = HOUR_MS;

export function createLowWaterMark(clock = () => performance.now()) {
  let mark = 0;
  let since = clock();
  return {
    /** @returns ms since 1970, from which on expired rows are looked for */
    read(): number {
      if (clock() - since >= FORGET_AFTER_MS) {
        mark = 0;
        since = clock();
      }
      return Math.max(0, mark - MARGIN_MS);
    },
    /** What expired before is removed. @param expiresAt ms since 1970 */
    advance(expiresAt: number): void {
      mark = Math.max(mark, expiresAt);
    },
  };
}
