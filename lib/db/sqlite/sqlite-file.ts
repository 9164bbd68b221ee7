import { closeSync, openSync, readSync } from 'node:fs';

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
