/** Reads the rest of a refused body for a while, so that its sender sees the response. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long the rest of a refused body is read and discarded, so that its sender sees the response. */
const LINGER_MS = 1_500;
const LINGER_MAX_BYTES = 64 * 1024 * 1024;

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
  const timer = setTimeout(close, LINGER_MS);
  incoming.once('close', () => clearTimeout(timer));
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LINGER_MAX_BYTES) close();
  });
  incoming.resume();
}
