/**
 * A backup: all rows of a database in a file that either engine can load, and any later version until the next contracting
 * migration.
 *
 * MessagePack values: a header, then each row as an array of its table's number in the header and its values in the order of
 * the header's columns. All of it is encrypted in the format of age (https://age-encryption.org/v1), which finds every changed
 * byte and a missing end. Nothing is compressed: almost all bytes are random (decision 0102).
 */
import { Readable } from 'node:stream';
import { decodeMultiStream, encode } from '@msgpack/msgpack';
import { Decrypter, Encrypter } from 'age-encryption';
import { z } from 'zod';
import type { Row, SqlValue } from '../../db/database';
import { isExpanding, loadMigrations } from '../../db/migrations';
import { MOVED_TABLES, type Table } from '../../db/tables';
import { sha256 } from '../../encoding/sha256';
import { OperatorError } from '../../errors/operator-error';
import { type BackupFile, placeOf } from './backup-place';
import { BackupError } from './unfinished-load';

export const BACKUP_FORMAT = 'sealpaste-backup/1';

const headerSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  /** Random; tells whether two files are the same backup. */
  id: z.string(),
  /** Name of the last migration of the database. */
  schema: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  /** Fingerprints of the master keys that encrypt the rows. */
  masterKeyIds: z.array(z.string()),
  rows: z.int(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
export type BackupHeader = z.infer<typeof headerSchema>;

const damaged = (what: string) => new BackupError(`the backup is damaged: ${what}`);

/** Encrypts so that each of the recipients (`age1…`) can decrypt. */
export async function encrypt(plain: AsyncIterable<Uint8Array>, recipients: readonly string[]): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return encrypter.encrypt(toWeb(Readable.from(plain, { objectMode: false })));
}

const toWeb = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>;

/**
 * Decrypts with the first of the identities (`AGE-SECRET-KEY-1…`) that fits.
 * @throws BackupError when none fits, or the file was changed or cut off; what came before was whole
 */
async function* decrypt(stored: AsyncIterable<Uint8Array>, identities: readonly string[]): AsyncGenerator<Uint8Array> {
  if (identities.length === 0)
    throw new BackupError('BACKUP_KEY: a public key decrypts nothing; set it to the secret key, AGE-SECRET-KEY-1…, to read a backup');
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  const source = Readable.from(stored, { objectMode: false });
  try {
    yield* await decrypter.decrypt(toWeb(source));
  } catch (error) {
    const { message, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== undefined || error instanceof BackupError) throw error;
    if (message.startsWith('invalid version')) throw new BackupError('the file is not a backup of Sealpaste');
    if (message.startsWith('no identity matched'))
      throw new BackupError(
        'BACKUP_KEY: the backup is under another key; one that was made without BACKUP_KEY needs the MASTER_KEY of its time',
      );
    throw damaged('it was changed, or its end is missing');
  } finally {
    source.destroy();
  }
}

/** A row as the backup holds it: the same bytes for the same values on both engines. */
export function encodeRow({ columns }: Table, row: Row, index: number): Uint8Array {
  const values: SqlValue[] = [index];
  for (const column in columns) {
    const value = row[column] ?? null;
    values.push(columns[column] === 'boolean' && value !== null ? Boolean(value) : value);
  }
  return encode(values);
}

interface BackupRow {
  table: Table;
  /** In the order of the table's columns. */
  values: SqlValue[];
  /** The row's part of its table's sum. */
  bytes(): Uint8Array;
}

/** Reads a backup. `tables` are those of this version with the columns that the backup has. @throws BackupError */
export async function readBackup(file: BackupFile, identities: readonly string[], rootDir: string) {
  const values = valuesOf(decrypt(placeOf(file).read(), identities));
  const header = parseHeader((await values.next()).value, rootDir);
  const tables = header.tables.map(toTable);

  async function* rows(): AsyncGenerator<BackupRow> {
    let count = 0;
    for await (const row of values) {
      const table = Array.isArray(row) ? tables[Number(row[0])] : undefined;
      if (!table || row.length !== Object.keys(table.columns).length + 1) throw damaged('a row is of no table');
      count += 1;
      yield { table, values: row.slice(1), bytes: () => encode(row) };
    }
    if (count !== header.rows) throw damaged(`it has ${count} of ${header.rows} rows`);
  }
  return { header, tables, rows: rows() };
}

async function* valuesOf(plain: AsyncIterable<Uint8Array>): AsyncGenerator<SqlValue[]> {
  try {
    yield* decodeMultiStream(plain) as AsyncGenerator<SqlValue[]>;
  } catch (error) {
    throw error instanceof OperatorError || (error as NodeJS.ErrnoException).syscall ? error : damaged('a value is cut off');
  }
}

function parseHeader(value: unknown, rootDir: string): BackupHeader {
  const { success, data: header } = headerSchema.safeParse(value);
  if (!success) throw new BackupError('the file is not a backup of Sealpaste');
  const known = loadMigrations(rootDir, 'sqlite').map(({ name }) => name);
  if (!known.includes(header.schema))
    throw new BackupError(`a newer version wrote the backup, with the schema ${header.schema}: restore it with that version`);
  const contracting = known.slice(known.indexOf(header.schema) + 1).find((name) => !isExpanding(name));
  if (contracting !== undefined)
    throw new BackupError(
      `the backup has the schema ${header.schema}, which ${contracting} has replaced: restore it with a version before that, then upgrade`,
    );
  return header;
}

function toTable({ name, columns }: BackupHeader['tables'][number]): Table {
  const known = MOVED_TABLES.find((table) => table.name === name);
  const entries = columns.map((column) => [column, known?.columns[column]] as const);
  if (!known || entries.some(([, type]) => type === undefined)) throw damaged(`this version knows no such table ${name}`);
  return { ...known, columns: Object.fromEntries(entries) as Table['columns'] };
}

/** Sums over the rows of each table, in any order: two databases with the same rows get the same sums. They find mistakes, not forgery. */
export function createTableSums() {
  const sums = new Map<string, { rows: number; totals: Uint32Array }>();
  return {
    add({ name }: Table, bytes: Uint8Array): void {
      let sum = sums.get(name);
      if (!sum) sums.set(name, (sum = { rows: 0, totals: new Uint32Array(8) }));
      sum.rows += 1;
      const digest = sha256(bytes);
      for (let index = 0; index < 8; index++) sum.totals[index] = (sum.totals[index] as number) + digest.readUInt32LE(index * 4);
    },
    /** Empty for a table without rows. */
    of(table: string): string {
      const sum = sums.get(table);
      return sum ? `${sum.rows} ${Buffer.from(sum.totals.buffer).toString('hex')}` : '';
    },
  };
}

/**
 * Reads the whole backup and checks every byte and the number of rows, and that it fits this version. Writes nothing.
 * @throws BackupError that names the problem
 */
export async function checkBackup(
  file: BackupFile,
  { identities, masterKeyIds, rootDir }: { identities: readonly string[]; masterKeyIds: readonly string[]; rootDir: string },
) {
  const { header, tables, rows } = await readBackup(file, identities, rootDir);
  const unknown = header.masterKeyIds.filter((id) => !masterKeyIds.includes(id));
  if (unknown.length > 0)
    throw new BackupError(`MASTER_KEY: the backup is under the key with fingerprint ${unknown.join(', ')}, which is not configured`);
  const sums = createTableSums();
  for await (const { table, bytes } of rows) sums.add(table, bytes());
  return { header, tables, sums };
}
