/**
 * Ends responses whose readers are too slow.
 *
 * Guarantees: a response is ended when data waited for its reader during a whole minute and the reader took less than the
 * minimum rate. Time in which the server has nothing to send doesn't count.
 * The kernel takes data in bursts: up to some hundred KiB for a fast connection that stalls, some ten for a slow one. The
 * window is long enough that a reader at twice the minimum rate is never cut off.
 */
import type { ServerResponse } from 'node:http';

export const WINDOW_MS = 60_000;
const CHECK_MS = 5_000;
/** At 1,024 bytes a second. */
export const MIN_BYTES_IN_A_WINDOW = (1_024 * WINDOW_MS) / 1000;

interface Window {
  startedAt: number;
  /** Bytes that the socket had taken by then. */
  taken: number;
}

/** @returns a check to call every few seconds with the responses under way */
export function createSlowReaderCheck(clock: () => number = () => performance.now()) {
  const windows = new WeakMap<ServerResponse, Window>();

  return (underWay: Iterable<ServerResponse>): void => {
    const now = clock();
    for (const outgoing of underWay) {
      const { socket } = outgoing;
      if (!socket || outgoing.writableLength === 0) {
        windows.delete(outgoing);
        continue;
      }
      const taken = socket.bytesWritten - socket.writableLength;
      const window = windows.get(outgoing);
      if (window && now - window.startedAt < WINDOW_MS) continue;
      if (window && taken - window.taken < MIN_BYTES_IN_A_WINDOW) outgoing.destroy();
      else windows.set(outgoing, { startedAt: now, taken });
    }
  };
}

/** Checks the responses under way every few seconds. @returns a function that ends that */
export function watchReaders(underWay: () => Iterable<ServerResponse>): () => void {
  const endSlowReaders = createSlowReaderCheck();
  let timer: NodeJS.Timeout;
  function check(): void {
    endSlowReaders(underWay());
    timer = setTimeout(check, CHECK_MS).unref();
  }
  check();
  return () => clearTimeout(timer);
}
