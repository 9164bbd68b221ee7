/** Reads the rest of a refused body for a while, so that its sender sees the response. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** For a client that sends nothing more: it has the response, or has left. */
export const IDLE_MS = 1_500;
/** Between the data of a client that sends: what a slow line had under way comes in bursts. */
export const PAUSE_MS = 5_000;
/** In all. A line of 128 kbit/s takes 30 s for half a megabyte, as much as a phone has in its buffers. */
export const LINGER_MS = 30_000;
export const LINGER_MAX_BYTES = 64 * 1024 * 1024;

/** As a listener of a response, one function for all. */
export function lingerAfter(this: ServerResponse): void {
  linger(this.req);
}

/** Closing at once would reset the connection and lose the response that the client hasn't read yet. */
function linger(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  // Reads nothing, and marks the stream as being read.
  incoming.read(0);
  const close = () => incoming.socket.destroy();
  const inAll = setTimeout(close, LINGER_MS);
  let idle = setTimeout(close, IDLE_MS);
  incoming.once('close', () => {
    clearTimeout(inAll);
    clearTimeout(idle);
  });
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LINGER_MAX_BYTES) return close();
    clearTimeout(idle);
    idle = setTimeout(close, PAUSE_MS);
  });
  incoming.resume();
}
