import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { latestMigration } from '../../db/migrations';
import { openSnapshot } from '../../db/open/snapshot';
import { FileExistsError, placeFile } from '../../db/place-file';
import { MOVED_TABLES, TABLES } from '../../db/tables';
import {
  ARCHIVE_FORMAT,
  type ArchiveEnd,
  type ArchiveHeader,
  createTableSum,
  type TableBegin,
  type TableEnd,
  toLine,
} from './archive-format';

export type OnProgress = (doneRows: number, allRows: number) => void;

export interface CopyOptions {
  onProgress?: OnProgress;
  signal?: AbortSignal;
  /** Called after all checks and before the copy, which has the rows that this writes. */
  onStart?: () => Promise<void>;
}

/**
 * Writes a snapshot of the database to a file, while others go on writing to the database. The file is called `*.partial`
 * until it is complete.
 * @returns number of rows
 * @throws FileExistsError
 */
export async function writeArchive(
  source: { url: string; rootDir: string },
  file: string,
  { onProgress, signal, onStart }: CopyOptions = {},
): Promise<number> {
  if (existsSync(file)) throw new FileExistsError(`${file} exists and is not overwritten`);
  await onStart?.();
  const partial = `${file}.partial`;
  rmSync(partial, { force: true });
  const snapshot = await openSnapshot(source);
  const output = createWriteStream(partial, { mode: 0o600, flags: 'wx', highWaterMark: 1024 * 1024 });
  const ended = finished(output);
  ended.catch(() => undefined);
  const hash = createHash('sha256');
  async function writeLine(line: string): Promise<void> {
    const bytes = Buffer.from(`${line}\n`);
    hash.update(bytes);
    if (!output.write(bytes)) await Promise.race([once(output, 'drain'), ended]);
  }
  const writeJson = (value: ArchiveHeader | TableBegin | TableEnd | ArchiveEnd) => writeLine(JSON.stringify(value));

  try {
    let allRows = 0;
    for (const table of MOVED_TABLES) allRows += await snapshot.count(table);
    const masterKeyIds: string[] = [];
    const keyTable = TABLES.find(({ name }) => name === 'master_keys');
    if (keyTable) for await (const row of snapshot.rows(keyTable)) masterKeyIds.push(String(row.id));
    const schema = latestMigration(source.rootDir);
    await writeJson({ format: ARCHIVE_FORMAT, schema, createdAt: new Date().toISOString(), masterKeyIds, rows: allRows });
    let doneRows = 0;
    for (const table of MOVED_TABLES) {
      signal?.throwIfAborted();
      await writeJson({ table: table.name, columns: Object.keys(table.columns) });
      const sum = createTableSum();
      for await (const row of snapshot.rows(table)) {
        const line = toLine(table, row);
        sum.add(line);
        await writeLine(line);
        doneRows += 1;
        onProgress?.(doneRows, allRows);
        signal?.throwIfAborted();
      }
      await writeJson({ end: table.name, ...sum.sum() });
    }
    await writeJson({ sha256: hash.copy().digest('hex') });
    output.end();
    await ended;
    placeFile(partial, file);
    return doneRows;
  } catch (error) {
    output.destroy();
    rmSync(partial, { force: true });
    throw error;
  } finally {
    await snapshot.close();
  }
}
