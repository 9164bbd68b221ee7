/**
 * Backups: made while the service runs, checked before they are put back.
 *
 * Guarantees: a backup is a snapshot of the database, complete or not there (`*.partial`), and readable by its owner alone;
 * on SQLite it is a database file, on PostgreSQL an archive. A restore checks the backup first and never overwrites.
 * Not protected: a restore brings back pastes that were deleted and keys that were revoked after the backup; it tells how
 * many keys work. Burn pastes are left out unless asked for, because they may have been read. Sessions are left out. A backup
 * is useless without its MASTER_KEY.
 */

import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { operatorEntry } from '../../audit/audit-recorder';
import { sqliteFile } from '../../db/open/open-database';
import { runStatement } from '../../db/open/run-statement';
import { FileExistsError, placeFile } from '../../db/place-file';
import { checkSqliteFile, prepareRestored } from '../../db/sqlite/sqlite-check';
import { isSqliteFile } from '../../db/sqlite/sqlite-connection';
import { copySqliteAside } from '../../db/sqlite/sqlite-copy';
import { DAY_MS } from '../../encoding/time.rules';
import { OperatorError } from '../../errors/operator-error';
import { LAST_BACKUP } from '../metrics/vitals';
import { type LoadOptions, type LoadResult, loadArchive } from './archive-load';
import { type CopyOptions, writeArchive } from './archive-write';

/** Names of scheduled backups. No other file is ever removed. */
const SCHEDULED = /^sealpaste-\d{8}T\d{6}Z\.(?:db|archive)$/;
const LEFTOVER = /^sealpaste-\d{8}T\d{6}Z\.(?:db|archive)\.partial$/;
/** Longer than a backup takes. */
const LEFTOVER_AFTER_MS = DAY_MS;

export interface BackupSource {
  /** DATABASE_URL */
  url: string;
  rootDir: string;
}

/** `sealpaste-20261120T125742Z.db` for SQLite, or `.archive` for PostgreSQL. */
export function backupName({ url }: Pick<BackupSource, 'url'>, now: Date): string {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  return `sealpaste-${time}.${url.startsWith('file:') ? 'db' : 'archive'}`;
}

/**
 * Writes a backup. Other writers don't wait for it.
 * @param file must not exist; its folder is created
 * @throws FileExistsError; OperatorError when the written file can't be read back
 */
export async function backUp(source: BackupSource, file: string, options: CopyOptions = {}): Promise<{ file: string; bytes: number }> {
  if (existsSync(file)) throw new FileExistsError(`${file} exists and is not overwritten`);
  const database = sqliteFile(source.url, source.rootDir);
  if (database !== null && !existsSync(database)) throw new OperatorError(`DATABASE_URL: ${database} does not exist`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (database === null) await writeArchive(source, file, options);
  else {
    const partial = `${file}.partial`;
    await options.onStart?.();
    try {
      await copySqliteAside(join(source.rootDir, 'dist/sqlite-copy.js'), database, partial, options.signal);
      placeFile(partial, file);
    } finally {
      rmSync(partial, { force: true });
    }
  }
  return { file, bytes: statSync(file).size };
}

/** Removes all scheduled backups of the folder but the newest ones, and files of killed ones. @returns the removed names */
export function pruneBackups(folder: string, keep: number): string[] {
  const names = readdirSync(folder).sort().reverse();
  const old = names.filter((name) => SCHEDULED.test(name)).slice(keep);
  const before = Date.now() - LEFTOVER_AFTER_MS;
  const left = names.filter((name) => LEFTOVER.test(name) && statSync(join(folder, name)).mtimeMs < before);
  for (const name of [...old, ...left]) rmSync(join(folder, name), { force: true });
  return old;
}

/**
 * Restores a backup to `url`: a SQLite file that doesn't exist or, for an archive, an empty database of either engine.
 * @throws OperatorError that names the problem; nothing was changed then
 */
export async function restore(file: string, options: LoadOptions): Promise<Omit<LoadResult, 'rows'>> {
  if (!existsSync(file)) throw new OperatorError(`${file} does not exist`);
  if (!isSqliteFile(file)) {
    const { burnPastes, activeKeys } = await loadArchive(file, options, 'restore.finished');
    return { burnPastes, activeKeys };
  }

  const target = sqliteFile(options.url, options.rootDir);
  if (target === null)
    throw new OperatorError('the backup is a SQLite file, and DATABASE_URL is not: restore it to a file, then export and import that');
  if (existsSync(`${file}-wal`)) throw new OperatorError(`beside ${file} is a write-ahead log: it is a database in use, not a backup`);
  refuseExisting(target);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const partial = `${target}.restoring`;
  const removePartial = () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${partial}${suffix}`, { force: true });
  };
  removePartial();
  try {
    copyFileSync(resolve(file), partial);
    // The copy is checked, because it is what the service will use.
    const masterKeyIds = checkSqliteFile(partial, options.rootDir);
    const unknown = masterKeyIds.filter((id) => !options.keyring.has(id));
    if (unknown.length > 0)
      throw new OperatorError(`MASTER_KEY: the backup is under the key with fingerprint ${unknown.join(', ')}, which is not configured`);
    const restored = prepareRestored(partial, options.keepBurnPastes, operatorEntry('restore.finished', basename(file)));
    refuseExisting(target);
    placeFile(partial, target);
    return restored;
  } finally {
    removePartial();
  }
}

/** Refuses a write-ahead log without its file, which SQLite would apply to the restored file. */
function refuseExisting(target: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(`${target}${suffix}`)) throw new FileExistsError(`${target}${suffix} exists and is not overwritten: move it away first`);
  }
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
export function recordCopy(source: BackupSource, action: 'backup.started' | 'export.started', file: string): Promise<void> {
  return runStatement(source, operatorEntry(action, basename(file)));
}
