import { DatabaseUnavailableError, NoRowError, type Row, type Statement } from '../database';
import { asDamaged } from './sqlite-connection';
import type { PrismaCall, PrismaResult, ThreadError, ThreadReply, ThreadRequest } from './sqlite-serve';
import { startThread } from './sqlite-thread-start';

type RepliedRequest = Exclude<ThreadRequest, { kind: 'empty-log' }>;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The writer thread's calls. */
export type SqliteWriter = Awaited<ReturnType<typeof startSqliteWriter>>;

/**
 * Starts the writer thread (sqlite-thread.ts) on a migrated file. It keeps the process alive only while a caller waits.
 * @param script path of the bundled thread
 * @param readonly starts a thread that only reads, beside the writer
 */
export async function startSqliteWriter(file: string, script: string, { readonly = false } = {}) {
  const thread = await startThread(file, script, readonly);
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let dead: Error | undefined;
  let watchDisk: ((diskMs: number) => void) | undefined;

  /** Sends a request at once, even while others of this turn of the event loop follow: the thread works meanwhile. */
  function send<T>(request: RepliedRequest): Promise<T> {
    if (dead) return Promise.reject(dead);
    return new Promise((resolve, reject) => {
      // Throws when a value can't be cloned.
      thread.postMessage(request);
      if (waiting.size === 0) thread.ref();
      waiting.set(request.id, { resolve: resolve as Waiting['resolve'], reject });
    });
  }

  function settle(replies: readonly ThreadReply[]): void {
    for (const reply of replies) {
      const caller = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('error' in reply) caller?.reject(toError(reply.error));
      else {
        if (reply.diskMs !== undefined) watchDisk?.(reply.diskMs);
        caller?.resolve(reply.value);
      }
    }
    if (waiting.size === 0) thread.unref();
  }

  /** Fails all waiting and future calls, because the thread has ended. */
  function fail(cause: Error): void {
    dead = new DatabaseUnavailableError('the database thread has stopped', { cause });
    for (const caller of waiting.values()) caller.reject(dead);
    waiting.clear();
  }

  thread.on('message', settle);
  thread.on('error', fail);
  thread.on('exit', () => fail(new Error('the database thread has stopped')));
  const nextId = () => (lastId += 1);
  return {
    write: (statements: readonly Statement[]) => send<Row[][]>({ kind: 'write', id: nextId(), statements }),
    prisma: (call: PrismaCall) => send<PrismaResult>({ kind: 'prisma', id: nextId(), call }),
    /** @param watch called with the time that each commit took in ms */
    onCommit(watch: (diskMs: number) => void): void {
      watchDisk = watch;
    },
    /** Moves the log into the file, so that it is written again from its start. */
    moveLog: () => thread.postMessage({ kind: 'empty-log', isKept: true }),
    async close(): Promise<void> {
      if (!dead) await send<void>({ kind: 'close', id: nextId() });
    },
  };
}

/** The error of a statement, or in words for the operator where the database itself is at fault. */
function toError({ message, code, errcode }: ThreadError): Error {
  if (code === NoRowError.code) return new NoRowError();
  const error = Object.assign(new Error(message), { code, errcode });
  if (code?.startsWith('SQLITE_BUSY')) return new DatabaseUnavailableError('another process holds the database lock', { cause: error });
  if (code === 'SQLITE_FULL') return new DatabaseUnavailableError('the disk is full', { cause: error });
  return asDamaged(error) as Error;
}
