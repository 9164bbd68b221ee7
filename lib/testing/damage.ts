/** Damages a SQLite file as a failing disk would. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { firstValue, openFile, prepare } from '../db/engines/sqlite-driver';

/** Overwrites one page in the middle of a table, which must have three or more. Nobody may have the file open. */
export function damagePage(file: string, table: string): void {
  const connection = openFile(file);
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const select = prepare(connection, "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno");
  const pages = select([table]).map(({ pageno }) => Number(pageno));
  const size = Number(firstValue(connection, 'PRAGMA page_size'));
  connection.close();
  const page = pages[pages.length >> 1];
  if (page === undefined || pages.length < 3) throw new Error(`${table} has too few pages to damage one in its middle`);
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size);
  closeSync(descriptor);
}
