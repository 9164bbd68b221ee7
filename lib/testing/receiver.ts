/** A receiver of webhooks on loopback, which responds as a test tells it and remembers its requests. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedDelivery {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** X-Service-Delivery. */
  id: string;
  event: string;
  receivedAt: number;
}

/** Responds to a request, or doesn't. */
export type Answer = (response: ServerResponse, delivery: ReceivedDelivery, request: IncomingMessage) => void;

export interface Receiver {
  /** http://127.0.0.1:PORT/hook */
  url: string;
  received: ReceivedDelivery[];
  /** Sets how it responds from now on; the first way is 200. */
  answer(how: Answer): void;
  stop(): Promise<void>;
}

export const withStatus =
  (status: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);

export async function startReceiver(first: Answer = withStatus(200)): Promise<Receiver> {
  let how = first;
  const received: ReceivedDelivery[] = [];
  // It never closes an idle connection just while a busy client sends on it.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('error', () => undefined);
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const delivery: ReceivedDelivery = {
        path: request.url ?? '',
        headers,
        body: Buffer.concat(pieces).toString('utf8'),
        id: headers['x-service-delivery'] ?? '',
        event: headers['x-service-event'] ?? '',
        receivedAt: Date.now(),
      };
      received.push(delivery);
      how(response, delivery, request);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer(next) {
      how = next;
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
