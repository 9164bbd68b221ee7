/**
 * Backups: made while the service runs, in a process of their own.
 *
 * Guarantees: a backup is a snapshot of the database, complete or not there, whatever is killed, and readable by its owner
 * alone. It needs its `MASTER_KEY`, and its `BACKUP_KEY` if there was one.
 */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { operatorEntry } from '../../audit/audit-recorder';
import { runStatement } from '../../db/engines/database-tasks';
import { sqliteFile } from '../../db/engines/open-database';
import { FileExistsError } from '../../db/place-file';
import { DAY_MS, HOUR_MS } from '../../encoding/time.rules';
import { OperatorError } from '../../errors/operator-error';
import { LAST_BACKUP } from '../metrics/vitals';
import { runAside } from './backup-aside';
import type { BackupSource, OnProgress } from './backup-write';

/** Names of scheduled backups. No other file is ever removed. */
const SCHEDULED = /^sealpaste-\d{8}T\d{6}Z\.backup$/;
const LEFTOVER = /^sealpaste-\d{8}T\d{6}Z\.backup\.partial$/;
/** Time without a write after which nobody writes to a file any more. */
const LEFTOVER_AFTER_MS = HOUR_MS;
const CHECK_PREFIX = 'sealpaste-check-';

/** `sealpaste-20261120T125742Z.backup` */
export const backupName = (now: Date): string => `sealpaste-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`;

export interface Backup {
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
  /** Called when the backup is in its place. */
  onMade?: (backup: Backup) => Promise<void>;
  /** Then restores it to a temporary database. Fingerprints of the configured master keys. */
  check?: { masterKeyIds: readonly string[] };
}

/**
 * Writes a backup. Other writers don't wait for it.
 * @param file must not exist; its folder is created
 * @throws FileExistsError; OperatorError when the database can't be read, the file can't be written, or the check failed
 */
export async function backUp(source: BackupSource, file: string, options: BackUpOptions): Promise<Backup> {
  const { recipient, onProgress, signal, onStart, onMade, check } = options;
  if (existsSync(file)) throw new FileExistsError(`${file} exists and is not overwritten`);
  const database = sqliteFile(source.url, source.rootDir);
  if (database !== null && !existsSync(database)) throw new OperatorError(`DATABASE_URL: ${database} does not exist`);
  makeFolder(dirname(file));
  await onStart?.();
  const checkFolder = check && makeCheckFolder(database === null ? tmpdir() : dirname(database));
  let backup: Backup | undefined;
  try {
    await runAside(
      { source, file, recipient, ...(checkFolder ? { check: { ...check, folder: checkFolder } } : {}) },
      {
        signal,
        onProgress,
        onMade: async () => {
          backup = { file, bytes: statSync(file).size };
          await onMade?.(backup);
          // A restored database has indexes, too.
          if (checkFolder) requireRoom(checkFolder, 2 * backup.bytes);
        },
      },
    );
  } finally {
    rmSync(`${file}.partial`, { force: true });
    if (checkFolder) rmSync(checkFolder, { recursive: true, force: true });
  }
  return backup as Backup;
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new OperatorError(`${folder} can't be made: ${(cause as Error).message}`, { cause });
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

function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < bytes)
    throw new OperatorError(
      `the backup was made but not checked: that takes ${Math.ceil(bytes / 1e6)} MB in ${dirname(folder)}, which has less`,
    );
}

const isOlderThan = (path: string, ms: number) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < Date.now() - ms;

/** Removes all scheduled backups of the folder but the newest ones. @returns the removed names */
export function pruneBackups(folder: string, keep: number): string[] {
  const old = namesIn(folder, SCHEDULED).reverse().slice(keep);
  for (const name of old) rmSync(join(folder, name), { force: true });
  return old;
}

/** Removes files that killed backups left, before they fill the disk. */
export function removeLeftovers(folder: string): void {
  for (const name of namesIn(folder, LEFTOVER))
    if (isOlderThan(join(folder, name), LEFTOVER_AFTER_MS)) rmSync(join(folder, name), { force: true });
}

function namesIn(folder: string, names: RegExp): string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => names.test(name))
        .sort()
    : [];
}

const NOTE = `INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at`;

/** Notes a backup that was made by hand. @throws when the database is read-only; the backup is valid all the same */
export function noteBackupByHand(source: BackupSource, bytes: number): Promise<void> {
  return runStatement(source, { sql: NOTE, params: [LAST_BACKUP, String(bytes), Date.now()] });
}

/**
 * Writes to the audit that a copy of all data begins.
 * @throws when the database is read-only, or has no table for the audit
 */
export function recordBackup(source: BackupSource, file: string): Promise<void> {
  return runStatement(source, operatorEntry('backup.started', basename(file)));
}
