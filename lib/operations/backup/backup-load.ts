/**
 * Restores a backup to an empty database of either engine, whose schema may have columns that the backup lacks.
 *
 * Guarantees: nothing is written before the whole backup was checked. The restore may be killed at any point and run again
 * with the same backup: its position is written in the transaction of the rows. At the end every row is read back and
 * compared. Until then no process serves the database (`refuseUnfinishedLoad`), so that nobody uses half of the data.
 * Not protected: deleted pastes and revoked keys come back; the result tells how many keys work. Burn pastes are left out
 * unless asked for, because they may have been read. Sessions are left out.
 */
import { existsSync } from 'node:fs';
import { operatorEntry } from '../../audit/audit-recorder';
import type { Database, SqlValue, Statement } from '../../db/database';
import { isEmptyDatabase, openDatabase, sqliteFile } from '../../db/engines/open-database';
import { openSnapshot } from '../../db/engines/snapshot';
import { FileExistsError } from '../../db/place-file';
import { MOVED_TABLES, type Table } from '../../db/tables';
import { checkBackup, createTableSums, encodeRow, readBackup } from './backup-file';
import { type BackupFile, nameOf } from './backup-place';
import type { OnProgress } from './backup-write';
import { BackupError, hasMarker, MARKER } from './unfinished-load';

/** Rows and bytes of one transaction: bounded in memory, and enough that the network costs little. */
const BATCH_ROWS = 100;
const BATCH_BYTES = 4 * 1024 * 1024;

const KEY_TABLE = 'master_keys';

export interface LoadOptions {
  url: string;
  rootDir: string;
  /** Keys of which one decrypts the backup, `AGE-SECRET-KEY-1…`. */
  identities: readonly string[];
  /** Fingerprints of the configured master keys. */
  masterKeyIds: readonly string[];
  /** Restores burn pastes and pastes with a number of reads, too, although they may have been read since. */
  keepBurnPastes: boolean;
  onProgress?: OnProgress;
}

export interface LoadResult {
  rows: number;
  /** Number of burn pastes that were left out. */
  burnPastes: number;
  /** Number of keys that work, among them keys that were revoked after the backup was written. */
  activeKeys: number;
}

/** @throws BackupError when the backup, a key or the target doesn't fit; the database is then as before */
export async function loadBackup(file: BackupFile, options: LoadOptions): Promise<LoadResult> {
  const backup = await checkBackup(file, options);
  refuseStrayLog(options);
  // An empty database gets its schema here; one that is in use is never migrated.
  const db = await openDatabase({ ...options, migrates: await isEmptyDatabase(options) });
  try {
    await insertRows(db, file, options);
    await compare(options, backup);
    const burnPastes = await finish(db, options.keepBurnPastes, operatorEntry('restore.finished', nameOf(file)));
    const [keys] = await db.read(
      `SELECT count(*) AS count FROM api_keys WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${db.dialect.now})`,
    );
    return { rows: backup.header.rows, burnPastes, activeKeys: Number(keys?.count) };
  } finally {
    await db.close();
  }
}

/** SQLite would delete a write-ahead log whose file is missing. */
function refuseStrayLog({ url, rootDir }: LoadOptions): void {
  const target = sqliteFile(url, rootDir);
  if (target !== null && !existsSync(target) && existsSync(`${target}-wal`))
    throw new FileExistsError(`${target}-wal exists and is not overwritten: move it away first`);
}

async function insertRows(db: Database, file: BackupFile, { identities, rootDir, onProgress }: LoadOptions): Promise<void> {
  const { header, rows } = await readBackup(file, identities, rootDir);
  const done = await begin(db, header.id);
  let position = 0;
  let batch: SqlValue[][] = [];
  let bytes = 0;
  let current: Table | undefined;

  async function flush(): Promise<void> {
    if (!current || batch.length === 0) return;
    const statements = [insert(current, batch), { sql: `UPDATE ${MARKER} SET row_count = ?`, params: [position] }];
    [batch, bytes] = [[], 0];
    await db.write(statements);
    onProgress?.(position, header.rows);
  }

  for await (const { table, values } of rows) {
    if (table !== current || batch.length === BATCH_ROWS || bytes > BATCH_BYTES) await flush();
    current = table;
    position += 1;
    if (position <= done) continue;
    batch.push(values);
    for (const value of values) if (value instanceof Uint8Array || typeof value === 'string') bytes += value.length;
  }
  await flush();
}

/** @returns how many of the backup's rows are there already */
async function begin(db: Database, backupId: string): Promise<number> {
  if (await hasMarker(db)) {
    const [row] = await db.read(`SELECT backup, row_count FROM ${MARKER}`);
    if (row?.backup !== backupId) throw new BackupError('another backup was restored to this database in part');
    return Number(row.row_count);
  }
  for (const { name } of MOVED_TABLES) {
    // A process that was started on the empty database has stored the fingerprint of its key.
    if (name === KEY_TABLE) continue;
    if ((await db.read(`SELECT 1 AS found FROM ${name} LIMIT 1`)).length > 0)
      throw new BackupError(`the database is not empty (${name}): a backup is only restored to an empty one`);
  }
  await db.write([
    { sql: `DELETE FROM ${KEY_TABLE}`, params: [] },
    { sql: `CREATE TABLE ${MARKER} (backup TEXT NOT NULL, row_count BIGINT NOT NULL)`, params: [] },
    { sql: `INSERT INTO ${MARKER} VALUES (?, 0)`, params: [backupId] },
  ]);
  return 0;
}

function insert(table: Table, rows: readonly SqlValue[][]): Statement {
  const columns = Object.keys(table.columns);
  const places = `(${columns.map(() => '?').join(', ')})`;
  return { sql: `INSERT INTO ${table.name} (${columns.join(', ')}) VALUES ${rows.map(() => places).join(', ')}`, params: rows.flat() };
}

async function compare(target: LoadOptions, { tables, sums }: Awaited<ReturnType<typeof checkBackup>>): Promise<void> {
  const snapshot = await openSnapshot(target);
  const loaded = createTableSums();
  try {
    for (const [index, table] of tables.entries()) {
      for await (const row of snapshot.rows(table)) loaded.add(table, encodeRow(table, row, index));
      if (loaded.of(table.name) !== sums.of(table.name))
        throw new BackupError(`table ${table.name} is not what the backup holds: drop the database, and restore it again to an empty one`);
    }
  } finally {
    await snapshot.close();
  }
}

/** Makes the database usable, in one transaction. */
async function finish(db: Database, keepBurnPastes: boolean, entry: Statement): Promise<number> {
  const counters = MOVED_TABLES.flatMap(({ name, counter }) => (counter && db.engine === 'postgresql' ? [setCounter(name, counter)] : []));
  const burned = keepBurnPastes
    ? []
    : [{ sql: 'DELETE FROM pastes WHERE burn_after_read OR max_reads IS NOT NULL RETURNING id', params: [] }];
  // A piece has at least its tag: an empty one was in an object store, and its paste was deleted while the backup was made.
  const gone = { sql: 'DELETE FROM pastes WHERE id IN (SELECT paste_id FROM paste_chunks WHERE length(bytes) = 0)', params: [] };
  const results = await db.write([...burned, gone, ...counters, entry, { sql: `DROP TABLE ${MARKER}`, params: [] }]);
  return keepBurnPastes ? 0 : (results[0]?.length ?? 0);
}

/** Only PostgreSQL's counters need this; SQLite's follow the rows. */
function setCounter(table: string, column: string): Statement {
  return {
    sql: `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), (SELECT COALESCE(max(${column}), 0) + 1 FROM ${table}), false) AS next`,
    params: [],
  };
}
