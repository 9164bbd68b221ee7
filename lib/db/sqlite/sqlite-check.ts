import { OperatorError } from '../../errors/operator-error';
import type { Statement } from '../database';
import { isDamage, openConnection } from './sqlite-connection';
import { type Connection, firstValue, pragma, prepare } from './sqlite-driver';
import { missingIn } from './sqlite-migrations';

/**
 * Checks that a file is an undamaged database of Sealpaste, of this version or an older one.
 * @returns fingerprints of the master keys that its data is encrypted under
 * @throws OperatorError, SchemaError
 */
export function checkSqliteFile(file: string, rootDir: string): string[] {
  return onFile(file, (connection) => {
    const problem = firstValue(connection, 'PRAGMA integrity_check');
    if (problem !== 'ok') throw new OperatorError(`the database is damaged: ${problem}`);
    const dangling = pragma(connection, 'foreign_key_check');
    if (dangling.length > 0) throw new OperatorError(`the database is damaged: ${dangling.length} rows refer to rows that are missing`);
    if (firstValue(connection, "SELECT 1 FROM sqlite_master WHERE name = 'master_keys'") === null)
      throw new OperatorError('the file is not a database of Sealpaste');
    missingIn(connection, rootDir);
    return prepare(connection, 'SELECT id FROM master_keys')
      .all([])
      .map(({ id }) => String(id));
  });
}

/**
 * Prepares a backup that nobody has open for use: removes burn pastes, which may have been read since, and
 * sessions, which may have been ended since.
 * @param entry adds an entry to the audit, which the first versions don't have
 * @returns the numbers of removed burn pastes and of active keys
 */
export function prepareRestored(file: string, keepBurnPastes: boolean, entry: Statement): { burnPastes: number; activeKeys: number } {
  return onFile(file, (connection) => {
    // Older versions had no column `max_reads`.
    const hasReads = firstValue(connection, "SELECT 1 FROM pragma_table_info('pastes') WHERE name = 'max_reads'") !== null;
    const mayBeRead = `burn_after_read${hasReads ? ' OR max_reads IS NOT NULL' : ''}`;
    const burnPastes = keepBurnPastes ? 0 : connection.prepare(`DELETE FROM pastes WHERE ${mayBeRead}`).run().changes;
    // The first versions had neither table.
    const hasTable = (name: string) => firstValue(connection, 'SELECT 1 FROM sqlite_master WHERE name = ?', name) !== null;
    if (hasTable('sessions')) connection.exec('DELETE FROM sessions');
    if (hasTable('audit')) prepare(connection, entry.sql).all(entry.params);
    const activeKeys = Number(
      firstValue(
        connection,
        'SELECT count(*) FROM api_keys WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)',
        Date.now(),
      ),
    );
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return { burnPastes, activeKeys };
  });
}

function onFile<Result>(file: string, act: (connection: Connection) => Result): Result {
  try {
    const connection = openConnection(file, { readonly: false });
    try {
      return act(connection);
    } finally {
      connection.close();
    }
  } catch (error) {
    if (isDamage(error)) throw new OperatorError('the database is damaged', { cause: error });
    throw error;
  }
}
