import type { Tracing } from '../tracing/tracing';
import type { Database, Statement } from './database';
import type { PrismaClient } from './generated/sqlite/client';

/** The database with each query as a span of the current trace. Spans have the verb and the table, never a statement or its values. */
export function traceDatabase(db: Database, tracing: Tracing): Database {
  const names = new Map<string, string>();
  const system = { 'db.system.name': db.engine };

  function nameOf(sql: string): string {
    let name = names.get(sql);
    if (name === undefined) names.set(sql, (name = summaryOf(sql)));
    return name;
  }
  const call = <Result>(sql: string, act: () => Promise<Result>) => tracing.call(nameOf(sql), system, act);
  const nameOfAll = (statements: readonly Statement[]) => statements[0]?.sql ?? '';

  const prisma = db.prisma.$extends({
    query: {
      $allOperations: ({ model = 'database', operation, args, query }) => tracing.call(`${operation} ${model}`, system, () => query(args)),
    },
  });
  return {
    ...db,
    // An extended client has another type, and the same queries.
    prisma: prisma as unknown as PrismaClient,
    read: (sql, params) => call(sql, () => db.read(sql, params)),
    readEach: (sql, keys, lateKeyOf) => call(sql, () => db.readEach(sql, keys, lateKeyOf)),
    readLate: (sql, params) => call(sql, () => db.readLate(sql, params)),
    readLong: (sql, params) => call(sql, () => db.readLong(sql, params)),
    write: (statements) => call(nameOfAll(statements), () => db.write(statements)),
  };
}

/** The statement's first verb and first table, such as "SELECT pastes". */
function summaryOf(sql: string): string {
  const [, verb = 'SQL'] = /^\s*(\w+)/.exec(sql) ?? [];
  const [, table] = /\b(?:INTO|UPDATE|FROM)\s+(\w+)/.exec(sql) ?? [];
  return table === undefined ? verb : `${verb} ${table}`;
}
