/** Whether there is room for a paste: for its bytes among all, for one more of its owner's, and on the disk. */
import type { Principal } from '../../accounts/principal';
import type { DiskFloor } from './paste.disk';
import type { Quota } from './paste.quota';

/** What bounds storage; null where there is no bound. */
export interface StorageLimits {
  /** Bytes of all contents. */
  bytes: Quota | null;
  /** Pastes of one owner. */
  pastesOf: ((ownerId: number) => Quota) | null;
  /** Bytes of one owner's contents. */
  bytesOf: ((ownerId: number) => Quota) | null;
  disk: DiskFloor | null;
}

export const UNLIMITED_STORAGE: StorageLimits = { bytes: null, pastesOf: null, bytesOf: null, disk: null };

/** For one paste on its way in. */
export type Room = Awaited<ReturnType<typeof findRoom>>;

/** Before a byte of the content is read. @throws StorageFullError, DiskFullError, TooManyPastesError, TooManyBytesError */
export async function findRoom({ bytes, pastesOf, bytesOf, disk }: StorageLimits, principal: Principal | null) {
  await disk?.check();
  await bytes?.check();
  const ownBytes = principal === null ? undefined : bytesOf?.(principal.userId);
  await ownBytes?.check();
  const place = principal === null ? undefined : pastesOf?.(principal.userId).reserve();
  await place?.grow(1);
  const contents = [bytes, ownBytes].map((quota) => quota?.reserve()).filter((reservation) => reservation !== undefined);

  /** The first that is not known at once is waited for, and the others after it. */
  function growContents(amount: number, from = 0): Promise<void> | undefined {
    for (let index = from; index < contents.length; index++) {
      const growing = contents[index]?.grow(amount);
      if (growing !== undefined) return growing.then(() => growContents(amount, index + 1));
    }
    return undefined;
  }

  return {
    /** So many bytes more have arrived. @throws StorageFullError, TooManyBytesError, DiskFullError */
    grow(amount: number): Promise<void> | undefined {
      const looking = disk?.check();
      return looking === undefined ? growContents(amount) : looking.then(() => growContents(amount));
    },
    /** It is stored. */
    keep(): void {
      for (const reservation of [place, ...contents]) reservation?.keep();
    },
    /** Gives back what it took; after `keep` it does nothing. */
    release(): void {
      for (const reservation of [place, ...contents]) reservation?.release();
    },
  };
}
