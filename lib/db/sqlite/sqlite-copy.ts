import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { OperatorError } from '../../errors/operator-error';
import { asDamaged, openConnection } from './sqlite-connection';

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

/**
 * Runs `copySqlite` in a process of its own, so that nobody waits. Unlike a thread, a process can be killed midway.
 * @throws OperatorError with the process's message
 * @param script path of the bundled sqlite-copy-process.ts
 */
export async function copySqliteAside(script: string, file: string, target: string, signal?: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [script, file, target], { stdio: ['ignore', 'ignore', 'pipe'], signal, killSignal: 'SIGKILL' });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new OperatorError(`the database was not copied: ${said.trim() || `ended with ${code}`}`);
}
