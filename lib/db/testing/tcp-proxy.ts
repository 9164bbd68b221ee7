import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A way to a server on which bytes can get late or lost, without either side being told, and which can lead elsewhere. */
export interface TcpProxy {
  /** The server's URL by this way. */
  url: string;
  port: number;
  /** Connections so far. */
  connections(): number;
  setSilent(isSilent: boolean): void;
  /** Ends all connections, losing what is under way; further ones lead to this port, or nowhere. */
  leadTo(port: number | null): void;
  stop(): Promise<void>;
}

const DEFAULT_PORTS: Record<string, string> = { 'redis:': '6379', 'postgresql:': '5432' };

/** @param delayMs how long each piece is on its way, in each direction */
export async function startTcpProxy(serverUrl: string, { delayMs = 0 } = {}): Promise<TcpProxy> {
  const url = new URL(serverUrl);
  let port: number | null = Number(url.port || DEFAULT_PORTS[url.protocol]);
  const sockets = new Set<Socket>();
  let connections = 0;
  let silent = false;

  const server = createServer((near) => {
    connections += 1;
    if (port === null) return near.destroy();
    const far = connect(port, url.hostname);
    pass(near, far);
    pass(far, near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  function pass(from: Socket, to: Socket): void {
    sockets.add(from);
    // Pieces wait one behind the other, so that they arrive in their order.
    let last = Promise.resolve();
    from
      .setNoDelay(true)
      .on('error', () => undefined)
      .on('close', () => {
        sockets.delete(from);
        if (!silent) to.end();
      })
      .on('data', (data: Buffer) => {
        if (silent) return;
        if (delayMs === 0) return void to.write(data);
        const arrived = delay(delayMs);
        last = last.then(() => arrived).then(() => void (to.destroyed || to.write(data)));
      });
  }
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  const nearPort = (server.address() as AddressInfo).port;
  url.host = `127.0.0.1:${nearPort}`;
  return {
    url: url.href,
    port: nearPort,
    connections: () => connections,
    setSilent(isSilent) {
      silent = isSilent;
    },
    leadTo(next) {
      port = next;
      endAll();
    },
    async stop() {
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
