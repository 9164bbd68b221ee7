/** The server of a process that serves monitors alone. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorBody, HTTP_ERRORS } from './errors';
import { listen, type Place } from './listen';
import { json, type Reply } from './reply';

const TIMEOUT_MS = 10_000;
const CHECK_MS = 2_000;
const MAX_HEADER_BYTES = 8 * 1024;

/** @param respond with a text; what it throws is a bare 500 @throws OperatorError when the place is taken */
export async function startMonitorServer(place: Place, respond: (incoming: IncomingMessage) => Promise<Reply>) {
  const server = createServer(
    { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS, connectionsCheckingInterval: CHECK_MS, maxHeaderSize: MAX_HEADER_BYTES },
    async (incoming, outgoing) => {
      const { status, headers, body } = await respond(incoming).catch(() => json(500, errorBody(HTTP_ERRORS.internal_error)));
      outgoing.writeHead(status, { 'Cache-Control': 'no-store', ...headers }).end(incoming.method === 'HEAD' ? '' : body);
    },
  );
  server.setTimeout(TIMEOUT_MS);
  await listen(server, place);
  return {
    /** Undefined at a unix socket. */
    port: (server.address() as Partial<AddressInfo>).port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
