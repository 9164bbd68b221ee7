/**
 * Makes a backup in a process of its own, which gives way to the service, and checks it: restores it to a temporary
 * database and compares every row. Which backup to make comes in a message.
 *
 * The check decrypts with a key of its own, which only this process ever has: `BACKUP_KEY` may be a public key. When the
 * process that wants the backup is gone, this one removes what is not complete and ends.
 */
import { rmSync, statfsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { OperatorError } from '../../errors/operator-error';
import type { BackupNews, BackupTask } from './backup.service';
import { loadBackup } from './backup-load';
import { placeOf } from './backup-place';
import { writeBackup } from './backup-write';

/** A quarter of a core when the service wants all: lower, a backup on a busy machine would never end. */
const LOW_PRIORITY = 5;
const PROGRESS_MS = 100;
/** Size of a restored database, which has indexes, too, in backups. */
const ROOM_FOR_CHECK = 2;
/** System calls on the file. Their errors say what is wrong, such as ENOSPC or EACCES. */
const OF_FILES = /^(?:open|write|fdatasync|fsync|link|rename|rm|unlink)$/;

setPriority(LOW_PRIORITY);
// Signals to all processes of a terminal or a unit: whoever started this one stops it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

process.once('message', (task: BackupTask) => {
  process.once('disconnect', () => {
    placeOf(task.file).discardPartial();
    if (task.check) rmSync(task.check.folder, { recursive: true, force: true });
    process.exit(1);
  });
  run(task)
    .catch((error: Error) => {
      process.stderr.write(`${describe(error, task)}\n`);
      process.exitCode = 1;
    })
    .finally(() => {
      process.removeAllListeners('disconnect');
      process.disconnect();
    });
});

function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < bytes)
    throw new OperatorError(
      `the backup was made but not checked: that takes ${Math.ceil(bytes / 1e6)} MB in ${dirname(folder)}, which has less`,
    );
}

async function run({ source, file, recipient, check }: BackupTask): Promise<void> {
  const identity = await generateX25519Identity();
  const recipients = check ? [recipient, await identityToRecipient(identity)] : [recipient];
  let toldAt = 0;
  await writeBackup(source, file, recipients, (done, all) => {
    if (done < all && performance.now() - toldAt < PROGRESS_MS) return;
    toldAt = performance.now();
    tell({ progress: [done, all] });
  });
  tell('made');
  if (!check) return;
  requireRoom(check.folder, ROOM_FOR_CHECK * (await placeOf(file).bytes()));
  const url = `file:${join(check.folder, 'check.db')}`;
  try {
    await loadBackup(file, {
      url,
      rootDir: source.rootDir,
      identities: [identity],
      masterKeyIds: check.masterKeyIds,
      keepBurnPastes: true,
    });
  } catch (error) {
    throw new OperatorError(`the check of ${placeOf(file).label} failed: ${(error as Error).message}`);
  }
}

/** An error of the channel means that its other end is gone, which `disconnect` handles. */
const tell = (news: BackupNews) => void process.send?.(news, undefined, undefined, () => undefined);

function describe(error: Error, { file }: BackupTask): string {
  if (error instanceof OperatorError) return error.message;
  const { syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined && OF_FILES.test(syscall)
    ? `${placeOf(file).label} can't be written: ${error.message}`
    : (error.stack ?? error.message);
}
