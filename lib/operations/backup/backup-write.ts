import { randomBytes } from 'node:crypto';
import { encode } from '@msgpack/msgpack';
import type { Row } from '../../db/database';
import { openDatabase, sqliteFile } from '../../db/engines/open-database';
import { openSnapshot, type Snapshot } from '../../db/engines/snapshot';
import { moveLog, openConnection } from '../../db/engines/sqlite-connection';
import type { Connection } from '../../db/engines/sqlite-driver';
import { latestMigration } from '../../db/migrations';
import { MOVED_TABLES, TABLES } from '../../db/tables';
import { isNotFoundError } from '../../http/errors';
import { createPasteObjects } from '../../pastes/storage/paste-objects';
import { createObjectStore } from '../../store/object-store';
import { StoreUnavailableError } from '../../store/store.errors';
import type { StoreSettings } from '../../store/store-calls';
import { SealBrokenError } from '../../vault/vault';
import { BACKUP_FORMAT, type BackupHeader, encodeRow, encrypt } from './backup-file';
import { type BackupFile, placeOf } from './backup-place';
import { BackupError } from './unfinished-load';

/** Bytes handed on at once. */
const BATCH_BYTES = 256 * 1024;

export type OnProgress = (doneRows: number, allRows: number) => void;

export interface BackupSource {
  /** DATABASE_URL */
  url: string;
  rootDir: string;
  /** Where large contents are; null or absent: in the database. */
  store?: StoreSettings | null;
}

/**
 * Writes a snapshot of the database, while others go on writing to the database. Contents that are in an object store become
 * part of the backup.
 * @param recipients public keys, `age1…`; each one's secret key decrypts the backup
 * @returns number of rows
 * @throws FileExistsError; BackupError when the database has another schema than this version
 */
export async function writeBackup(
  source: BackupSource,
  file: BackupFile,
  recipients: readonly string[],
  onProgress: OnProgress = () => undefined,
): Promise<number> {
  const place = placeOf(file);
  await place.requireFree();
  const snapshot = await openSnapshot(source);
  const contents = openContents(source);
  try {
    const header = await createHeader(snapshot, source.rootDir);
    await place.write(await encrypt(batchesOf(snapshot, header, contents.fill, onProgress), recipients));
    return header.rows;
  } finally {
    await contents.close();
    await closeSnapshot(snapshot, source);
  }
}

/** Fetches contents from the store, for rows of the snapshot. */
function openContents({ store, ...source }: BackupSource) {
  const objectStore = store ? createObjectStore(store) : null;
  let database: ReturnType<typeof openDatabase> | undefined;
  return {
    /** @returns the row with its bytes: none when its paste was deleted since the snapshot, so that a restore leaves the paste out */
    async fill(row: Row): Promise<Row> {
      const live = await (database ??= openDatabase(source));
      const objects = createPasteObjects(live, objectStore);
      try {
        return { ...row, object: null, bytes: await objects.fetch(String(row.paste_id), Number(row.seq), String(row.object)) };
      } catch (error) {
        if (isNotFoundError(error)) return { ...row, object: null };
        if (error instanceof StoreUnavailableError) throw new BackupError(`CONTENT_STORE: ${(error.cause as Error).message}`);
        if (error instanceof SealBrokenError) throw new BackupError(`CONTENT_STORE: ${error.message}: "contents check" names its paste`);
        throw error;
      }
    },
    close: async () => (await database)?.close(),
  };
}

/**
 * SQLite's log has grown while the snapshot was open. This process moves it into the database as soon as it may: otherwise the
 * service's next commit would, and its clients would wait for that.
 */
async function closeSnapshot(snapshot: Snapshot, { url, rootDir }: BackupSource): Promise<void> {
  const file = sqliteFile(url, rootDir);
  const writer = file === null ? null : openWritable(file);
  if (writer) await moveLog(writer, () => snapshot.close());
  else await snapshot.close();
}

/** Null where the file may only be read, whose log doesn't grow. */
function openWritable(file: string): Connection | null {
  try {
    return openConnection(file, { readonly: false });
  } catch {
    return null;
  }
}

async function createHeader(snapshot: Snapshot, rootDir: string): Promise<BackupHeader> {
  const [schema, known] = [await snapshot.schema(), latestMigration(rootDir)];
  if (schema !== known)
    throw new BackupError(
      `DATABASE_URL: the database has the schema ${schema}, this version ${known}: make the backup with the version that uses it`,
    );
  let rows = 0;
  for (const table of MOVED_TABLES) rows += await snapshot.count(table);
  const masterKeyIds: string[] = [];
  const keyTable = TABLES.find(({ name }) => name === 'master_keys');
  if (keyTable) for await (const row of snapshot.rows(keyTable)) masterKeyIds.push(String(row.id));
  const tables = MOVED_TABLES.map(({ name, columns }) => ({ name, columns: Object.keys(columns) }));
  const id = randomBytes(16).toString('hex');
  return { format: BACKUP_FORMAT, id, schema, createdAt: new Date().toISOString(), masterKeyIds, rows, tables };
}

/** The header and the rows, many at once. */
async function* batchesOf(
  snapshot: Snapshot,
  header: BackupHeader,
  fill: (row: Row) => Promise<Row>,
  onProgress: OnProgress,
): AsyncGenerator<Uint8Array> {
  let batch: Uint8Array[] = [encode(header)];
  let bytes = 0;
  let doneRows = 0;
  for (const [index, table] of MOVED_TABLES.entries())
    for await (const row of snapshot.rows(table)) {
      const encoded = encodeRow(table, row.object ? await fill(row) : row, index);
      batch.push(encoded);
      bytes += encoded.length;
      doneRows += 1;
      onProgress(doneRows, header.rows);
      if (bytes < BATCH_BYTES) continue;
      yield Buffer.concat(batch);
      [batch, bytes] = [[], 0];
    }
  yield Buffer.concat(batch);
}
