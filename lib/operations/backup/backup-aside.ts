/** Starts the process that makes and checks a backup (`backup-process.ts`), so that nobody waits for it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { OperatorError } from '../../errors/operator-error';
import type { BackupSource, OnProgress } from './backup-write';

export interface BackupTask {
  source: BackupSource;
  file: string;
  /** The public key under which it is encrypted, `age1…`. */
  recipient: string;
  /** Restores the backup to a database in this folder, and compares. */
  check?: { folder: string; masterKeyIds: readonly string[] };
}

export type BackupNews = { progress: Parameters<OnProgress> } | 'made';

interface Listener {
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
  /** Called when the backup is in its place. What this throws ends the process before the check. */
  onMade: () => Promise<void>;
}

/**
 * Resolves when the process has ended well. It gets its task, with the password of the database, in a message.
 * @throws OperatorError with the process's message
 */
export async function runAside(task: BackupTask, { signal, onProgress, onMade }: Listener): Promise<void> {
  signal?.throwIfAborted();
  const child = fork(join(task.source.rootDir, 'dist/backup.js'), [], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] });
  const kill = () => void child.kill('SIGKILL');
  signal?.addEventListener('abort', kill);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk));
  let made: Promise<void> | undefined;
  child.on('message', (news: BackupNews) => {
    if (news !== 'made') onProgress?.(...news.progress);
    else {
      made = onMade().then(() => void child.send('go on'));
      made.catch(kill);
    }
  });
  child.send(task);
  try {
    const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null];
    await made;
    signal?.throwIfAborted();
    if (code !== 0) throw new OperatorError(said.trim() || `the backup ended with ${code ?? killedBy}`);
  } finally {
    signal?.removeEventListener('abort', kill);
  }
}
