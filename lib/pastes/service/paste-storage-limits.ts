/** Checks whether a new paste fits: its bytes among all and among its owner's, its owner's number of pastes, and the disk. */
import type { Principal } from '../../accounts/principal';
import { DiskFullError } from './limits.errors';
import type { Quota } from './paste-quota';

/** The limits of storage; null: no limit. */
export interface StorageLimits {
  bytes: Quota | null;
  pastesOf: ((ownerId: number) => Quota) | null;
  bytesOf: ((ownerId: number) => Quota) | null;
  disk: DiskFloor | null;
}

/** The space reserved for one arriving paste. */
export type StorageReservation = Awaited<ReturnType<typeof reserveStorage>>;

/** Checks the limits before reading any content. @throws StorageFullError, DiskFullError, TooManyPastesError, TooManyBytesError */
export async function reserveStorage({ bytes, pastesOf, bytesOf, disk }: StorageLimits, principal: Principal | null) {
  const ownBytes = principal && bytesOf?.(principal.userId);
  await disk?.check();
  if (bytes) await bytes.check();
  if (ownBytes) await ownBytes.check();
  const place = principal && pastesOf?.(principal.userId).reserve();
  if (place) await place.grow(1);
  const contents = [bytes, ownBytes].flatMap((quota) => quota?.reserve() ?? []);

  return {
    /** Reserves space for more arrived bytes. @throws StorageFullError, TooManyBytesError, DiskFullError */
    async grow(amount: number): Promise<void> {
      await disk?.check();
      for (const reservation of contents) await reservation.grow(amount);
    },
    keep(): void {
      for (const reservation of [place, ...contents]) reservation?.keep();
    },
    /** Gives the space back; does nothing after `keep`. */
    release(): void {
      for (const reservation of [place, ...contents]) reservation?.release();
    },
  };
}

/** Age after which the free space is measured again. */
const REFRESH_MS = 2_000;

export type DiskFloor = ReturnType<typeof createDiskFloor>;

/**
 * Refuses creates before the disk is full: on a full disk a database can't even delete.
 * @param freeBytes measures the database's disk; when it fails, nobody is refused
 */
export function createDiskFloor(minFreeBytes: number, freeBytes: () => Promise<number>, clock = () => performance.now()) {
  let free: Promise<number> | undefined;
  let nextAt = 0;
  return {
    /** @throws DiskFullError when too little is free */
    async check(): Promise<void> {
      if (free === undefined || clock() >= nextAt) {
        free = freeBytes().catch(() => Number.POSITIVE_INFINITY);
        nextAt = clock() + REFRESH_MS;
      }
      if ((await free) < minFreeBytes) throw new DiskFullError();
    },
  };
}
