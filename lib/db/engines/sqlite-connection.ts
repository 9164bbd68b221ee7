import { closeSync, fdatasyncSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseDamagedError } from '../database';
import { BUSY_TIMEOUT_MS, type Connection, firstValue, inTransaction, openFile, sqliteCode } from './sqlite-driver';

/** Opening is retried: while another process switches to WAL or recovers the file, SQLite fails at once, without its time-out. */
const OPEN_RETRY_MS = 20;
const OPEN_GIVE_UP_MS = 30_000;
/** Time for another process to copy a large file and migrate it. */
const LOCK_GIVE_UP_MS = 600_000;
/** Wait for readers before the log is emptied; short, because nobody can write meanwhile. */
const LOG_TIMEOUT_MS = 5;
/** Bytes cut off the log at once. A disk takes some 10 ms for them, and half a second for the log of a long backup. */
const LOG_STEP_BYTES = 16 * 1024 * 1024;

/**
 * Settings of every connection to the file, with their reasons:
 * - WAL: readers and the one writer don't wait for each other.
 * - synchronous=FULL: a commit is on the disk when it returns, so what a client was told survives a power loss.
 * - secure_delete: what was burned is overwritten in the file, not just unlinked.
 * - wal_autocheckpoint: 4,000 pages (16 MB), so that one large paste doesn't wait for a checkpoint of itself.
 *
 * The WAL has no `journal_size_limit`: SQLite would cut it back in one piece, in a commit. `shortenLog` does it in steps.
 */
const PRAGMAS = [
  'synchronous = FULL',
  'foreign_keys = ON',
  'secure_delete = ON',
  'temp_store = MEMORY',
  'cache_size = -16000',
  'wal_autocheckpoint = 4000',
];

/** Opens the file, creating it unless `readonly`. Blocks while another process initialises it. */
export function openConnection(file: string, options: { readonly: boolean }): Connection {
  return untilFree(OPEN_GIVE_UP_MS, () => {
    let connection: Connection | undefined;
    try {
      connection = openFile(file, options);
      if (!options.readonly) connection.exec('PRAGMA journal_mode = WAL');
      for (const pragma of PRAGMAS) connection.exec(`PRAGMA ${pragma}`);
      return connection;
    } catch (error) {
      connection?.close();
      throw error;
    }
  });
}

/**
 * Runs `act` in one transaction that has the write lock from its start. Blocks while another process has the lock, for as long as
 * copying and migrating a large file may take.
 */
export function inPatientTransaction<Result>(connection: Connection, act: () => Result): Result {
  return untilFree(LOCK_GIVE_UP_MS, () => inTransaction(connection, act));
}

/**
 * Moves the write-ahead log into the file, and empties a short log or cuts a step off a long one. Otherwise old content stays in
 * the log until it is overwritten.
 * @param isKept leaves the file its length: the log is written again from its start
 * @returns whether the log is still long: call it again, after the writes that wait
 */
export function shortenLog(connection: Connection, isKept = false): boolean {
  const bytes = statSync(`${connection.location()}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes === 0) return false;
  // The passive checkpoint does most of the copying, and nobody has to wait for it.
  connection.exec('PRAGMA wal_checkpoint(PASSIVE)');
  const isLong = bytes > LOG_STEP_BYTES;
  connection.exec(`PRAGMA busy_timeout = ${LOG_TIMEOUT_MS}`);
  try {
    const isBusy = firstValue(connection, `PRAGMA wal_checkpoint(${isLong || isKept ? 'RESTART' : 'TRUNCATE'})`) !== 0;
    if (isBusy || isKept || !isLong) return false;
  } finally {
    connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
  cutLog(connection, bytes - LOG_STEP_BYTES);
  return true;
}

/** Cuts the log down. SQLite does so in the first commit after a restart of the log, so this makes a commit that changes nothing. */
function cutLog(connection: Connection, bytes: number): void {
  const version = firstValue(connection, 'PRAGMA user_version');
  connection.exec(`PRAGMA journal_size_limit = ${bytes}`);
  try {
    connection.exec(`PRAGMA user_version = ${version}`);
  } finally {
    connection.exec('PRAGMA journal_size_limit = -1');
  }
}

/**
 * Ends a read that has kept the log growing, and moves the log into the file while others write and don't wait. SQLite flushes
 * the file in the checkpoint that reaches the log's end, and the next commit of another process would be that checkpoint. So a
 * second read keeps the end out of reach until the file is flushed here.
 * @param connection is closed at the end
 * @param endRead closes the connection that reads
 */
export async function moveLog(connection: Connection, endRead: () => Promise<void>): Promise<void> {
  const file = connection.location() as string;
  const kept = openConnection(file, { readonly: true });
  kept.exec('BEGIN');
  firstValue(kept, 'SELECT count(*) FROM sqlite_master');
  await endRead();
  connection.exec('PRAGMA wal_checkpoint(PASSIVE)');
  const descriptor = openSync(file, 'r');
  fdatasyncSync(descriptor);
  kept.close();
  connection.exec('PRAGMA wal_checkpoint(PASSIVE)');
  connection.close();
  // Closing any descriptor of a file gives up all locks that this process has on it.
  closeSync(descriptor);
}

/** Runs `act` again while it fails because another process has the file locked. */
function untilFree<Result>(giveUpMs: number, act: () => Result): Result {
  const giveUpAt = Date.now() + giveUpMs;
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (!isBusy(error) || Date.now() > giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OPEN_RETRY_MS);
    }
  }
}

/** Turns an error about a damaged file into one in words for the operator; returns other errors unchanged. */
export function asDamaged(error: unknown, file?: string): unknown {
  return isDamage(error) ? new DatabaseDamagedError(file === undefined ? { cause: error } : { cause: error, file }) : error;
}

function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB';
}

export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED';
}

const SQLITE_MAGIC = 'SQLite format 3\0';

/** Whether the file begins as a SQLite database does. */
export function isSqliteFile(file: string): boolean {
  const head = Buffer.alloc(SQLITE_MAGIC.length);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, head);
  } finally {
    closeSync(descriptor);
  }
  return head.toString('latin1') === SQLITE_MAGIC;
}

/**
 * Writes a copy of the database as it is at one moment, while others read and write. The copy has no
 * pages of deleted rows. Blocks until it is done; until then the write-ahead log grows by what
 * others write.
 * @throws DatabaseDamagedError
 * @param target is replaced; a process that dies leaves an incomplete file behind
 */
export function copySqlite(file: string, target: string): void {
  rmSync(target, { force: true });
  // SQLite also takes an empty file, so that its mode keeps others from reading it from the first byte on.
  writeFileSync(target, '', { mode: 0o600, flag: 'wx' });
  const source = openConnection(file, { readonly: true });
  try {
    source.prepare('VACUUM INTO ?').run(target);
  } catch (error) {
    throw asDamaged(error, file);
  } finally {
    source.close();
  }
}
