import { DiskFullError } from './limits.errors';

/** Age after which the free space is measured again. */
const REFRESH_MS = 2_000;

export type DiskFloor = ReturnType<typeof createDiskFloor>;

/**
 * Refuses creates before the disk is full: on a full disk a database can't even delete.
 * @param freeBytes measures the database's disk; when it fails, nobody is refused
 */
export function createDiskFloor(minFreeBytes: number, freeBytes: () => Promise<number>, clock = () => performance.now()) {
  let free: number | undefined;
  let nextAt = 0;
  let running: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    free = await freeBytes().catch(() => undefined);
    nextAt = clock() + REFRESH_MS;
    running = undefined;
  }

  function refuseBelow(): void {
    if (free !== undefined && free < minFreeBytes) throw new DiskFullError();
  }

  return {
    /** @returns a promise when the disk must be measured first @throws DiskFullError when too little is free */
    check(): Promise<void> | undefined {
      if (clock() >= nextAt) {
        running ??= refresh();
        return running.then(refuseBelow);
      }
      refuseBelow();
      return undefined;
    },
  };
}
