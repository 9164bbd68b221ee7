/**
 * Ends responses that their readers don't take.
 *
 * Guarantees: a response for which data has been waiting all the time is ended when its reader took less
 * than the least rate over a window of a minute. The time in which the server itself has nothing to send
 * doesn't count.
 * The kernel takes data in bursts of up to some hundred KiB for a fast connection that stalls, some ten for
 * a slow one: the window is long enough that a reader of twice the least rate isn't taken for a slow one.
 */
import type { ServerResponse } from 'node:http';

export const WINDOW_MS = 60_000;

interface Window {
  startedAt: number;
  /** What the socket had taken then. */
  taken: number;
}

/**
 * @param minBytesPerSecond 0: nobody is too slow
 * @returns what is to be called every few seconds with the responses under way
 */
export function createSlowReaderCheck(
  minBytesPerSecond: number,
  clock: () => number = () => performance.now(),
): (underWay: Iterable<ServerResponse>) => void {
  const windows = new WeakMap<ServerResponse, Window>();
  const minBytes = (minBytesPerSecond * WINDOW_MS) / 1000;

  return (underWay) => {
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
      if (window && taken - window.taken < minBytes) outgoing.destroy();
      else windows.set(outgoing, { startedAt: now, taken });
    }
  };
}
