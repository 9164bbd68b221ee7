/**
 * Lists in which a row doesn't open: the others are shown. The row is named in the log, once a process.
 *
 * Not taken for damage: a row under a master key that the database knows and this process doesn't. That is an operator's
 * to mend, and until then a list that leaves things out would say what isn't so.
 */
import type { Database } from '../db/database';
import type { Logger } from '../log/logger';
import { UnknownMasterKeyError } from './keyring';
import { SealBrokenError } from './vault';

/** Shown in the place of what doesn't open. */
export const UNREADABLE = '(unreadable)';
/** Of rows that were logged. */
const MAX_REMEMBERED = 1_000;

/** Opens each of a table's rows. One that doesn't open is given to `unreadable`, or, without it, left out. */
export type OpenEach = <Stored extends { id?: unknown }, Value>(
  table: string,
  rows: readonly Stored[],
  open: (row: Stored) => Value,
  unreadable?: (row: Stored) => Value,
) => Promise<Value[]>;

/** @param log without it nobody is told */
export function createOpenEach(db: Database, log?: Pick<Logger, 'error'>): OpenEach {
  const logged = new Set<string>();

  async function isDamage(error: unknown): Promise<boolean> {
    if (error instanceof SealBrokenError) return true;
    if (!(error instanceof UnknownMasterKeyError)) return false;
    return (await db.prisma.masterKey.count({ where: { id: error.keyId } })) === 0;
  }

  function tell(table: string, id: string, err: unknown): void {
    if (logged.has(`${table} ${id}`)) return;
    if (logged.size < MAX_REMEMBERED) logged.add(`${table} ${id}`);
    log?.error({ err, table, row: id }, 'a row is damaged: its sealed value does not open');
  }

  return async (table, rows, open, unreadable) => {
    const opened: ReturnType<typeof open>[] = [];
    for (const row of rows) {
      try {
        opened.push(open(row));
      } catch (error) {
        if (!(await isDamage(error))) throw error;
        tell(table, String(row.id), error);
        if (unreadable) opened.push(unreadable(row));
      }
    }
    return opened;
  };
}
