/**
 * A proxy that records all bytes that a browser sends to the server, as they pass on the wire (requests of pages and workers,
 * beacons, frames of sockets), and that can hold up a response.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';

export interface Recorder {
  /** The address that the browser uses instead of the server's. */
  url: string;
  /** All bytes sent since the start or the last `startAnew`. */
  sent(): Buffer;
  /** Forgets the bytes sent so far. */
  startAnew(): void;
  /** Holds up the response to this path after `bytes` bytes. @returns a function that lets it go on */
  hold(path: string, bytes: number): () => void;
  /** @param port of the server, on this machine */
  forwardTo(port: number): void;
  close(): Promise<void>;
}

export async function startRecorder(): Promise<Recorder> {
  let sent: Buffer[] = [];
  const sockets = new Set<Socket>();
  let target = 0;
  let held: { request: string; bytes: number; end: Promise<void> } | null = null;
  const server = createServer((browser) => {
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [browser, upstream]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    browser.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => browser.destroy());
    let left = Number.POSITIVE_INFINITY;
    browser.on('data', (bytes: Buffer) => {
      sent.push(bytes);
      left = held && bytes.includes(held.request) ? held.bytes : Number.POSITIVE_INFINITY;
    });
    browser.pipe(upstream);
    const passed = async function* () {
      for await (const bytes of upstream as AsyncIterable<Buffer>) {
        yield bytes;
        left -= bytes.length;
        if (left <= 0) await held?.end;
      }
    };
    Readable.from(passed())
      .on('error', () => browser.destroy())
      .pipe(browser);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => Buffer.concat(sent),
    startAnew: () => {
      sent = [];
    },
    hold(path, bytes) {
      let goOn = () => {};
      const end = new Promise<void>((resolve) => (goOn = resolve));
      held = { request: `GET ${path} `, bytes, end };
      return () => {
        held = null;
        goOn();
      };
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
