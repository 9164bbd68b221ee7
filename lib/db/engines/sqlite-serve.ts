/**
 * The program of the writer thread, which writes all that a process writes to the SQLite file, but small inserts (sqlite-inserts.ts). As
 * `readonly` it serves reads that take long, and writes nothing.
 *
 * Guarantees: a commit's wait for the disk, and for another process's lock, never holds up the
 * event loop. Writes that arrive while one is being flushed are committed together (group commit);
 * when one of a group fails, each is run again alone, so that one bad write fails nobody else's.
 * Prisma's transactions and ours never overlap. Deleted rows leave the write-ahead log within a minute, or within a
 * minute of the end of the last read that began before. Emptying the log, a step at a time, holds up this thread's writes as long
 * as a checkpoint that SQLite makes by itself, other processes' writes for milliseconds, and readers never.
 */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { SqlQuery, SqlResultSet } from '@prisma/driver-adapter-utils';
import type { Row, Statement } from '../database';
import { isBusy, openConnection, shortenLog } from './sqlite-connection';
import { sqliteCode } from './sqlite-driver';
import { executeRaw, queryRaw } from './sqlite-prisma-queries';
import { createStatements } from './sqlite-statements';

/** Writes of one commit at most, so that it doesn't hold the lock for long when very many wait. */
const GROUP_MAX_WRITES = 256;
/** Pause between two steps of emptying a long log, for the writes that wait. */
const LOG_PAUSE_MS = 50;

/** A request to the thread. Each with an id gets one reply. */
export type ThreadRequest =
  | { kind: 'write'; id: number; statements: readonly Statement[] }
  | { kind: 'prisma'; id: number; call: PrismaCall }
  /** `isKept`: the file of the log keeps its length. */
  | { kind: 'empty-log'; isKept: boolean }
  | { kind: 'close'; id: number };

/** One call of Prisma's driver adapter interface; `transaction` is the number of its transaction. */
export type PrismaCall =
  | { method: 'queryRaw' | 'executeRaw'; query: SqlQuery; transaction: number | null }
  | { method: 'startTransaction' }
  | { method: 'commit' | 'rollback'; transaction: number };

export type PrismaResult = SqlResultSet | number | undefined;

/** `diskMs`, in the first reply of a commit: how long the commit itself took. */
export type ThreadReply = { id: number } & ({ value: Row[][] | PrismaResult; diskMs?: number } | { error: ThreadError });

/** An error as data, which threads can pass. */
export interface ThreadError {
  message: string;
  /** SQLite's, by name. */
  code: string | null;
  errcode?: number;
}

type Write = Extract<ThreadRequest, { kind: 'write' }>;
type OtherRequest = Exclude<ThreadRequest, Write>;

/** Opens the file and serves the requests that come to the port, until one closes it. The first message says that it is open. */
export function serveSqlite(port: MessagePort, { file, readonly }: { file: string; readonly: boolean }): void {
  const connection = openConnection(file, { readonly });
  const { commit } = createStatements(connection);
  const queue: ThreadRequest[] = [];
  /** Number of Prisma's transaction under way. */
  let openTransaction: number | null = null;
  let lastTransaction = 0;

  function take(request: ThreadRequest): void {
    queue.push(request);
    drain();
  }

  function drain(): void {
    for (let next = takeNext(); next; next = takeNext()) {
      if (Array.isArray(next)) port.postMessage(commitGroup(next));
      else if (next.kind === 'close') close(next.id);
      else if (next.kind === 'empty-log') emptyLog(next.isKept);
      else port.postMessage([{ id: next.id, ...respondTo(next.call) }]);
    }
  }

  /** Takes the next request, or all writes at the head of the queue. While Prisma has a transaction open, only its calls. */
  function takeNext(): Write[] | OtherRequest | undefined {
    for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port)) queue.push(more.message);
    if (openTransaction !== null) {
      const index = queue.findIndex((request) => request.kind === 'prisma' && belongsToOpenTransaction(request.call));
      return index < 0 ? undefined : (queue.splice(index, 1)[0] as OtherRequest);
    }
    let length = 0;
    while (length < GROUP_MAX_WRITES && queue[length]?.kind === 'write') length++;
    return length > 0 ? (queue.splice(0, length) as Write[]) : (queue.shift() as OtherRequest | undefined);
  }

  function belongsToOpenTransaction(call: PrismaCall): boolean {
    return 'transaction' in call && call.transaction === openTransaction;
  }

  function commitGroup(writes: readonly Write[]): ThreadReply[] {
    try {
      let disk: { diskMs?: number } = {};
      const values = commit(writes, (diskMs) => (disk = { diskMs }), readonly ? 'BEGIN' : undefined);
      return writes.map(({ id }, index) => ({ id, value: values[index] ?? [], ...(index === 0 ? disk : {}) }));
    } catch (error) {
      // A lock that the group didn't get would keep each write waiting again: all have waited long enough.
      if (writes.length > 1 && !isBusy(error)) return writes.flatMap((write) => commitGroup([write]));
      return writes.map(({ id }) => ({ id, error: describeError(error) }));
    }
  }

  /** Empties the log, a long one in steps. What fails is tried again when the log is to be emptied the next time. */
  function emptyLog(isKept: boolean): void {
    try {
      if (shortenLog(connection, isKept)) setTimeout(take, LOG_PAUSE_MS, { kind: 'empty-log', isKept }).unref();
    } catch {}
  }

  function respondTo(call: PrismaCall): { value: PrismaResult } | { error: ThreadError } {
    try {
      return { value: callPrisma(call) };
    } catch (error) {
      return { error: describeError(error) };
    }
  }

  function callPrisma(call: PrismaCall): PrismaResult {
    if (call.method === 'startTransaction') {
      connection.exec('BEGIN IMMEDIATE');
      lastTransaction += 1;
      openTransaction = lastTransaction;
      return openTransaction;
    }
    const isUnderWay = call.transaction === openTransaction;
    if ('query' in call) {
      if (call.transaction !== null && !isUnderWay) throw new Error('this transaction has ended');
      return call.method === 'queryRaw' ? queryRaw(connection, call.query) : executeRaw(connection, call.query);
    }
    if (!isUnderWay) return undefined;
    openTransaction = null;
    try {
      if (call.method === 'commit') connection.exec('COMMIT');
      return undefined;
    } finally {
      // The connection is free afterwards, even if the commit fails.
      if (connection.isTransaction) connection.exec('ROLLBACK');
    }
  }

  function close(id: number): void {
    connection.close();
    port.postMessage([{ id, value: undefined }] satisfies ThreadReply[]);
    port.close();
  }

  port.on('message', take);
  port.postMessage([]);
}

function describeError(error: unknown): ThreadError {
  const { message, code, errcode } = error as { message?: string; code?: string; errcode?: number };
  return { message: String(message ?? error), code: sqliteCode(error) ?? code ?? null, ...(errcode === undefined ? {} : { errcode }) };
}
