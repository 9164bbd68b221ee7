/**
 * Commits small inserts, such as those of most pastes, on the calling thread: the way to the writer thread and back costs
 * more than they do.
 *
 * Guarantees: as durable as what the writer thread commits. What arrives in one turn of the event loop is committed together. The
 * event loop waits for no lock, and seldom for a slow disk: the writer thread takes what is large, what comes while another connection
 * writes, and everything until many commits in a row were quick. It also takes what is refused here, and finds
 * out whose row it was.
 */
import type { Row, Statement } from '../database';
import { openConnection } from './sqlite-connection';
import type { Connection } from './sqlite-driver';
import { createStatements } from './sqlite-statements';
import type { SqliteWriter } from './sqlite-writer';

/** Bytes of one caller's rows. */
const MAX_BYTES = 64 * 1024;
/** Callers of one transaction. */
const MAX_CALLERS = 32;
/** Callers after whom the writer thread moves the log into the file; commits here don't. */
const CALLERS_OF_LOG = 1_000;
/** A commit that took less was quick. */
const QUICK_MS = 1;
/** Quick commits in a row, the thread's first, after which those here begin. Then at most one of 174 (e times as many) is a slow one here. */
const QUICK_COMMITS = 64;

interface Caller {
  statements: readonly Statement[];
  resolve(results: Row[][]): void;
  reject(error: unknown): void;
}

/** @returns `write` like the writer's, for transactions that begin with an `inserts` */
export function createQuickInserts(file: string, writer: SqliteWriter) {
  let connection: Connection | undefined;
  let commit: ReturnType<typeof createStatements>['commit'];
  let waiting: Caller[] = [];
  let callersOfLog = 0;
  let quickCommits = 0;

  /** Opens the connection at the first insert: most processes have none. */
  function open(): void {
    connection = openConnection(file, { readonly: false });
    connection.exec('PRAGMA busy_timeout = 0');
    connection.exec('PRAGMA wal_autocheckpoint = 0');
    commit = createStatements(connection).commit;
  }

  const watchDisk = (diskMs: number) => {
    quickCommits = diskMs < QUICK_MS ? quickCommits + 1 : 0;
  };
  writer.onCommit(watchDisk);

  function commitSome(): void {
    const callers = waiting.slice(0, MAX_CALLERS);
    waiting = waiting.slice(MAX_CALLERS);
    if (waiting.length > 0) setImmediate(commitSome);
    try {
      if (!connection) open();
      const results = commit(callers, watchDisk);
      for (const [index, { resolve }] of callers.entries()) resolve(results[index] ?? []);
    } catch {
      for (const { statements, resolve, reject } of callers) writer.write(statements).then(resolve, reject);
    }
    callersOfLog += callers.length;
    if (callersOfLog < CALLERS_OF_LOG) return;
    callersOfLog = 0;
    writer.moveLog();
  }

  return {
    write(statements: readonly Statement[]): Promise<Row[][]> {
      if (bytesOf(statements) > MAX_BYTES || quickCommits < QUICK_COMMITS) return writer.write(statements);
      if (waiting.length === 0) setImmediate(commitSome);
      return new Promise((resolve, reject) => waiting.push({ statements, resolve, reject }));
    },
    close: () => connection?.close(),
  };
}

function bytesOf(statements: readonly Statement[]): number {
  let bytes = 0;
  for (const { params } of statements) for (const value of params) if (value instanceof Uint8Array) bytes += value.length;
  return bytes;
}
