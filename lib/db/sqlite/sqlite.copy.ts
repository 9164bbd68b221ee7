import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { OperatorError } from '../../errors/operator.error';
import { asDamaged, openConnection } from './sqlite.connection';

/**
 * Writes a copy of the database as it is at one moment, while others read and write. Compact: pages
 * of deleted rows are not in it. Blocks until it is done; until then the write-ahead log grows by what
 * is written meanwhile.
 * @throws DatabaseDamagedError
 * @param target is replaced; half a file is left behind when the process dies
 */
export function copySqlite(file: string, target: string): void {
  rmSync(target, { force: true });
  // Empty, which SQLite takes as well as missing: from its first byte nobody else may read it.
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
 * `copySqlite` in a process of its own: it keeps nobody waiting, and unlike a thread it can be ended in the middle.
 * @throws OperatorError in the words of that process
 * @param script path of the bundled sqlite.copy-process.ts
 */
export async function copySqliteAside(script: string, file: string, target: string, signal?: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [script, file, target], { stdio: ['ignore', 'ignore', 'pipe'], signal, killSignal: 'SIGKILL' });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new OperatorError(`the database was not copied: ${said.trim() || `ended with ${code}`}`);
}
