/** Where backups are: files in a folder, or objects in a bucket. */

import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { FileExistsError, placeFile } from '../../db/place-file';
import { DAY_MS, HOUR_MS } from '../../encoding/time.rules';
import { OperatorError } from '../../errors/operator-error';
import type { LargeObjects } from '../../store/large-objects';
import { StoreUnavailableError } from '../../store/store.errors';
import type { StoreSettings } from '../../store/store-calls';
import { BackupError } from './unfinished-load';

/** The path of a file, or the name of an object in a bucket. */
export type BackupFile = string | { name: string; store: StoreSettings };
/** BACKUP_FOLDER */
export type BackupFolder = string | StoreSettings;

/**
 * One backup.
 *
 * Guarantees: a backup is there whole or not at all, whoever is killed, and takes the place of no other one.
 */
interface BackupPlace {
  /** The path, or `s3://BUCKET/NAME`. */
  label: string;
  /** @throws FileExistsError */
  requireFree(): Promise<void>;
  /** @throws FileExistsError; what the bytes throw leaves nothing */
  write(bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** @throws BackupError when there is none */
  read(): AsyncIterable<Uint8Array>;
  bytes(): Promise<number>;
  /** Removes what a writer that was killed has left, as far as nobody else does that. */
  discardPartial(): void;
}

/** The scheduled backups of a folder. No other file or object is ever removed. */
interface ScheduledBackups {
  /** Removes all but the newest ones. @returns the removed names */
  prune(keep: number): Promise<string[]>;
  /** Removes what killed backups left, before it fills the disk. */
  removeLeftovers(): Promise<void>;
}

/** Names of scheduled backups. No other file or object is ever removed. */
const SCHEDULED = /^sealpaste-\d{8}T\d{6}Z\.backup$/;

/** `sealpaste-20261120T125742Z.backup` */
export const backupName = (now: Date): string => `sealpaste-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`;

export const isScheduled = (name: string): boolean => SCHEDULED.test(name);

/** All scheduled backups of these names but the newest ones. */
const oldOf = (names: readonly string[], keep: number): string[] => names.filter(isScheduled).sort().reverse().slice(keep);

/** Backups as files. One is called `*.partial` until it is complete, and is for its owner alone. */

/** Bytes read at once. */
const PIECE_BYTES = 256 * 1024;
/** Bytes after which the file is flushed: a disk that must write gigabytes at once makes the service's commits wait. */
const FLUSH_BYTES = 1024 * 1024;
const LEFTOVER = /^sealpaste-\d{8}T\d{6}Z\.backup\.partial$/;
/** Time without a write after which nobody writes to a file any more. */
const LEFTOVER_AFTER_MS = HOUR_MS;

function filePlace(file: string): BackupPlace {
  const partial = `${file}.partial`;
  const discardPartial = () => rmSync(partial, { force: true });
  return {
    label: file,

    async requireFree() {
      if (existsSync(file)) throw new FileExistsError(`${file} exists and is not overwritten`);
      makeFolder(dirname(file));
    },

    async write(bytes) {
      discardPartial();
      try {
        await writeFlushed(partial, bytes);
        placeFile(partial, file);
      } catch (error) {
        discardPartial();
        throw error;
      }
    },

    async *read() {
      if (!existsSync(file)) throw new BackupError(`${file} does not exist`);
      yield* createReadStream(file, { highWaterMark: PIECE_BYTES });
    },

    bytes: async () => statSync(file).size,
    discardPartial,
  };
}

function fileFolder(folder: string): ScheduledBackups {
  const names = () => (existsSync(folder) ? readdirSync(folder) : []);
  return {
    async prune(keep) {
      const old = oldOf(names(), keep);
      for (const name of old) rmSync(join(folder, name), { force: true });
      return old;
    },

    async removeLeftovers() {
      for (const path of names()
        .filter((name) => LEFTOVER.test(name))
        .map((name) => join(folder, name)))
        if (isOlderThan(path, LEFTOVER_AFTER_MS)) rmSync(path, { force: true });
    },
  };
}

export const isOlderThan = (path: string, ms: number) =>
  (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) < Date.now() - ms;

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new OperatorError(`${folder} can't be made: ${(cause as Error).message}`, { cause });
  }
}

async function writeFlushed(file: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
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

/** Backups as objects of a bucket, which shows one when it is complete. */
const PREFIX = 'sealpaste-';
/** Time after which nobody writes to a backup any more. */
const LEFT_OBJECT_AFTER_MS = DAY_MS;

function objectPlace(name: string, store: StoreSettings): BackupPlace {
  const objects = opener(store);
  const label = `s3://${store.address.bucket}/${name}`;
  const sizeOf = () => withStoreError(async () => (await objects()).sizeOf(name));
  return {
    label,
    async requireFree() {
      if ((await sizeOf()) !== null) throw new FileExistsError(`${label} exists and is not overwritten`);
    },
    write: (bytes) => withStoreError(async () => void (await (await objects()).write(name, bytes))),
    async *read() {
      if ((await sizeOf()) === null) throw new BackupError(`${label} does not exist`);
      try {
        yield* (await objects()).read(name);
      } catch (error) {
        throw asStoreError(error);
      }
    },
    bytes: async () => (await sizeOf()) ?? 0,
    // The bucket doesn't show it, and the worker removes its parts.
    discardPartial: () => undefined,
  };
}

function objectFolder(store: StoreSettings): ScheduledBackups {
  const opened = opener(store);
  const isLeft = (name: string, begunAt: Date) => isScheduled(name) && begunAt.getTime() < Date.now() - LEFT_OBJECT_AFTER_MS;
  return {
    prune: (keep) =>
      withStoreError(async () => {
        const objects = await opened();
        const names: string[] = [];
        for await (const name of objects.list(PREFIX)) names.push(name);
        const old = oldOf(names, keep);
        for (const name of old) await objects.remove(name);
        return old;
      }),
    removeLeftovers: () => withStoreError(async () => (await opened()).removeUnfinished(PREFIX, isLeft)),
  };
}

/** The client of the store is loaded by those alone who use it. */
function opener(store: StoreSettings): () => Promise<LargeObjects> {
  let opened: Promise<LargeObjects> | undefined;
  return () => (opened ??= import('../../store/large-objects').then(({ createLargeObjects }) => createLargeObjects(store)));
}

const withStoreError = <Value>(work: () => Promise<Value>): Promise<Value> =>
  work().catch((error: unknown) => {
    throw asStoreError(error);
  });

/** The error in words for the operator. */
const asStoreError = (error: unknown): unknown =>
  error instanceof StoreUnavailableError ? new BackupError(`BACKUP_FOLDER: ${(error.cause as Error).message}`) : error;

export const placeOf = (file: BackupFile): BackupPlace => (typeof file === 'string' ? filePlace(file) : objectPlace(file.name, file.store));
export const scheduledIn = (folder: BackupFolder): ScheduledBackups =>
  typeof folder === 'string' ? fileFolder(folder) : objectFolder(folder);

export const fileIn = (folder: BackupFolder, name: string): BackupFile =>
  typeof folder === 'string' ? resolve(folder, name) : { name, store: folder };

export const nameOf = (file: BackupFile): string => (typeof file === 'string' ? basename(file) : file.name);
