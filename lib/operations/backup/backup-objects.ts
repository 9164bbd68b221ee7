/** Backups as objects of a bucket, which shows one when it is complete. */
import { FileExistsError } from '../../db/place-file';
import { DAY_MS } from '../../encoding/time.rules';
import type { LargeObjects } from '../../store/large-objects';
import { StoreUnavailableError } from '../../store/store.errors';
import type { StoreSettings } from '../../store/store-calls';
import { BackupError } from './backup.errors';
import { type BackupPlace, isScheduled, oldOf, type ScheduledBackups } from './backup-place';

const PREFIX = 'sealpaste-';
/** Time after which nobody writes to a backup any more. */
const LEFTOVER_AFTER_MS = DAY_MS;

export function objectPlace(name: string, store: StoreSettings): BackupPlace {
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

export function objectFolder(store: StoreSettings): ScheduledBackups {
  const opened = opener(store);
  const isLeft = (name: string, begunAt: Date) => isScheduled(name) && begunAt.getTime() < Date.now() - LEFTOVER_AFTER_MS;
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
