import { rmSync, writeFileSync } from 'node:fs';
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
