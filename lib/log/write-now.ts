import { fstatSync, writeSync } from 'node:fs';

/** A reader of a pipe that takes nothing for this long is not waited for. */
const MAX_SILENCE_MS = 500;
/** Less than orchestrators give a process to end, whatever the reader takes. */
const MAX_TOTAL_MS = 3_000;
const RETRY_MS = 10;

/**
 * Writes the last words of a process before it exits. Never throws, and gives up on a place that refuses them.
 * @returns whether all was written
 */
export function writeNow(fd: 1 | 2, text: string | Buffer): boolean {
  neverBlocks(fd);
  let rest = Buffer.from(text);
  const start = performance.now();
  let heard = start;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
      heard = performance.now();
    } catch (error) {
      const now = performance.now();
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || now - heard > MAX_SILENCE_MS || now - start > MAX_TOTAL_MS) return false;
      // The event loop no longer runs.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
  return true;
}

/** Makes a pipe or a socket refuse what it can't take at once. @returns false for a file or a terminal, which can't be made to */
export function neverBlocks(fd: 1 | 2): boolean {
  const kind = fstatSync(fd);
  if (!kind.isFIFO() && !kind.isSocket()) return false;
  // Node makes a pipe non-blocking together with its stream, which is made by the first use.
  void (fd === 1 ? process.stdout : process.stderr);
  return true;
}
