/** Cleanup deletes rows that were kept long enough, in batches, so that no other writer waits noticeably. */
import type { Database, Statement } from './database';

const BATCH_ROWS = 500;

/** @param condition may end with an ORDER BY, that of the index that finds the rows */
export function pruneStatement(table: string, condition: string, { id = 'id', batchRows = BATCH_ROWS } = {}): Statement {
  return {
    sql: `DELETE FROM ${table} WHERE ${id} IN (SELECT ${id} FROM ${table} WHERE ${condition} LIMIT ${batchRows}) RETURNING ${id}`,
    params: [],
  };
}

/** @param statements each returns the rows that it removes @returns a function that removes a batch and returns its number of rows */
export function createPrune(db: Pick<Database, 'write'>, ...statements: Statement[]): () => Promise<number> {
  return async () => (await db.write(statements)).flat().length;
}
