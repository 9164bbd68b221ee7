import type { SqlQuery, SqlResultSet } from '@prisma/driver-adapter-utils';
import type { Row, Statement } from '../database';

/** A request to the writer thread. Each with an id gets one reply. */
export type WriterRequest =
  | { kind: 'write'; id: number; statements: readonly Statement[] }
  | { kind: 'prisma'; id: number; call: PrismaCall }
  /** `isKept`: the file of the log keeps its length. */
  | { kind: 'empty-log'; isKept: boolean }
  | { kind: 'close'; id: number };

/** One call of Prisma's driver adapter interface; `transaction` is the number of its transaction. */
export type PrismaCall =
  | { method: 'queryRaw' | 'executeRaw'; query: SqlQuery; transaction: number | null }
  | { method: 'executeScript'; script: string }
  | { method: 'startTransaction' }
  | { method: 'commit' | 'rollback'; transaction: number };

export type PrismaResult = SqlResultSet | number | undefined;

/** `diskMs`, in the first reply of a commit: how long the commit itself took. */
export type WriterReply =
  | { id: number; ok: true; value: Row[][] | PrismaResult; diskMs?: number }
  | { id: number; ok: false; error: WriterError };

/** An error passed between threads as data: SQLite's code, or Prisma's description of it. */
export interface WriterError {
  message: string;
  code: string | null;
  prisma: unknown;
}
