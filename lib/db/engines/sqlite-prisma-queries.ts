/**
 * Runs Prisma's queries on a connection of the driver, with arguments and results in the form of Prisma's driver adapters. It supports the types of prisma/schema: integers of 32 and 64 bits, texts, booleans and bytes.
 */
import { type ArgType, type ColumnType, ColumnTypeEnum, type SqlQuery, type SqlResultSet } from '@prisma/driver-adapter-utils';
import type { Connection } from './sqlite-driver';

type Stored = string | number | bigint | Uint8Array | null;
type ResultRow = SqlResultSet['rows'][number];

const DECLARED_TYPES: ReadonlyMap<string, ColumnType> = new Map([
  ['INTEGER', ColumnTypeEnum.Int32],
  ['BIGINT', ColumnTypeEnum.Int64],
  ['TEXT', ColumnTypeEnum.Text],
  ['BLOB', ColumnTypeEnum.Bytes],
  ['BOOLEAN', ColumnTypeEnum.Boolean],
]);

export function queryRaw(connection: Connection, { sql, args, argTypes }: SqlQuery): SqlResultSet {
  const statement = connection.prepare(sql);
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  const rows: Stored[][] = statement.all(...toParameters(args, argTypes));
  const columns = statement.columns();
  const columnTypes = columns.map(({ type }, index) => DECLARED_TYPES.get(type?.toUpperCase() ?? '') ?? typeOfFirst(rows, index));
  return { columnNames: columns.map(({ name }) => name), columnTypes, rows: rows.map((row): ResultRow => row.map(toResult)) };
}

export function executeRaw(connection: Connection, { sql, args, argTypes }: SqlQuery): number {
  return connection.prepare(sql).run(...toParameters(args, argTypes)).changes;
}

/** Type of a column that no table declares: the type of its first value that isn't NULL. */
function typeOfFirst(rows: readonly Stored[][], index: number): ColumnType {
  const value = rows.find((row) => row[index] !== null)?.[index];
  if (typeof value === 'string') return ColumnTypeEnum.Text;
  if (typeof value === 'bigint') return ColumnTypeEnum.Int64;
  if (typeof value === 'number') return ColumnTypeEnum.UnknownNumber;
  return value instanceof Uint8Array ? ColumnTypeEnum.Bytes : ColumnTypeEnum.Int32;
}

/** Converts a bigint to a number, or to text, as Prisma wants it, when a number can't hold it. */
function toResult(value: Stored): ResultRow[number] {
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function toParameters(args: readonly unknown[], types: readonly ArgType[]): Stored[] {
  return args.map((value, index) => toParameter(value, types[index]?.scalarType));
}

function toParameter(value: unknown, type: ArgType['scalarType'] | undefined): Stored {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string') {
    if (type === 'int' || type === 'bigint') return BigInt(value);
    if (type === 'bytes') return Buffer.from(value, 'base64');
    return value;
  }
  if (value === null || typeof value === 'number' || typeof value === 'bigint' || value instanceof Uint8Array) return value;
  throw new TypeError(`no parameter of SQLite: ${typeof value}`);
}
