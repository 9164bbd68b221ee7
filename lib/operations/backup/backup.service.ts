/**
 * Backups: made while the service runs, in a process of their own.
 *
 * Guarantees: a backup is a snapshot of the database, complete or not there, whatever is killed, and readable by its owner
 * alone. It needs its `MASTER_KEY`, and its `BACKUP_KEY` if there was one.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sqliteFile } from '../../db/engines/open-database';
import { DAY_MS } from '../../encoding/time.rules';
import { OperatorError } from '../../errors/operator-error';
import { type BackupFile, isOlderThan, placeOf } from './backup-place';
import type { BackupSource, OnProgress } from './backup-write';

const CHECK_PREFIX = 'sealpaste-check-';

export interface Backup {
  /** The path, or `s3://BUCKET/NAME`. */
  file: string;
  bytes: number;
}

export interface BackUpOptions {
  /** The public key under which it is encrypted, `age1…`. */
  recipient: string;
  onProgress?: OnProgress;
  signal?: AbortSignal;
  /** Called after all checks and before the copy, which has the rows that this writes. */
  onStart?: () => Promise<void>;
  /** Called when the backup is in its place. What this throws ends the check. */
  onMade?: (backup: Backup) => Promise<void>;
  /** Then restores it to a temporary database. Fingerprints of the configured master keys. */
  check?: { masterKeyIds: readonly string[] };
}

/** The message to the process that makes a backup; it has the password of the database. */
export interface BackupTask {
  source: BackupSource;
  file: BackupFile;
  recipient: string;
  /** Restores the backup to a database in this folder, and compares. */
  check?: { folder: string; masterKeyIds: readonly string[] };
}

/** Messages of that process. */
export type BackupNews = { progress: Parameters<OnProgress> } | 'made';

/**
 * Writes a backup. Other writers don't wait for it.
 * @param file must not exist; its folder is created, no bucket is
 * @throws FileExistsError; OperatorError when the database can't be read, the backup can't be written, or the check failed
 */
export async function backUp(source: BackupSource, file: BackupFile, options: BackUpOptions): Promise<Backup> {
  const { recipient, onProgress, signal, onStart, onMade, check } = options;
  const place = placeOf(file);
  const database = sqliteFile(source.url, source.rootDir);
  if (database !== null && !existsSync(database)) throw new OperatorError(`DATABASE_URL: ${database} does not exist`);
  await place.requireFree();
  await onStart?.();
  signal?.throwIfAborted();
  const folder = check && makeCheckFolder(database === null ? tmpdir() : dirname(database));
  const child = fork(join(source.rootDir, 'dist/backup.js'), [], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] });
  const kill = () => void child.kill('SIGKILL');
  signal?.addEventListener('abort', kill);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk));
  const backup: Backup = { file: place.label, bytes: 0 };
  let made: Promise<void> | undefined;
  child.on('message', (news: BackupNews) => {
    if (news !== 'made') return onProgress?.(...news.progress);
    made = place.bytes().then((bytes) => {
      backup.bytes = bytes;
      return onMade?.(backup);
    });
    made.catch(kill);
  });
  child.send({ source, file, recipient, ...(folder ? { check: { ...check, folder } } : {}) } satisfies BackupTask);
  try {
    const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null];
    await made;
    signal?.throwIfAborted();
    if (code !== 0) throw new OperatorError(said.trim() || `the backup ended with ${code ?? killedBy}`);
    return backup;
  } finally {
    signal?.removeEventListener('abort', kill);
    place.discardPartial();
    if (folder) rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a folder for the temporary database, and removes those that killed checks left. */
function makeCheckFolder(parent: string): string {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    if (name.startsWith(CHECK_PREFIX) && isOlderThan(path, DAY_MS)) rmSync(path, { recursive: true, force: true });
  }
  return mkdtempSync(join(parent, CHECK_PREFIX));
}
