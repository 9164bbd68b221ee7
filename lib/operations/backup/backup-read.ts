import { createReadStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';
import { MOVED_TABLES, type Table } from '../../db/tables';
import { decrypt } from './backup-encryption';
import {
  BACKUP_FORMAT,
  BackupError,
  type BackupHeader,
  createTableSum,
  damaged,
  isSame,
  type TableBegin,
  type TableEnd,
  type TableSum,
} from './backup-format';

/** Bytes read or decompressed at once. */
const PIECE_BYTES = 256 * 1024;

export interface CheckedBackup {
  header: BackupHeader;
  sums: ReadonlyMap<string, TableSum>;
}

/** The lines of a backup, without line ends. readline would also split at U+2028 within a text. @throws BackupError */
async function* linesOf(file: string, identities: readonly string[]): AsyncGenerator<string> {
  const stored = createReadStream(file, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>;
  // The loop throws the errors of the whole pipeline.
  const lines = pipeline(decrypt(stored, identities), createBrotliDecompress({ chunkSize: PIECE_BYTES }), () => undefined);
  let rest: Buffer[] = [];
  for await (const piece of lines as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      yield Buffer.concat([...rest, piece.subarray(from, end)]).toString('utf8');
      rest = [];
      from = end + 1;
    }
    rest.push(piece.subarray(from));
  }
  if (rest.some(({ length }) => length > 0)) throw damaged('a line is cut off');
}

/** The backup's rows, table by table. Call `checkBackup` first. */
export async function* rowsOf(file: string, identities: readonly string[]): AsyncGenerator<{ table: Table; line: string }> {
  let table: Table | undefined;
  for await (const line of linesOf(file, identities)) {
    if (line.startsWith('[')) {
      if (table) yield { table, line };
    } else if (line.startsWith('{"table":')) table = findTable((JSON.parse(line) as TableBegin).table);
  }
}

/**
 * Reads the whole backup and checks every byte, hash and count, and that it fits this program. Writes nothing.
 * @param schema name of the last migration of this program
 * @throws BackupError that names the problem
 */
export async function checkBackup(
  file: string,
  { identities, masterKeyIds }: { identities: readonly string[]; masterKeyIds: readonly string[] },
  schema: string,
): Promise<CheckedBackup> {
  if (!existsSync(file)) throw new BackupError(`${file} does not exist`);
  const sums = new Map<string, TableSum>();
  let header: BackupHeader | undefined;
  let table: Table | undefined;
  let sum = createTableSum();
  for await (const line of linesOf(file, identities)) {
    if (!header) {
      header = parseHeader(line, schema);
      const unknown = header.masterKeyIds.filter((id) => !masterKeyIds.includes(id));
      if (unknown.length > 0)
        throw new BackupError(`MASTER_KEY: the backup is under the key with fingerprint ${unknown.join(', ')}, which is not configured`);
    } else if (line.startsWith('[')) {
      if (!table) throw damaged('a row stands outside of a table');
      sum.add(line);
    } else {
      const mark = JSON.parse(line) as TableBegin | TableEnd;
      if ('table' in mark) {
        table = findTable(mark.table);
        sum = createTableSum();
        if (mark.columns.join() !== Object.keys(table.columns).join()) throw damaged(`table ${table.name} has other columns`);
      } else {
        const read = sum.sum();
        if (mark.end !== table?.name || !isSame(read, mark)) throw damaged(`table ${mark.end} is not as it was written`);
        sums.set(mark.end, read);
        table = undefined;
      }
    }
  }
  if (!header) throw damaged('it is empty');
  const missing = MOVED_TABLES.filter(({ name }) => !sums.has(name));
  if (missing.length > 0) throw damaged(`table ${missing.map(({ name }) => name).join(', ')} is missing`);
  return { header, sums };
}

function parseHeader(line: string, schema: string): BackupHeader {
  if (!line.startsWith(`{"format":"${BACKUP_FORMAT}"`)) throw new BackupError('the file is not a backup of Sealpaste');
  const header = JSON.parse(line) as BackupHeader;
  if (header.schema !== schema) {
    throw new BackupError(
      `the backup was written by a version with the schema ${header.schema}, this one has ${schema}: restore it with that version, then upgrade`,
    );
  }
  return header;
}

function findTable(name: string): Table {
  const table = MOVED_TABLES.find((one) => one.name === name);
  if (!table) throw damaged('it has a table this version does not know');
  return table;
}
