import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { constants, createBrotliCompress } from 'node:zlib';
import { openSnapshot, type Snapshot } from '../../db/engines/snapshot';
import { latestMigration } from '../../db/migrations';
import { FileExistsError, placeFile } from '../../db/place-file';
import { MOVED_TABLES, TABLES } from '../../db/tables';
import { encrypt } from './backup-encryption';
import { BACKUP_FORMAT, BackupError, type BackupHeader, createTableSum, type TableBegin, type TableEnd, toLine } from './backup-format';

/** Most of the bytes are random: better compression takes four times as long and saves one part in a thousand. */
const COMPRESSION = { chunkSize: 256 * 1024, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
/** Characters handed on at once. */
const BATCH_CHARACTERS = 256 * 1024;
/** Bytes after which the file is flushed: a disk that must write gigabytes at once makes the service's commits wait. */
const FLUSH_BYTES = 1024 * 1024;

export type OnProgress = (doneRows: number, allRows: number) => void;

export interface BackupSource {
  /** DATABASE_URL */
  url: string;
  rootDir: string;
}

/**
 * Writes a snapshot of the database to a file, while others go on writing to the database. The file is called `*.partial`
 * until it is complete.
 * @param recipients public keys, `age1…`; each one's secret key decrypts the backup
 * @returns number of rows
 * @throws FileExistsError; BackupError when the database has another schema than this version
 */
export async function writeBackup(
  source: BackupSource,
  file: string,
  recipients: readonly string[],
  onProgress: OnProgress = () => undefined,
): Promise<number> {
  if (existsSync(file)) throw new FileExistsError(`${file} exists and is not overwritten`);
  const partial = `${file}.partial`;
  rmSync(partial, { force: true });
  const snapshot = await openSnapshot(source);
  try {
    const header = await createHeader(snapshot, source.rootDir);
    // The last step throws the errors of all.
    const compressed = pipeline(batchesOf(snapshot, header, onProgress), createBrotliCompress(COMPRESSION), () => undefined);
    await writeFlushed(partial, encrypt(compressed as AsyncIterable<Buffer>, recipients));
    placeFile(partial, file);
    return header.rows;
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    await snapshot.close();
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
  const id = randomBytes(16).toString('hex');
  return { format: BACKUP_FORMAT, id, schema, createdAt: new Date().toISOString(), masterKeyIds, rows };
}

/** The lines of the backup, many at once. */
async function* batchesOf(snapshot: Snapshot, header: BackupHeader, onProgress: OnProgress): AsyncGenerator<string> {
  let batch = toText(header);
  let doneRows = 0;
  for (const table of MOVED_TABLES) {
    batch += toText({ table: table.name, columns: Object.keys(table.columns) });
    const sum = createTableSum();
    for await (const row of snapshot.rows(table)) {
      const line = toLine(table, row);
      sum.add(line);
      batch += `${line}\n`;
      doneRows += 1;
      onProgress(doneRows, header.rows);
      if (batch.length < BATCH_CHARACTERS) continue;
      yield batch;
      batch = '';
    }
    batch += toText({ end: table.name, ...sum.sum() });
  }
  yield batch;
}

const toText = (value: BackupHeader | TableBegin | TableEnd) => `${JSON.stringify(value)}\n`;

async function writeFlushed(file: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    let unflushed = 0;
    for await (const piece of pieces) {
      await handle.writeFile(piece);
      unflushed += piece.length;
      if (unflushed < FLUSH_BYTES) continue;
      await handle.datasync();
      unflushed = 0;
    }
  } finally {
    await handle.close();
  }
}
