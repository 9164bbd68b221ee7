/**
 * A backup: all rows of a database in a file that either engine can load, compressed and encrypted.
 *
 * JSON lines. First a header; then of each table a line that begins it, its rows as arrays in the order of its columns
 * (bytes in base64), and a line that ends it with its count and hash. Brotli compresses the lines, and age encrypts them
 * (`backup-encryption.ts`), so that nobody without the key can read or change them, or cut off their end.
 */

import type { Row, SqlValue } from '../../db/database';
import type { Table } from '../../db/tables';
import { sha256 } from '../../encoding/sha256';
import { OperatorError } from '../../errors/operator-error';

export const BACKUP_FORMAT = 'sealpaste-backup/1';

export interface BackupHeader {
  format: typeof BACKUP_FORMAT;
  /** Random; tells whether two files are the same backup. */
  id: string;
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

/** A problem of a backup or its target, in words for the operator. */
export class BackupError extends OperatorError {
  override readonly name = 'BackupError';
}

export function damaged(what: string): BackupError {
  return new BackupError(`the backup is damaged: ${what}`);
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

/** Sums up lines: two tables with the same lines, in any order, get the same sum. It finds mistakes, not forgery. */
export function createTableSum(): { add(line: string): void; sum(): TableSum } {
  const totals = new Uint32Array(8);
  let rows = 0;
  return {
    add(line) {
      rows += 1;
      const digest = sha256(line);
      for (let index = 0; index < totals.length; index++) totals[index] = (totals[index] as number) + digest.readUInt32LE(index * 4);
    },
    sum: () => ({ rows, hash: Buffer.from(totals.buffer).toString('hex') }),
  };
}
