import type { Server, ServerResponse } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a connection accepted at the last moment may take to send its request. */
const LAST_REQUEST_MS = 100;

/** Accepts no connection any more, and ends when the last response has been sent. @param unfinished responses */
export async function stopServer(server: Server, unfinished: () => readonly ServerResponse[]): Promise<void> {
  // Not http's own close: it cuts off a response that is complete here but still being sent, and then
  // waits for kept-alive connections and for half-sent headers.
  const closed = new Promise<void>((resolve) => TcpServer.prototype.close.call(server, () => resolve()));
  do {
    await Promise.all(unfinished().map((outgoing) => new Promise((resolve) => outgoing.once('close', resolve))));
    await sleep(LAST_REQUEST_MS);
  } while (unfinished().length > 0);
  server.closeAllConnections();
  await closed;
  server.close();
}
