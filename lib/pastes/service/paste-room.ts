/** Checks whether a new paste fits: its bytes among all and among its owner's, its owner's number of pastes, and the disk. */
import type { Principal } from '../../accounts/principal';
import type { DiskFloor } from './paste-disk';
import type { Quota } from './paste-quota';

/** The limits of storage; null: no limit. */
export interface StorageLimits {
  bytes: Quota | null;
  pastesOf: ((ownerId: number) => Quota) | null;
  bytesOf: ((ownerId: number) => Quota) | null;
  disk: DiskFloor | null;
}

export const UNLIMITED_STORAGE: StorageLimits = { bytes: null, pastesOf: null, bytesOf: null, disk: null };

/** The room reserved for one arriving paste. */
export type Room = Awaited<ReturnType<typeof findRoom>>;

/** Checks the limits before reading any content. @throws StorageFullError, DiskFullError, TooManyPastesError, TooManyBytesError */
export async function findRoom({ bytes, pastesOf, bytesOf, disk }: StorageLimits, principal: Principal | null) {
  await disk?.check();
  await bytes?.check();
  const ownBytes = principal === null ? undefined : bytesOf?.(principal.userId);
  await ownBytes?.check();
  const place = principal === null ? undefined : pastesOf?.(principal.userId).reserve();
  await place?.grow(1);
  const contents = [bytes, ownBytes].map((quota) => quota?.reserve()).filter((reservation) => reservation !== undefined);

  /** Asks the quotas one after the other, and waits only when one must measure first. */
  function growContents(amount: number, from = 0): Promise<void> | undefined {
    for (let index = from; index < contents.length; index++) {
      const growing = contents[index]?.grow(amount);
      if (growing !== undefined) return growing.then(() => growContents(amount, index + 1));
    }
    return undefined;
  }

  return {
    /** Reserves room for more arrived bytes. @throws StorageFullError, TooManyBytesError, DiskFullError */
    grow(amount: number): Promise<void> | undefined {
      const looking = disk?.check();
      return looking === undefined ? growContents(amount) : looking.then(() => growContents(amount));
    },
    keep(): void {
      for (const reservation of [place, ...contents]) reservation?.keep();
    },
    /** Gives the room back; does nothing after `keep`. */
    release(): void {
      for (const reservation of [place, ...contents]) reservation?.release();
    },
  };
}
