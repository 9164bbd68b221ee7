/** All bytes that a browser sends, as they pass on the wire: requests of pages and workers, beacons, frames of sockets. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Recorder {
  /** Where the browser goes instead of the server itself. */
  url: string;
  /** Everything sent so far, or since it was told to start anew. */
  sent(): Buffer;
  /** Forgets what was sent. */
  startAnew(): void;
  /** @param port of the server, on this machine */
  forwardTo(port: number): void;
  close(): Promise<void>;
}

export async function startRecorder(): Promise<Recorder> {
  let sent: Buffer[] = [];
  const sockets = new Set<Socket>();
  let target = 0;
  const server = createServer((browser) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [browser, upstream],
      [upstream, browser],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    browser.on('data', (bytes: Buffer) => sent.push(bytes));
    browser.pipe(upstream);
    upstream.pipe(browser);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => Buffer.concat(sent),
    startAnew: () => {
      sent = [];
    },
    forwardTo: (port) => {
      target = port;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
