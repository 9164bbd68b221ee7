import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to Redis on which everything can get lost, without either side being told. */
export interface RedisProxy {
  url: string;
  /** Connections so far. */
  connections(): number;
  setSilent(isSilent: boolean): void;
  stop(): Promise<void>;
}

export async function startRedisProxy(redisUrl: string): Promise<RedisProxy> {
  const { hostname, port } = new URL(redisUrl);
  const sockets: Socket[] = [];
  let connections = 0;
  let silent = false;

  const server = createServer((near) => {
    connections += 1;
    const far = connect(Number(port || 6379), hostname);
    sockets.push(near, far);
    near.on('error', () => undefined).on('data', (data: Buffer) => silent || far.write(data));
    far.on('error', () => undefined).on('data', (data: Buffer) => silent || near.write(data));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    setSilent(isSilent) {
      silent = isSilent;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
