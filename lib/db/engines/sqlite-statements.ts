import { isLeftOut, type Row, requireRow, type SqlValue, type Statement } from '../database';
import { type Connection, inTransaction, prepare } from './sqlite-driver';

/** Runs our statements on a connection, and prepares each once. */
export function createStatements(connection: Connection) {
  const prepared = new Map<string, ReturnType<typeof prepare>>();

  function run(sql: string, params: readonly SqlValue[]): Row[] {
    let statement = prepared.get(sql);
    if (!statement) prepared.set(sql, (statement = prepare(connection, sql)));
    return statement(params);
  }

  /** Runs the statements of one caller inside of a transaction. @throws NoRowError, errors of the driver */
  function runAll(statements: readonly Statement[]): Row[][] {
    const results: Row[][] = [];
    for (const statement of statements) {
      const rows = isLeftOut(statement, results) ? [] : run(statement.sql, statement.params);
      requireRow(statement, rows);
      results.push(rows);
    }
    return results;
  }

  return {
    run,
    /**
     * Runs the statements of several callers in one transaction.
     * @param onCommitted called with the time that the commit itself, which waits for the disk, took in ms
     */
    commit(callers: readonly { statements: readonly Statement[] }[], onCommitted: (diskMs: number) => void, begin?: 'BEGIN'): Row[][][] {
      let ranAt = 0;
      const run = () => {
        const results = callers.map(({ statements }) => runAll(statements));
        ranAt = performance.now();
        return results;
      };
      const results = inTransaction(connection, run, begin);
      onCommitted(performance.now() - ranAt);
      return results;
    },
  };
}
