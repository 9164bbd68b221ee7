import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { MOVED_TABLES, type Table } from '../../db/tables';
import {
  ARCHIVE_FORMAT,
  type ArchiveEnd,
  ArchiveError,
  type ArchiveHeader,
  createTableSum,
  isSame,
  type TableBegin,
  type TableEnd,
  type TableSum,
} from './archive-format';

export interface CheckedArchive {
  header: ArchiveHeader;
  sums: ReadonlyMap<string, TableSum>;
  sha256: string;
}

/** The lines of a file, without line ends. readline would also split at U+2028 within a text. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString('utf8');
      rest = [];
      from = end + 1;
    }
    rest.push(chunk.subarray(from));
  }
  const last = Buffer.concat(rest).toString('utf8');
  if (last !== '') yield last;
}

/** The archive's rows, table by table. Call `checkArchive` first. */
export async function* rowsOf(file: string): AsyncGenerator<{ table: Table; line: string }> {
  let table: Table | undefined;
  for await (const line of linesOf(file)) {
    if (line.startsWith('[')) {
      if (table) yield { table, line };
    } else if (line.startsWith('{"table":')) table = findTable((JSON.parse(line) as TableBegin).table);
  }
}

/**
 * Reads the whole archive and checks every hash and count, and that it fits this program.
 * @param schema name of the last migration of this program
 * @throws ArchiveError that names the problem
 */
export async function checkArchive(file: string, schema: string): Promise<CheckedArchive> {
  const hash = createHash('sha256');
  const sums = new Map<string, TableSum>();
  let header: ArchiveHeader | undefined;
  let table: Table | undefined;
  let sum = createTableSum();
  let end: ArchiveEnd | undefined;
  for await (const line of linesOf(file)) {
    if (end) throw damaged('something follows its end');
    if (!header) header = parseHeader(line, schema);
    else if (line.startsWith('[')) {
      if (!table) throw damaged('a row stands outside of a table');
      sum.add(line);
    } else {
      const mark = parse<TableBegin | TableEnd | ArchiveEnd>(line);
      if ('table' in mark) {
        table = findTable(mark.table);
        sum = createTableSum();
        if (mark.columns.join() !== Object.keys(table.columns).join()) throw damaged(`table ${table.name} has other columns`);
      } else if ('end' in mark) {
        const read = sum.sum();
        if (mark.end !== table?.name || !isSame(read, mark)) throw damaged(`table ${mark.end} is not as it was written`);
        sums.set(mark.end, read);
        table = undefined;
      } else end = mark;
    }
    if (!end) hash.update(line).update('\n');
  }
  if (!header || !end) throw damaged('its end is missing');
  const sha256 = hash.digest('hex');
  if (end.sha256 !== sha256) throw damaged('its checksum is wrong');
  const missing = MOVED_TABLES.filter(({ name }) => !sums.has(name));
  if (missing.length > 0) throw damaged(`table ${missing.map(({ name }) => name).join(', ')} is missing`);
  return { header, sums, sha256 };
}

function parseHeader(line: string, schema: string): ArchiveHeader {
  const header = line.startsWith(`{"format":"${ARCHIVE_FORMAT}"`) ? parse<ArchiveHeader>(line) : undefined;
  if (!header) throw new ArchiveError('the file is not an archive of Sealpaste');
  if (header.schema !== schema) {
    throw new ArchiveError(
      `the archive was written by a version with the schema ${header.schema}, this one has ${schema}: load it with that version, then upgrade`,
    );
  }
  return header;
}

function findTable(name: string): Table {
  const table = MOVED_TABLES.find((one) => one.name === name);
  if (!table) throw damaged('it has a table this version does not know');
  return table;
}

function parse<Value>(line: string): Value {
  try {
    return JSON.parse(line) as Value;
  } catch {
    throw damaged('a line is cut off');
  }
}

function damaged(what: string): ArchiveError {
  return new ArchiveError(`the archive is damaged: ${what}`);
}
