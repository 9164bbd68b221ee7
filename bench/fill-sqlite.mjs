// @ts-check
/** Fills the SQLite database of a running server: copies of one paste, with ids and lookups of their own. */
import { DatabaseSync } from '@photostructure/sqlite';
import { createPaste } from './servers.mjs';
import { sourceText } from './text.mjs';

const CONTENT_BYTES = 1024;
/** Rows of one transaction, so that the log stays short. */
const BATCH = 10_000;
/** Ids before those of today, one after the other. */
const FIRST_MS = 1_700_000_000_000;

/**
 * @param {import('./servers.mjs').Server} server
 * @param {string} file its database
 * @param {number} rows
 */
export async function fillSqlite(server, file, rows) {
  await createPaste(server, { content: sourceText(CONTENT_BYTES) });
  const database = new DatabaseSync(file, { timeout: 10_000 });
  const [first] = database.prepare('SELECT id FROM pastes').all();
  const id = /** @type {{ id: string }} */ (first).id;
  const columns = database.prepare("SELECT name FROM pragma_table_info('pastes')").all();
  const names = columns.map(({ name }) => String(name));
  /** @type {Record<string, string>} */
  const own = { id: `printf('%012x', ${FIRST_MS} + n) || lower(hex(randomblob(6)))`, lookup: 'lower(hex(randomblob(11)))' };
  const copyPaste = database.prepare(
    `WITH RECURSIVE numbers (n) AS (SELECT ? UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
     INSERT INTO pastes (${names.join(', ')}) SELECT ${names.map((name) => own[name] ?? name).join(', ')}
     FROM numbers CROSS JOIN pastes WHERE id = ? RETURNING id`,
  );
  const copyPiece = database.prepare(
    `INSERT INTO paste_chunks (paste_id, seq, encoding, object, bytes)
     SELECT ?, seq, encoding, object, bytes FROM paste_chunks WHERE paste_id = ?`,
  );
  for (let made = 0; made < rows; made += BATCH) {
    database.exec('BEGIN IMMEDIATE');
    for (const copy of copyPaste.all(made + 1, Math.min(made + BATCH, rows), id))
      copyPiece.run(/** @type {{ id: string }} */ (copy).id, id);
    database.exec('COMMIT');
    database.exec('PRAGMA wal_checkpoint(RESTART)');
  }
  database.close();
}
