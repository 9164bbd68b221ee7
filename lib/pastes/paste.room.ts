/** Whether there is room for a paste: for its bytes among all, for one more of its owner's, and on the disk. */
import type { Principal } from '../accounts/principal';
import type { DiskFloor } from './paste.disk';
import type { Quota } from './paste.quota';

/** What bounds storage; null where there is no bound. */
export interface StorageLimits {
  /** Bytes of all contents. */
  bytes: Quota | null;
  /** Pastes of one owner. */
  pastesOf: ((ownerId: number) => Quota) | null;
  disk: DiskFloor | null;
}

export const UNLIMITED_STORAGE: StorageLimits = { bytes: null, pastesOf: null, disk: null };

/** For one paste on its way in. */
export interface Room {
  /** So many bytes more have arrived. @throws StorageFullError, DiskFullError */
  grow(bytes: number): Promise<void> | undefined;
  /** It is stored. */
  keep(): void;
  /** Gives back what it took; after `keep` it does nothing. */
  release(): void;
}

/** Before a byte of the content is read. @throws StorageFullError, DiskFullError, TooManyPastesError */
export async function findRoom({ bytes, pastesOf, disk }: StorageLimits, principal: Principal | null): Promise<Room> {
  await disk?.check();
  await bytes?.check();
  const place = principal === null ? undefined : pastesOf?.(principal.userId).reserve();
  await place?.grow(1);
  const content = bytes?.reserve();
  return {
    grow(amount) {
      const looking = disk?.check();
      return looking === undefined ? content?.grow(amount) : looking.then(() => content?.grow(amount));
    },
    keep() {
      place?.keep();
      content?.keep();
    },
    release() {
      place?.release();
      content?.release();
    },
  };
}
