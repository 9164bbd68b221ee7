import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A TCP proxy in front of a server. It can delay or drop bytes without either side learning of it, or switch to another server. */
export interface TcpProxy {
  /** The server's URL through this proxy. */
  url: string;
  port: number;
  /** Number of connections so far. */
  connections(): number;
  setSilent(isSilent: boolean): void;
  /** Ends all connections and loses bytes under way; new ones lead to this port, or are refused with null. */
  leadTo(port: number | null): void;
  stop(): Promise<void>;
}

const DEFAULT_PORTS: Record<string, string> = { 'redis:': '6379', 'postgresql:': '5432' };

/** @param delayMs delay of each piece of data, in each direction */
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
    // Each piece waits for the one before, so that they arrive in order.
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
