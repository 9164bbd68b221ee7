/** A proxy between a client and the server that records requests and can hold single ones. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Gate {
  /** The address that the client uses instead of the server's. */
  url: string;
  /** Method and path of each request that was let through, e.g. `GET /raw/…`. */
  passed(): string[];
  /** Holds the first request whose method and path match, and every later one like it. @returns when one has arrived */
  hold(pattern: RegExp): Promise<void>;
  /** Loses the response to the next matching request: the server has handled the request, then the connection breaks. */
  loseResponse(pattern: RegExp): void;
  /** Breaks the held requests, which the server never sees, and lets later ones pass again. */
  drop(): void;
  close(): Promise<void>;
}

/** @param target the server's address */
export async function startGate(target: string): Promise<Gate> {
  const passed: string[] = [];
  let held: ServerResponse[] = [];
  let losing: RegExp | null = null;
  let holding: { pattern: RegExp; seen: () => void } | null = null;

  const server = createServer((incoming, outgoing) => {
    const name = `${incoming.method} ${incoming.url}`;
    if (holding?.pattern.test(name)) {
      held.push(outgoing);
      return holding.seen();
    }
    passed.push(name);
    const isLost = losing?.test(name) === true;
    if (isLost) losing = null;
    forward(incoming, outgoing, target, isLost);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed: () => passed,
    hold: (pattern) =>
      new Promise((resolve) => {
        holding = { pattern, seen: resolve };
      }),
    loseResponse(pattern) {
      losing = pattern;
    },
    drop() {
      holding = null;
      for (const outgoing of held) outgoing.destroy();
      held = [];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, target: string, isLost: boolean): void {
  const upstream = request(`${target}${incoming.url}`, { method: incoming.method, headers: incoming.headers, agent: false });
  upstream.on('response', (response) => {
    if (isLost) return void outgoing.destroy();
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  upstream.on('error', () => outgoing.destroy());
  outgoing.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
}
