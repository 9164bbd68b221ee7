import type { Server, ServerResponse } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time that a connection accepted at the last moment has to send its request. */
const LAST_REQUEST_MS = 100;

/** Accepts no more connections, and resolves when the last response has been sent. @param unfinished returns the responses under way */
export async function stopServer(server: Server, unfinished: () => readonly ServerResponse[]): Promise<void> {
  // Not http's own close: it cuts off a response that is complete here but still being sent, and then waits for kept-alive
  // connections and half-sent headers.
  const closed = new Promise<void>((resolve) => TcpServer.prototype.close.call(server, () => resolve()));
  do {
    await Promise.all(unfinished().map((outgoing) => new Promise((resolve) => outgoing.once('close', resolve))));
    await sleep(LAST_REQUEST_MS);
  } while (unfinished().length > 0);
  server.closeAllConnections();
  await closed;
  server.close();
}
