/** Reads the rest of a refused body for a while, so that its sender sees the response. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Limit for a client that sends nothing more: it has the response, or has left. */
export const IDLE_MS = 1_500;
/** Limit between two pieces of data: data in transit on a slow line comes in bursts. */
export const PAUSE_MS = 5_000;
/** Limit in total. A line of 128 kbit/s takes 30 s for half a megabyte, about a phone's send buffers. */
export const LINGER_MS = 30_000;
export const LINGER_MAX_BYTES = 64 * 1024 * 1024;

/** A listener for responses; all responses share this one function. */
export function lingerAfter(this: ServerResponse): void {
  linger(this.req);
}

/** Reads on, since closing at once would reset the connection, and the client would lose the response. */
function linger(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  // Marks the stream as being read, without reading anything.
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
