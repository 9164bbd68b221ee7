/** Opens plain TCP connections, for requests that no HTTP library would send. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawConnection {
  socket: Socket;
  /** The bytes received so far, one character a byte. */
  received(): string;
  /** Resolves when the connection has ended, in whatever way. */
  closed: Promise<void>;
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  body: string;
}

export async function connectRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A reset ends the connection like any close; the bytes before it count.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return { socket, received: () => Buffer.concat(chunks).toString('latin1'), closed };
}

/** Sends the text. @returns all that the server sends until it closes the connection */
export async function exchange(url: string, text: string | Buffer): Promise<string> {
  const { socket, received, closed } = await connectRaw(url);
  socket.write(text);
  await closed;
  return received();
}

/** Parses the first response among the received bytes. */
export function parseAnswer(received: string): RawAnswer {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) throw new Error(`expected a response, got ${JSON.stringify(received.slice(0, 200))}`);
  const [statusLine = '', ...lines] = received.slice(0, end).split('\r\n');
  const headers = new Headers(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
  return { status: Number(statusLine.split(' ')[1]), headers, body: received.slice(end + 4) };
}

/** Head of a request that is to be followed by a body in chunks. */
export function chunkedHead(path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${lines.join('')}Transfer-Encoding: chunked\r\n\r\n`;
}

export function chunk(bytes: string | Buffer): Buffer {
  const data = Buffer.from(bytes as string);
  return Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]);
}
