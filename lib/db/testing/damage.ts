/** What a disk does to a SQLite file. */
import { closeSync, openSync, writeSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

/** Overwrites one page in the middle of a table, of which it has several. Nobody has the file open. */
export function damagePage(file: string, table: string): void {
  const connection = new Sqlite(file);
  connection.pragma('wal_checkpoint(TRUNCATE)');
  const pages = connection
    .prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno")
    .pluck()
    .all(table) as number[];
  const size = connection.pragma('page_size', { simple: true }) as number;
  connection.close();
  const page = pages[pages.length >> 1];
  if (page === undefined || pages.length < 3) throw new Error(`${table} has too few pages to damage one in its middle`);
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size);
  closeSync(descriptor);
}
