/**
 * The archive: all rows of a database in a file that either engine can load.
 *
 * JSON lines. First a header; then of each table a line that begins it, its rows as arrays in the
 * order of its columns (bytes in base64), and a line that ends it with its count and hash; at last a
 * line with the SHA-256 of everything before. Contents, titles and keys are sealed as in the
 * database. The checks find damage, not forgery: a forger can recompute them.
 */

import type { Row, SqlValue } from '../../db/database';
import type { Table } from '../../db/tables';
import { sha256 } from '../../encoding/sha256';
import { OperatorError } from '../../errors/operator-error';

export const ARCHIVE_FORMAT = 'sealpaste-archive/1';

export interface ArchiveHeader {
  format: typeof ARCHIVE_FORMAT;
  /** Name of the last migration: rows fit only a database that has exactly the same. */
  schema: string;
  /** ISO 8601. */
  createdAt: string;
  /** Fingerprints of the master keys that encrypt the rows. */
  masterKeyIds: string[];
  rows: number;
}

export interface TableBegin {
  table: string;
  columns: string[];
}

/** A sum over a table's rows in any order. */
export interface TableSum {
  rows: number;
  hash: string;
}

export function isSame(a: TableSum, b: TableSum | undefined): boolean {
  // biome-ignore lint/plugin: checksums of a file, no secrets
  return a.rows === b?.rows && a.hash === b.hash;
}

export type TableEnd = { end: string } & TableSum;

export interface ArchiveEnd {
  /** SHA-256 of all bytes before this line. */
  sha256: string;
}

/** A problem of an archive or its target, in words for the operator. */
export class ArchiveError extends OperatorError {
  override readonly name = 'ArchiveError';
}

type JsonValue = string | number | boolean | null;

/** A row's line, without the line end: the same text for the same values on both engines. */
export function toLine(table: Table, row: Row): string {
  return JSON.stringify(Object.entries(table.columns).map(([column, type]) => toJson(row[column] ?? null, type)));
}

function toJson(value: SqlValue, type: string): JsonValue {
  if (value === null) return null;
  if (type === 'boolean') return Boolean(value);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  return value;
}

/** The values of a row's line, as statement parameters. */
export function fromLine(table: Table, line: string): SqlValue[] {
  const values = JSON.parse(line) as JsonValue[];
  return Object.values(table.columns).map((type, index) => {
    const value = values[index] ?? null;
    return type === 'bytes' && value !== null ? Buffer.from(String(value), 'base64') : value;
  });
}

/** Sums up lines: two tables with the same lines, in any order, get the same sum. */
export function createTableSum(): { add(line: string): void; sum(): TableSum } {
  const MODULUS = 1n << 256n;
  let rows = 0;
  let total = 0n;
  return {
    add(line) {
      rows += 1;
      total = (total + BigInt(`0x${sha256(line).toString('hex')}`)) % MODULUS;
    },
    sum: () => ({ rows, hash: total.toString(16).padStart(64, '0') }),
  };
}
