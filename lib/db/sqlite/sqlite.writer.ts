import { Worker } from 'node:worker_threads';
import { DriverAdapterError, type Error as PrismaError } from '@prisma/driver-adapter-utils';
import { DatabaseDamagedError, DatabaseUnavailableError, type Row, type Statement } from '../database';
import { asDamaged } from './sqlite.connection';
import type { PrismaCall, PrismaResult, WriterError, WriterReply, WriterRequest } from './sqlite.protocol';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The main thread's end of the writer thread (sqlite.thread.ts). */
export interface SqliteWriter {
  write(statements: readonly Statement[]): Promise<Row[][]>;
  prisma(call: PrismaCall): Promise<PrismaResult>;
  close(): Promise<void>;
}

/**
 * Starts the writer thread on a migrated file.
 * @param script path of the bundled sqlite.thread.ts
 * @param readonly a thread that only reads, beside the writer
 */
export async function startSqliteWriter(file: string, script: string, { readonly = false } = {}): Promise<SqliteWriter> {
  const thread = new Worker(script, { workerData: { file, readonly } });
  const waiting = new Map<number, Waiting>();
  let outbox: WriterRequest[] = [];
  let lastId = 0;
  let dead: Error | undefined;

  await new Promise<void>((resolve, reject) => {
    thread.once('message', () => resolve());
    thread.once('error', reject);
  });
  // An idle thread must not keep a finished process alive; a waiting caller must.
  thread.unref();
  thread.on('message', (replies: WriterReply[]) => {
    for (const reply of replies) settle(reply);
    if (waiting.size === 0) thread.unref();
  });
  thread.on('error', (error) => fail(error));
  thread.on('exit', () => fail(new Error('the database thread has stopped')));

  function settle(reply: WriterReply): void {
    const caller = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.ok) caller?.resolve(reply.value);
    else caller?.reject(toError(reply.error));
  }

  function fail(cause: Error): void {
    dead = new DatabaseUnavailableError('the database thread has stopped', { cause });
    for (const caller of waiting.values()) caller.reject(dead);
    waiting.clear();
  }

  /** Requests of one turn of the event loop travel in one message. */
  function send<T>(request: WriterRequest): Promise<T> {
    if (dead) return Promise.reject(dead);
    if (outbox.length === 0) setImmediate(flush);
    outbox.push(request);
    if (waiting.size === 0) thread.ref();
    return new Promise((resolve, reject) => waiting.set(request.id, { resolve: resolve as Waiting['resolve'], reject }));
  }

  function flush(): void {
    const requests = outbox;
    outbox = [];
    thread.postMessage(requests);
  }

  const nextId = () => (lastId += 1);
  return {
    write: (statements) => send({ kind: 'write', id: nextId(), statements }),
    prisma: (call) => send({ kind: 'prisma', id: nextId(), call }),
    close: async () => {
      if (!dead) await send<void>({ kind: 'close', id: nextId() });
    },
  };
}

function toError({ message, code, prisma }: WriterError): Error {
  return toFault(message, code) ?? (prisma ? new DriverAdapterError(prisma as PrismaError) : Object.assign(new Error(message), { code }));
}

/** What is wrong with the database itself, and not with the statement. */
function toFault(message: string, code: string | null): Error | null {
  if (code?.startsWith('SQLITE_BUSY'))
    return new DatabaseUnavailableError('another process holds the database lock', { cause: new Error(message) });
  const damage = asDamaged(Object.assign(new Error(message), { code }));
  if (damage instanceof DatabaseDamagedError) return damage;
  return code === 'SQLITE_FULL' ? new DatabaseUnavailableError('the disk is full', { cause: new Error(message) }) : null;
}
