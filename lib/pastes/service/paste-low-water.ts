/**
 * Remembers the time up to which this process has removed all expired pastes.
 *
 * PostgreSQL keeps the index entries of removed rows until vacuum takes them, and a long snapshot (a dump, a standby's
 * query) delays that. A cleanup that begins at the oldest entry reads all of them again for every batch.
 */
import { HOUR_MS } from '../../encoding/time.rules';

/** Rows may appear this long after their expiry: a slow transaction commits, or a clock was set. */
const MARGIN_MS = 60_000;
/** After this time cleanup looks at all entries once more. */
const FORGET_AFTER_MS = HOUR_MS;

export function createLowWaterMark(clock = () => performance.now()) {
  let mark = 0;
  let since = clock();
  return {
    /** @returns ms since 1970; cleanup looks for rows that expired from then on */
    read(): number {
      if (clock() - since >= FORGET_AFTER_MS) {
        mark = 0;
        since = clock();
      }
      return Math.max(0, mark - MARGIN_MS);
    },
    /** Records that everything which expired earlier is removed. @param expiresAt ms since 1970 */
    advance(expiresAt: number): void {
      mark = Math.max(mark, expiresAt);
    },
  };
}
