import { existsSync, mkdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { orNull } from '../../encoding/or-null.rules';
import { OperatorError } from '../../errors/operator-error';
import { CLIENT_OPTIONS, type Row, type SqlValue } from '../database';
import { PrismaClient } from '../generated/sqlite/client';
import { requireComplete } from '../migrations';
import type { OpenedDatabase } from '../schema-guard';
import { asDamaged, isSqliteFile, openConnection } from './sqlite-connection';
import { SQLITE_NOW, sqliteCode } from './sqlite-driver';
import { createQuickInserts } from './sqlite-inserts';
import { compareSqliteFile, migrateSqlite } from './sqlite-migrations';
import { prismaAdapterOnThread } from './sqlite-prisma';
import { createStatements } from './sqlite-statements';
import { type SqliteWriter, startSqliteWriter } from './sqlite-writer';

/** File system types (statfs(2), linux/magic.h) on which SQLite's WAL corrupts: shared memory doesn't work there. */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x517b, 'SMB'],
  [0x00c36400, 'Ceph'],
  [0x01021997, '9P'],
  [0x5346414f, 'AFS'],
]);

export interface SqliteOptions {
  /** Path of the database file; its folder is created. */
  file: string;
  /** The project's root, with the migrations and the bundled writer thread. */
  rootDir: string;
  /** Whether the file is created and migrated if need be. */
  migrates?: boolean;
}

/**
 * Migrates the file, or checks that it needn't be. @returns the file's path, and the names of the migrations that were applied
 * @throws OperatorError naming the file when it can't be opened or lies on a network file system
 * @throws SchemaUnusableError, SchemaError
 */
function prepareSqlite({ file, rootDir, migrates = false }: SqliteOptions): { path: string; migrations: string[] } {
  const path = resolve(rootDir, file);
  try {
    if (migrates) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    if (existsSync(dirname(path))) refuseNetworkFileSystem(dirname(path));
    if (migrates) return { path, migrations: migrateSqlite(path, rootDir) };
    requireComplete(compareSqliteFile(path, rootDir));
    return { path, migrations: [] };
  } catch (cause) {
    if (isDatabaseFile(path)) throw describeFault(asDamaged(cause, path), path);
    throw describeFault(cause, path);
  }
}

/**
 * Prepares and opens the file. Reads run on a read-only connection of this thread (a point
 * read from WAL takes microseconds and waits for no lock), writes in the writer thread, small inserts on this one.
 * @throws the errors of `prepareSqlite`
 */
export async function openSqlite(options: SqliteOptions): Promise<OpenedDatabase> {
  const { path, migrations } = prepareSqlite(options);
  const script = resolve(options.rootDir, 'dist/sqlite-thread.js');
  const writer = await startSqliteWriter(path, script);
  const reader = openConnection(path, { readonly: true });
  const { run } = createStatements(reader);
  const inserts = createQuickInserts(path, writer);
  const prisma = new PrismaClient({ ...CLIENT_OPTIONS, adapter: prismaAdapterOnThread(writer) });

  function readNow(sql: string, params: readonly SqlValue[]): Row[] {
    try {
      return run(sql, params);
    } catch (error) {
      throw asDamaged(error, path);
    }
  }
  const read = async (sql: string, params: readonly SqlValue[] = []) => readNow(sql, params);

  let longReader: Promise<SqliteWriter> | undefined;
  /** Starts the thread for long reads at the first one: most processes have none, or have it late. */
  const startLongReader = () => {
    longReader ??= startSqliteWriter(path, script, { readonly: true });
    return longReader;
  };

  return {
    engine: 'sqlite',
    migrations,
    dialect: {
      now: SQLITE_NOW,
      isIn: (column) => `${column} IN (SELECT value FROM json_each(?))`,
      isKey: (column) => `${column} = ?`,
      bytes: 'BLOB',
      isAmong: (column, select) => `${column} IN (${select})`,
      forUpdate: '',
      skipLocked: () => '',
    },
    prisma,
    read,
    readEach: async (sql, keys) => keys.flatMap((key) => readNow(sql, [key])),
    readLong: async (sql, params = []) => (await (await startLongReader()).write([{ sql, params }]))[0] ?? [],
    write: (statements) => (statements[0]?.inserts === undefined ? writer : inserts).write(statements),
    ping: async () => void (await read('SELECT 1')),
    close: async () => {
      await prisma.$disconnect();
      // The writer closes last: only a connection that can write moves the WAL into the file when it closes.
      reader.close();
      inserts.close();
      await (await longReader)?.close();
      await writer.close();
    },
  };
}

/** Whether the path is a SQLite file: only such a file can be damaged. */
const isDatabaseFile = (path: string): boolean => orNull(() => statSync(path).isFile() && isSqliteFile(path)) ?? false;

function describeFault(cause: unknown, path: string): unknown {
  return isOfFile(cause) ? new OperatorError(`DATABASE_URL: ${path} can't be used: ${cause.message}${ownerOf(path)}`, { cause }) : cause;
}

/** Says whose the file is, or the nearest folder above it that is there, if it isn't this process's user's; else nothing. */
function ownerOf(path: string): string {
  if (!existsSync(path)) return dirname(path) === path ? '' : ownerOf(dirname(path));
  const [owner, user] = [statSync(path).uid, process.getuid?.()];
  return user === undefined || user === 0 || user === owner ? '' : ` (${path} belongs to user ${owner}, this process is user ${user})`;
}

/** Whether the error is about the file or its disk, which the operator chose: missing rights, a full disk, no database. */
function isOfFile(error: unknown): error is Error {
  const code = sqliteCode(error) ?? (error as { code?: unknown }).code;
  return error instanceof Error && typeof code === 'string' && /^(?:E[A-Z]+|SQLITE_(?:CANTOPEN|NOTADB|READONLY|FULL|IOERR))$/.test(code);
}

function refuseNetworkFileSystem(folder: string): void {
  const name = NETWORK_FILE_SYSTEMS.get(statfsSync(folder).type);
  if (name) throw new OperatorError(`DATABASE_URL: ${folder} is on ${name}, where SQLite loses data; use a local disk or PostgreSQL`);
}
