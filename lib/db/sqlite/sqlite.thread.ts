/**
 * The writer thread: the only place of a process that writes to the SQLite file. Started as `readonly` it is a thread for
 * reads that take long, and writes nothing.
 *
 * Guarantees: a commit's wait for the disk, and for another process's lock, never holds up the
 * event loop. Writes that arrive while one is being flushed are committed together (group commit);
 * when one of a group fails, each is run again alone, so that one bad write fails nobody else's.
 * Prisma's transactions and ours never overlap. What is deleted leaves the write-ahead log within a minute, or within a
 * minute of the end of the last reader who began before. Emptying the log holds up this thread's writes as long as a
 * checkpoint that SQLite makes by itself, other processes' writes for milliseconds, and readers never.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { DriverAdapterError, type SqlDriverAdapter, type Transaction } from '@prisma/driver-adapter-utils';
import type BetterSqlite3 from 'better-sqlite3';
import { isLeftOut, type Row, requireRow, type Statement } from '../database';
import { BUSY_TIMEOUT_MS, emptyLog, isBusy, openConnection } from './sqlite.connection';
import type { PrismaCall, PrismaResult, WriterError, WriterReply, WriterRequest } from './sqlite.protocol';

/** Bounds how long one commit may hold the lock when very many writes wait. */
const GROUP_MAX_WRITES = 256;

type Write = Extract<WriterRequest, { kind: 'write' }>;

if (!parentPort) throw new Error('expected to run as a worker thread');
const port = parentPort;
const { file, readonly } = workerData as { file: string; readonly: boolean };

const connection = openConnection(file, { readonly });
const prepared = new Map<string, BetterSqlite3.Statement>();
const queue: WriterRequest[] = [];
const transactions = new Map<number, Transaction>();
let prisma: SqlDriverAdapter | undefined;
let draining = false;

port.on('message', (requests: WriterRequest[]) => {
  queue.push(...requests);
  void drain();
});
port.postMessage([]);

async function drain(): Promise<void> {
  if (draining) return;
  draining = true;
  for (let next = takeNext(); next; next = takeNext()) {
    if (Array.isArray(next)) port.postMessage(commitGroup(next));
    else if (next.kind === 'prisma') port.postMessage([await answerPrisma(next.id, next.call)]);
    else if (next.kind === 'empty-log') port.postMessage([answerEmptyLog(next.id)]);
    else if (next.kind === 'close') await close(next.id);
  }
  draining = false;
}

/** The next request, or all writes at the head of the queue. While Prisma has a transaction open, only its calls. */
function takeNext(): Write[] | WriterRequest | undefined {
  for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port)) queue.push(...(more.message as WriterRequest[]));
  if (transactions.size > 0) {
    const index = queue.findIndex((request) => request.kind === 'prisma' && belongsToOpenTransaction(request.call));
    return index < 0 ? undefined : queue.splice(index, 1)[0];
  }
  if (queue[0]?.kind !== 'write') return queue.shift();
  let length = 1;
  while (length < GROUP_MAX_WRITES && queue[length]?.kind === 'write') length++;
  return queue.splice(0, length) as Write[];
}

function belongsToOpenTransaction(call: PrismaCall): boolean {
  return 'transaction' in call && call.transaction !== null && transactions.has(call.transaction);
}

function commitGroup(writes: readonly Write[]): WriterReply[] {
  try {
    const values = commit(writes);
    return writes.map((write, index) => ({ id: write.id, ok: true, value: values[index] ?? [] }));
  } catch (error) {
    // A lock that wasn't to be had for one isn't to be had for the next: all have waited long enough.
    if (writes.length > 1 && !isBusy(error)) return writes.flatMap((write) => commitGroup([write]));
    return writes.map((write) => ({ id: write.id, ok: false, error: describeError(error) }));
  }
}

function commit(writes: readonly Write[]): Row[][][] {
  connection.exec(readonly ? 'BEGIN' : 'BEGIN IMMEDIATE');
  try {
    const values = writes.map((write) => runAll(write.statements));
    connection.exec('COMMIT');
    return values;
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

function runAll(statements: readonly Statement[]): Row[][] {
  const results: Row[][] = [];
  for (const statement of statements) {
    const rows = isLeftOut(statement, results) ? [] : run(statement);
    requireRow(statement, rows);
    results.push(rows);
  }
  return results;
}

function run({ sql, params }: Statement): Row[] {
  let statement = prepared.get(sql);
  if (!statement) prepared.set(sql, (statement = connection.prepare(sql)));
  const values = params.map((value) => (typeof value === 'boolean' ? Number(value) : value));
  if (statement.reader) return statement.all(values) as Row[];
  statement.run(values);
  return [];
}

function answerEmptyLog(id: number): WriterReply {
  try {
    return { id, ok: true, value: emptyLog(connection) };
  } catch (error) {
    return { id, ok: false, error: describeError(error) };
  }
}

async function answerPrisma(id: number, call: PrismaCall): Promise<WriterReply> {
  try {
    return { id, ok: true, value: await callPrisma(call) };
  } catch (error) {
    return { id, ok: false, error: describeError(error) };
  }
}

async function callPrisma(call: PrismaCall): Promise<PrismaResult> {
  prisma ??= await connectPrisma();
  switch (call.method) {
    case 'executeScript':
      return void (await prisma.executeScript(call.script));
    case 'startTransaction': {
      const transaction = await prisma.startTransaction();
      const handle = (lastHandle += 1);
      transactions.set(handle, transaction);
      return handle;
    }
    case 'commit':
    case 'rollback': {
      const transaction = transactions.get(call.transaction);
      transactions.delete(call.transaction);
      return void (await transaction?.[call.method]());
    }
    default: {
      const target = call.transaction === null ? prisma : transactions.get(call.transaction);
      if (!target) throw new Error('this transaction has ended');
      return call.method === 'queryRaw' ? target.queryRaw(call.query) : target.executeRaw(call.query);
    }
  }
}

let lastHandle = 0;

/** Prisma's own adapter on a connection of its own, with the same pragmas. */
async function connectPrisma(): Promise<SqlDriverAdapter> {
  const adapter = await new PrismaBetterSqlite3({ url: file, timeout: BUSY_TIMEOUT_MS }).connect();
  await adapter.executeScript('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;');
  return adapter;
}

function describeError(error: unknown): WriterError {
  const prisma = error instanceof DriverAdapterError ? error.cause : null;
  const { message, code } = prisma
    ? { message: prisma.originalMessage, code: prisma.originalCode }
    : (error as { message?: string; code?: string });
  return { message: String(message ?? error), code: code ?? null, prisma };
}

async function close(id: number): Promise<void> {
  await prisma?.dispose();
  connection.close();
  port.postMessage([{ id, ok: true, value: undefined }] satisfies WriterReply[]);
  port.close();
}
