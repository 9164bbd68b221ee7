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
  const contents = [bytes, ownBytes].filter((quota) => !!quota).map((quota) => quota.reserve());

  async function growAll(amount: number): Promise<undefined> {
    await disk?.check();
    for (const reservation of contents) await reservation.grow(amount);
  }

  return {
    /** Reserves space for more arrived bytes. @throws StorageFullError, TooManyBytesError, DiskFullError */
    grow: (amount: number) => (contents.length === 0 ? disk?.check() : growAll(amount)),
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
  let free: number | Promise<number> = 0;
  let nextAt = Number.NEGATIVE_INFINITY;
  function refuse(bytes: number): undefined {
    if (bytes < minFreeBytes) throw new DiskFullError();
  }
  return {
    /** @throws DiskFullError when too little is free */
    check(): Promise<undefined> | undefined {
      if (clock() >= nextAt) {
        nextAt = clock() + REFRESH_MS;
        free = freeBytes()
          .catch(() => Number.POSITIVE_INFINITY)
          .then((bytes) => (free = bytes));
      }
      return typeof free === 'number' ? refuse(free) : free.then(refuse);
    },
  };
}
