/**
 * Rows that callers insert at the same time become one statement, and so one commit: on PostgreSQL a create takes half of its
 * time for the way there and back of each statement.
 *
 * Guarantees: each caller's rows are stored all or none. When a joint statement fails, each caller's rows are inserted alone, so
 * that a refused row refuses no other caller's. A lone caller waits for nobody.
 */
import { DatabaseUnavailableError, type Row, type SqlValue, type Statement } from '../database';

/** Joint statements under way: the next is built while the server runs the others. */
const MAX_UNDER_WAY = 2;
/** Callers of one statement at most: each adds some dozens of parameters. */
const MAX_CALLERS = 16;
/** Bytes with which a statement takes no more callers. */
const MAX_BYTES = 512 * 1024;

interface Caller {
  statements: readonly Statement[];
  resolve(results: Row[][]): void;
  reject(error: unknown): void;
}

/** Whether callers' rows may be joined with those of others. */
export const areJoinable = (statements: readonly Statement[]): boolean =>
  statements.length > 0 && statements.every(({ inserts }) => inserts !== undefined);

/** @param run runs one statement as a transaction @returns a function like `write`, for joinable statements; only the first may return a row */
export function createJointInserts(run: (sql: string, params: readonly SqlValue[]) => Promise<Row[]>) {
  let waiting: Caller[] = [];
  let underWay = 0;

  function sendSome(): void {
    while (underWay < MAX_UNDER_WAY && waiting.length > 0) {
      const size = jointSize(waiting);
      const callers = waiting.slice(0, size);
      waiting = waiting.slice(size);
      underWay += 1;
      void send(callers).finally(() => {
        underWay -= 1;
        sendSome();
      });
    }
  }

  async function send(callers: readonly Caller[]): Promise<void> {
    try {
      const rows = await run(joined(callers[0]?.statements ?? [], callers.length), paramsOf(callers));
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const { statements, resolve } of callers) {
        const row = byId.get(statements[0]?.inserts?.id ?? null);
        resolve(statements.map((_, at) => (at === 0 && row ? [row] : [])));
      }
    } catch (error) {
      const isRefusal = callers.length > 1 && !(error instanceof DatabaseUnavailableError);
      if (isRefusal) await Promise.all(callers.map((caller) => send([caller])));
      else for (const { reject } of callers) reject(error);
    }
  }

  return (statements: readonly Statement[]): Promise<Row[][]> => {
    // Those of one turn of the event loop are joined.
    if (waiting.length === 0) setImmediate(sendSome);
    return new Promise((resolve, reject) => waiting.push({ statements, resolve, reject }));
  };
}

/** How many of the first callers one statement takes: those with the same statements, and a power of two so that few texts are prepared. */
function jointSize(waiting: readonly Caller[]): number {
  let fitting = 0;
  let bytes = 0;
  for (const caller of waiting.slice(0, MAX_CALLERS)) {
    const isAlike = caller.statements.every(({ sql }, at) => sql === waiting[0]?.statements[at]?.sql);
    if (!isAlike || bytes > MAX_BYTES || caller.statements.length !== waiting[0]?.statements.length) break;
    fitting += 1;
    for (const { params } of caller.statements) for (const value of params) if (value instanceof Uint8Array) bytes += value.length;
  }
  return 2 ** Math.floor(Math.log2(fitting));
}

/** The parameters in the order of `joined`. */
function paramsOf(callers: readonly Caller[]): SqlValue[] {
  const params: SqlValue[] = [];
  const count = callers[0]?.statements.length ?? 0;
  for (let at = count - 1; at >= 0; at--) for (const { statements } of callers) params.push(...(statements[at]?.params ?? []));
  return params;
}

/** The text of the callers' statement: the first INSERT, with the others as its common table expressions: references between the rows are checked at the end. */
function joined(statements: readonly Statement[], callers: number): string {
  const [first = '', ...others] = statements.map(({ sql, inserts }) => {
    const row = inserts?.row ?? '';
    return sql.replace(row, () => Array(callers).fill(row).join(', '));
  });
  if (others.length === 0) return first;
  const expressions = others.map((sql, at) => `other_${at} AS (${sql})`);
  return `WITH ${expressions.reverse().join(', ')} ${first}`;
}
