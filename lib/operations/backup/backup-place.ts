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
 * A folder or a bucket with backups, each by its name.
 *
 * Guarantees: a backup is there whole or not at all, whoever is killed, and takes the place of no other one.
 */
interface BackupStore {
  /** The path, or `s3://BUCKET/NAME`. */
  labelOf(name: string): string;
  /** Null: there is none. */
  sizeOf(name: string): Promise<number | null>;
  /** @throws FileExistsError; what the bytes throw leaves nothing */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  read(name: string): AsyncIterable<Uint8Array>;
  names(): Promise<string[]>;
  remove(name: string): Promise<void>;
  /** Removes what killed writers of scheduled backups left, before it fills the disk. */
  removeLeftovers(): Promise<void>;
  /** Removes what a writer that was killed has left, as far as nobody else does that. */
  discardPartial(name: string): void;
}

/** Names of scheduled backups. No other file or object is ever removed. */
const SCHEDULED = /^sealpaste-\d{8}T\d{6}Z\.backup$/;

/** `sealpaste-20261120T125742Z.backup` */
export const backupName = (now: Date): string => `sealpaste-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`;

export const isScheduled = (name: string): boolean => SCHEDULED.test(name);

/** Backups as files. One is called `*.partial` until it is complete, and is for its owner alone. */

/** Bytes read at once. */
const PIECE_BYTES = 256 * 1024;
/** Bytes after which the file is flushed: a disk that must write gigabytes at once makes the service's commits wait. */
const FLUSH_BYTES = 1024 * 1024;
const LEFTOVER = /^sealpaste-\d{8}T\d{6}Z\.backup\.partial$/;
/** Time without a write after which nobody writes to a file any more. */
const LEFTOVER_AFTER_MS = HOUR_MS;

function filesIn(folder: string): BackupStore {
  const pathOf = (name: string) => join(folder, name);
  // The folder may be no folder, which rmSync takes for an error.
  const remove = (name: string) => existsSync(pathOf(name)) && rmSync(pathOf(name), { force: true });
  const discardPartial = (name: string) => void remove(`${name}.partial`);
  const names = () => (existsSync(folder) ? readdirSync(folder) : []);
  return {
    labelOf: pathOf,
    sizeOf: async (name) => (existsSync(pathOf(name)) ? statSync(pathOf(name)).size : null),

    async write(name, bytes) {
      makeFolder(folder);
      discardPartial(name);
      try {
        await writeFlushed(`${pathOf(name)}.partial`, bytes);
        placeFile(`${pathOf(name)}.partial`, pathOf(name));
      } catch (error) {
        discardPartial(name);
        throw error;
      }
    },

    read: (name) => createReadStream(pathOf(name), { highWaterMark: PIECE_BYTES }),
    names: async () => names(),
    remove: async (name) => void remove(name),

    async removeLeftovers() {
      for (const name of names()) if (LEFTOVER.test(name) && isOlderThan(pathOf(name), LEFTOVER_AFTER_MS)) remove(name);
    },

    discardPartial,
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

function objectsIn(settings: StoreSettings): BackupStore {
  let loading: Promise<LargeObjects> | undefined;
  /** Calls the store, whose client is loaded by those alone who use it. */
  async function call<Value>(act: (objects: LargeObjects) => Promise<Value>): Promise<Value> {
    loading ??= import('../../store/large-objects').then(({ createLargeObjects }) => createLargeObjects(settings));
    return act(await loading).catch((error: unknown) => {
      throw inWords(error);
    });
  }
  const isLeft = (name: string, begunAt: Date) => isScheduled(name) && begunAt.getTime() < Date.now() - LEFT_OBJECT_AFTER_MS;
  return {
    labelOf: (name) => `s3://${settings.address.bucket}/${name}`,
    sizeOf: (name) => call((objects) => objects.sizeOf(name)),
    write: (name, bytes) => call(async (objects) => void (await objects.write(name, bytes))),
    async *read(name) {
      try {
        yield* await call(async (objects) => objects.read(name));
      } catch (error) {
        throw inWords(error);
      }
    },
    names: () =>
      call(async (objects) => {
        const names: string[] = [];
        for await (const name of objects.list(PREFIX)) names.push(name);
        return names;
      }),
    remove: (name) => call((objects) => objects.remove(name)),
    removeLeftovers: () => call((objects) => objects.removeUnfinished(PREFIX, isLeft)),
    // The bucket doesn't show it, and the worker removes its parts.
    discardPartial: () => undefined,
  };
}

/** The error in words for the operator. */
const inWords = (error: unknown): unknown =>
  error instanceof StoreUnavailableError ? new BackupError(`BACKUP_FOLDER: ${(error.cause as Error).message}`) : error;

const storeIn = (folder: BackupFolder): BackupStore => (typeof folder === 'string' ? filesIn(folder) : objectsIn(folder));

/** One backup. */
export function placeOf(file: BackupFile) {
  const store = storeIn(typeof file === 'string' ? dirname(file) : file.store);
  const name = nameOf(file);
  const label = store.labelOf(name);
  return {
    label,
    /** @throws FileExistsError */
    async requireFree(): Promise<void> {
      if ((await store.sizeOf(name)) !== null) throw new FileExistsError(`${label} exists and is not overwritten`);
    },
    write: (bytes: AsyncIterable<Uint8Array>) => store.write(name, bytes),
    /** @throws BackupError when there is none */
    async *read(): AsyncGenerator<Uint8Array> {
      if ((await store.sizeOf(name)) === null) throw new BackupError(`${label} does not exist`);
      yield* store.read(name);
    },
    bytes: async () => (await store.sizeOf(name)) ?? 0,
    discardPartial: () => store.discardPartial(name),
  };
}

/** The scheduled backups of a folder. */
export function scheduledIn(folder: BackupFolder) {
  const store = storeIn(folder);
  return {
    /** Removes all but the newest ones. @returns the removed names */
    async prune(keep: number): Promise<string[]> {
      const old = (await store.names()).filter(isScheduled).sort().reverse().slice(keep);
      for (const name of old) await store.remove(name);
      return old;
    },
    removeLeftovers: () => store.removeLeftovers(),
  };
}

export const fileIn = (folder: BackupFolder, name: string): BackupFile =>
  typeof folder === 'string' ? resolve(folder, name) : { name, store: folder };

export const nameOf = (file: BackupFile): string => (typeof file === 'string' ? basename(file) : file.name);
