import { DiskFullError } from './limits.errors';

/** How old what is known of the disk may be. */
const REFRESH_MS = 2_000;

export type DiskFloor = ReturnType<typeof createDiskFloor>;

/**
 * Keeps the disk from filling up, on which a database can no longer even delete.
 * @param freeBytes of the disk the database is on; where it fails nobody is refused
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
    /** @throws DiskFullError when too little is free; a promise when it must be looked first */
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
