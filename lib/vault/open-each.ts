/**
 * Lists with damaged rows: a row that can't be decrypted doesn't hide the others. The log names it once per process.
 *
 * Not damage: a row under a master key that the database knows and this process doesn't. The operator must configure that
 * key; until then the list fails, because one that silently leaves rows out would mislead.
 */
import type { Database } from '../db/database';
import type { Logger } from '../log/logger';
import { UnknownMasterKeyError } from './keyring';
import { SealBrokenError } from './vault';

/** Shown in place of a value that can't be decrypted. */
export const UNREADABLE = '(unreadable)';
/** Limit of the rows that are remembered as logged. */
const MAX_REMEMBERED = 1_000;

/** Decrypts each of a table's rows. A damaged row gets the value of `unreadable`, or is left out without that function. */
export type OpenEach = <Stored extends { id?: unknown }, Value>(
  table: string,
  rows: readonly Stored[],
  open: (row: Stored) => Value,
  unreadable?: (row: Stored) => Value,
) => Promise<Value[]>;

/** @param log names damaged rows; without it nothing is logged */
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
