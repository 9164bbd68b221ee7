import type { SqlDriverAdapter, SqlDriverAdapterFactory, SqlQueryable, SqlResultSet, Transaction } from '@prisma/driver-adapter-utils';
import type { SqliteWriter } from './sqlite-writer';

const INFO = { provider: 'sqlite', adapterName: 'sealpaste-sqlite-thread' } as const;

/** Prisma's driver adapter, which sends its queries to the writer thread (sqlite-prisma-queries.ts). */
export function prismaAdapterOnThread(writer: SqliteWriter): SqlDriverAdapterFactory {
  const queryable = (transaction: number | null): SqlQueryable => ({
    ...INFO,
    queryRaw: async (query) => (await writer.prisma({ method: 'queryRaw', query, transaction })) as SqlResultSet,
    executeRaw: async (query) => (await writer.prisma({ method: 'executeRaw', query, transaction })) as number,
  });
  const adapter: SqlDriverAdapter = {
    ...queryable(null),
    executeScript: async (script) => void (await writer.prisma({ method: 'executeScript', script })),
    startTransaction: async (): Promise<Transaction> => {
      const transaction = (await writer.prisma({ method: 'startTransaction' })) as number;
      return {
        ...queryable(transaction),
        // commit() and rollback() end the transaction, and no query of Prisma's does.
        options: { usePhantomQuery: true },
        commit: async () => void (await writer.prisma({ method: 'commit', transaction })),
        rollback: async () => void (await writer.prisma({ method: 'rollback', transaction })),
      };
    },
    dispose: async () => undefined,
  };
  return { ...INFO, connect: async () => adapter };
}
