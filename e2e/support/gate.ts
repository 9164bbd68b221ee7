/** A proxy between a client and the server, at which single requests can be held, and are written down. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Gate {
  /** Where the client goes instead of the server itself. */
  url: string;
  /** Method and path of each request that was let through, e.g. `GET /raw/…`. */
  passed(): string[];
  /** From now on the first request whose method and path match is held, and with it every one like it. @returns when one is there */
  hold(pattern: RegExp): Promise<void>;
  /** The response to the next request that matches is lost: the server has done what it was asked, and the connection breaks. */
  loseResponse(pattern: RegExp): void;
  /** Held requests are cut off, unseen by the server; others pass again. */
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
