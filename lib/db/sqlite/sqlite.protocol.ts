import type { SqlQuery, SqlResultSet } from '@prisma/driver-adapter-utils';
import type { Row, Statement } from '../database';

/** What the main thread asks of the writer thread. Every request gets one reply, under its id; nobody waits for that of 0. */
export type WriterRequest =
  | { kind: 'write'; id: number; statements: readonly Statement[] }
  | { kind: 'prisma'; id: number; call: PrismaCall }
  | { kind: 'empty-log'; id: number }
  | { kind: 'close'; id: number };

/** One call of Prisma's driver adapter interface; `transaction` names the one it belongs to. */
export type PrismaCall =
  | { method: 'queryRaw' | 'executeRaw'; query: SqlQuery; transaction: number | null }
  | { method: 'executeScript'; script: string }
  | { method: 'startTransaction' }
  | { method: 'commit' | 'rollback'; transaction: number };

export type PrismaResult = SqlResultSet | number | undefined;

export type WriterReply = { id: number; ok: true; value: Row[][] | PrismaResult | boolean } | { id: number; ok: false; error: WriterError };

/** An error crosses the thread border as data: SQLite's code, or Prisma's description of it. */
export interface WriterError {
  message: string;
  code: string | null;
  prisma: unknown;
}
