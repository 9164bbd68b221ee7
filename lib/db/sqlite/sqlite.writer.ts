import { Worker } from 'node:worker_threads';
import { DriverAdapterError, type Error as PrismaError } from '@prisma/driver-adapter-utils';
import { DatabaseDamagedError, DatabaseUnavailableError, NoRowError, type Row, type Statement } from '../database';
import { asDamaged } from './sqlite.connection';
import type { PrismaCall, PrismaResult, WriterError, WriterReply, WriterRequest } from './sqlite.protocol';

/** Time between two emptyings of the log: a burned paste stays in it this long at most, or longer while a reader needs the log. */
const EMPTY_LOG_MS = 20_000;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The writer thread's calls, wherever it runs: in this process, or in the one that started it. */
export interface SqliteWriter {
  write(statements: readonly Statement[]): Promise<Row[][]>;
  prisma(call: PrismaCall): Promise<PrismaResult>;
  /** Empties the write-ahead log. @returns false when a reader still needs it */
  emptyLog(): Promise<boolean>;
  close(): Promise<void>;
}

interface ChannelOptions {
  /** Requests of one turn of the event loop travel in one message. */
  post(requests: WriterRequest[]): void;
  /** Called when the first caller begins to wait for a reply, and when the last one has its reply. */
  onWaiting?(isWaiting: boolean): void;
  /** Whether `close` ends the thread. */
  ownsThread: boolean;
}

/** The callers' end of the channel to the writer thread (sqlite.thread.ts). */
export function openWriterChannel({ post, onWaiting, ownsThread }: ChannelOptions) {
  const waiting = new Map<number, Waiting>();
  let outbox: WriterRequest[] = [];
  let lastId = 0;
  let dead: Error | undefined;

  function send<T>(request: WriterRequest): Promise<T> {
    if (dead) return Promise.reject(dead);
    if (outbox.length === 0) setImmediate(flush);
    outbox.push(request);
    if (waiting.size === 0) onWaiting?.(true);
    return new Promise((resolve, reject) => waiting.set(request.id, { resolve: resolve as Waiting['resolve'], reject }));
  }

  function flush(): void {
    const requests = outbox;
    outbox = [];
    try {
      post(requests);
    } catch {
      for (const request of requests) postAlone(request);
    }
  }

  /** Posts one request. A value that can't be cloned fails this request only; an uncaught error would end the process. */
  function postAlone(request: WriterRequest): void {
    try {
      post([request]);
    } catch (error) {
      waiting.get(request.id)?.reject(error as Error);
      waiting.delete(request.id);
      if (waiting.size === 0) onWaiting?.(false);
    }
  }

  const nextId = () => (lastId += 1);
  const writer: SqliteWriter = {
    write: (statements) => send({ kind: 'write', id: nextId(), statements }),
    prisma: (call) => send({ kind: 'prisma', id: nextId(), call }),
    emptyLog: () => send({ kind: 'empty-log', id: nextId() }),
    close: async () => {
      if (!dead && ownsThread) await send<void>({ kind: 'close', id: nextId() });
    },
  };
  return {
    writer,
    /** Passes the thread's replies to the callers that wait for them. */
    settle(replies: readonly WriterReply[]): void {
      for (const reply of replies) {
        const caller = waiting.get(reply.id);
        waiting.delete(reply.id);
        if (reply.ok) caller?.resolve(reply.value);
        else caller?.reject(toError(reply.error));
      }
      if (waiting.size === 0) onWaiting?.(false);
    },
    /** Fails all waiting and future calls, because the thread has ended. */
    fail(cause: Error): void {
      dead = new DatabaseUnavailableError('the database thread has stopped', { cause });
      for (const caller of waiting.values()) caller.reject(dead);
      waiting.clear();
    },
  };
}

/**
 * Starts the writer thread on a migrated file. @returns functions that send it messages and receive its own
 * @param script path of the bundled sqlite.thread.ts
 * @param readonly starts a thread that only reads, beside the writer
 */
export async function startWriterThread(file: string, script: string, { readonly = false } = {}) {
  const thread = new Worker(script, { workerData: { file, readonly } });
  await new Promise<void>((resolve, reject) => {
    thread.once('message', () => resolve());
    thread.once('error', reject);
  });
  thread.unref();
  if (!readonly) {
    const emptyLog = () => {
      thread.postMessage([{ kind: 'empty-log', id: 0 }] satisfies WriterRequest[]);
      timer = setTimeout(emptyLog, EMPTY_LOG_MS).unref();
    };
    let timer = setTimeout(emptyLog, EMPTY_LOG_MS).unref();
    thread.once('exit', () => clearTimeout(timer));
  }
  return {
    post: (requests: WriterRequest[]): void => thread.postMessage(requests),
    /** Sets the functions that get the replies, and that are called when the thread has ended. */
    listen(take: (replies: readonly WriterReply[]) => void, onEnd: (cause: Error) => void): void {
      thread.on('message', take);
      thread.on('error', onEnd);
      thread.on('exit', () => onEnd(new Error('the database thread has stopped')));
    },
    /** Keeps the process alive while a caller waits; an idle thread must not. */
    hold: (isHeld: boolean) => (isHeld ? thread.ref() : thread.unref()),
  };
}

/** Starts the writer thread and makes a writer for the callers of this process. */
export async function startSqliteWriter(...options: Parameters<typeof startWriterThread>): Promise<SqliteWriter> {
  const thread = await startWriterThread(...options);
  const channel = openWriterChannel({ post: thread.post, onWaiting: thread.hold, ownsThread: true });
  thread.listen(channel.settle, channel.fail);
  return channel.writer;
}

function toError({ message, code, prisma }: WriterError): Error {
  if (code === NoRowError.code) return new NoRowError();
  return toFault(message, code) ?? (prisma ? new DriverAdapterError(prisma as PrismaError) : Object.assign(new Error(message), { code }));
}

/** The error for a fault of the database itself; null when the statement is at fault. */
function toFault(message: string, code: string | null): Error | null {
  if (code?.startsWith('SQLITE_BUSY'))
    return new DatabaseUnavailableError('another process holds the database lock', { cause: new Error(message) });
  const damage = asDamaged(Object.assign(new Error(message), { code }));
  if (damage instanceof DatabaseDamagedError) return damage;
  return code === 'SQLITE_FULL' ? new DatabaseUnavailableError('the disk is full', { cause: new Error(message) }) : null;
}
