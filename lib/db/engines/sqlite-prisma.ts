import {
  DriverAdapterError,
  type Error as PrismaError,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type SqlQueryable,
  type SqlResultSet,
  type Transaction,
} from '@prisma/driver-adapter-utils';
import { sqliteCode } from './sqlite-driver';
import type { PrismaCall, PrismaResult } from './sqlite-serve';
import type { SqliteWriter } from './sqlite-writer';

const INFO = { provider: 'sqlite', adapterName: 'sealpaste-sqlite-thread' } as const;

/** Prisma's driver adapter, which sends its queries to the writer thread (sqlite-prisma-queries.ts). */
export function prismaAdapterOnThread(writer: SqliteWriter): SqlDriverAdapterFactory {
  const send = (call: PrismaCall): Promise<PrismaResult> =>
    writer.prisma(call).catch((error: unknown) => {
      const described = toPrismaError(error);
      throw described === null ? error : new DriverAdapterError(described);
    });
  const queryable = (transaction: number | null): SqlQueryable => ({
    ...INFO,
    queryRaw: async (query) => (await send({ method: 'queryRaw', query, transaction })) as SqlResultSet,
    executeRaw: async (query) => (await send({ method: 'executeRaw', query, transaction })) as number,
  });
  const adapter: SqlDriverAdapter = {
    ...queryable(null),
    executeScript: () => Promise.reject(new Error('scripts are for migrations, which Prisma does not run here')),
    startTransaction: async (): Promise<Transaction> => {
      const transaction = (await send({ method: 'startTransaction' })) as number;
      return {
        ...queryable(transaction),
        // commit() and rollback() end the transaction, and no query of Prisma's does.
        options: { usePhantomQuery: true },
        commit: async () => void (await send({ method: 'commit', transaction })),
        rollback: async () => void (await send({ method: 'rollback', transaction })),
      };
    },
    dispose: async () => undefined,
  };
  return { ...INFO, connect: async () => adapter };
}

/** Describes an error of SQLite's in Prisma's form; null for any other error. */
export function toPrismaError(error: unknown): PrismaError | null {
  const code = sqliteCode(error);
  if (code === null) return null;
  const { message, errcode } = error as { message: string; errcode: number };
  const mapped = { originalCode: code, originalMessage: message };
  switch (code) {
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
      return { ...mapped, kind: 'UniqueConstraintViolation', constraint: { fields: fieldsIn(message) } };
    case 'SQLITE_CONSTRAINT_NOTNULL':
      return { ...mapped, kind: 'NullConstraintViolation', constraint: { fields: fieldsIn(message) } };
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
    case 'SQLITE_CONSTRAINT_TRIGGER':
      return { ...mapped, kind: 'ForeignKeyConstraintViolation', constraint: { foreignKey: {} } };
    default:
      return { ...mapped, kind: 'sqlite', extendedCode: errcode, message };
  }
}

/** Finds the columns in a message: `name` and `id` in "UNIQUE constraint failed: users.name, users.id". */
function fieldsIn(message: string): string[] {
  const columns = message.split('constraint failed: ')[1]?.split(', ') ?? [];
  return columns.map((column) => column.slice(column.lastIndexOf('.') + 1));
}
