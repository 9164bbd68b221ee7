import { OperatorError } from '../../errors/operator.error';
import type { Statement } from '../database';
import { openConnection } from './sqlite.connection';
import { missingIn } from './sqlite.migrations';

/**
 * Checks that a file is a whole database of ours, of this version or an older one.
 * @returns fingerprints of the master keys its data is under
 * @throws OperatorError, SchemaError
 */
export function checkSqliteFile(file: string, rootDir: string): string[] {
  return onFile(file, (connection) => {
    const problems = connection.pragma('integrity_check', { simple: false }) as { integrity_check: string }[];
    if (problems[0]?.integrity_check !== 'ok') throw new OperatorError(`the database is damaged: ${problems[0]?.integrity_check}`);
    const dangling = connection.pragma('foreign_key_check') as unknown[];
    if (dangling.length > 0) throw new OperatorError(`the database is damaged: ${dangling.length} rows refer to rows that are missing`);
    if (connection.prepare("SELECT 1 FROM sqlite_master WHERE name = 'master_keys'").get() === undefined)
      throw new OperatorError('the file is not a database of Sealpaste');
    missingIn(connection, rootDir);
    return connection.prepare('SELECT id FROM master_keys').pluck().all() as string[];
  });
}

/**
 * Makes a copy that nobody has open fit to be used again: without burn pastes, which may have been read since, and
 * without sessions, which may have been ended since.
 * @param entry for the trail, which the first versions didn't have
 * @returns how many burn pastes were removed, and how many keys open something
 */
export function prepareRestored(file: string, keepBurnPastes: boolean, entry: Statement): { burnPastes: number; activeKeys: number } {
  return onFile(file, (connection) => {
    // The file may be of a version that had no number of reads.
    const hasReads = connection.prepare("SELECT 1 FROM pragma_table_info('pastes') WHERE name = 'max_reads'").get() !== undefined;
    const mayBeRead = `burn_after_read${hasReads ? ' OR max_reads IS NOT NULL' : ''}`;
    const burnPastes = keepBurnPastes ? 0 : connection.prepare(`DELETE FROM pastes WHERE ${mayBeRead}`).run().changes;
    // The first versions had none.
    const hasTable = (name: string) => connection.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(name) !== undefined;
    if (hasTable('sessions')) connection.exec('DELETE FROM sessions');
    if (hasTable('audit')) connection.prepare(entry.sql).run(...entry.params);
    const activeKeys = connection
      .prepare('SELECT count(*) FROM api_keys WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)')
      .pluck()
      .get(Date.now()) as number;
    connection.pragma('wal_checkpoint(TRUNCATE)');
    return { burnPastes, activeKeys };
  });
}

function onFile<Result>(file: string, act: (connection: ReturnType<typeof openConnection>) => Result): Result {
  try {
    const connection = openConnection(file, { readonly: false });
    try {
      return act(connection);
    } finally {
      connection.close();
    }
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB') throw new OperatorError('the database is damaged', { cause: error });
    throw error;
  }
}
