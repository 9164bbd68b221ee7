/** A real mail server on loopback (smtp-server), which keeps what it takes. A test tells it what to refuse. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export const MAIL_USER = 'paste@example.org';
/** With characters that an address must encode. */
export const MAIL_PASSWORD = 'p@ss/word:1';

interface TakenMail {
  from: string;
  to: string;
  /** Headers by their names in lower case, unfolded. */
  headers: Record<string, string>;
  /** The whole mail, as it came. */
  raw: string;
  /** The decoded parts by their media type. */
  parts: Record<string, string>;
  isEncrypted: boolean;
  user: string | undefined;
}

/** A step of a session, and what it is about. */
interface Step {
  at: 'connect' | 'auth' | 'from' | 'to' | 'data';
  address: string;
}

/** The code and text of a refusal; undefined: the server takes it; a promise: the server is slow. */
type Behaviour = (step: Step) => string | undefined | Promise<string | undefined>;

export interface MailServer {
  port: number;
  /** PEM of the certificate. */
  certificate: string;
  taken: TakenMail[];
  /** Connections so far, and the most at a time. */
  connections: { count: number; most: number };
  behave(how: Behaviour): void;
  stop(): Promise<void>;
}

/** A certificate for localhost, by openssl. */
function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'mail-server-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}

/** @param options `secure`: TLS from the first byte; `hideSTARTTLS`; `authOptional` */
export async function startMailServer(options: SMTPServerOptions & { port?: number } = {}): Promise<MailServer> {
  const { key, cert } = makeCertificate();
  const taken: TakenMail[] = [];
  const connections = { count: 0, most: 0, open: 0 };
  let how: Behaviour = () => undefined;
  const decide = async (at: Step['at'], address: string, done: (error?: Error | null) => void) => {
    const refusal = await how({ at, address });
    done(refusal === undefined ? null : Object.assign(new Error(refusal.slice(4)), { responseCode: Number(refusal.slice(0, 3)) }));
  };
  const server = new SMTPServer({
    key,
    cert,
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onConnect(_, done) {
      connections.count += 1;
      connections.open += 1;
      connections.most = Math.max(connections.most, connections.open);
      void decide('connect', '', done);
    },
    onClose: () => void (connections.open -= 1),
    onAuth({ username = '', password }, _, done) {
      const isRight = username === MAIL_USER && password === MAIL_PASSWORD;
      void decide('auth', username, (error) =>
        done(error ?? (isRight ? null : new Error('Invalid login')), isRight ? { user: username } : undefined),
      );
    },
    onMailFrom: ({ address }, _, done) => void decide('from', address, done),
    onRcptTo: ({ address }, _, done) => void decide('to', address, done),
    onData(stream, { envelope, secure, user }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const to = envelope.rcptTo[0]?.address ?? '';
        await decide('data', to, (error) => {
          if (!error) {
            const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
            const raw = Buffer.concat(chunks).toString('utf8');
            taken.push({ from, to, raw, ...parse(raw), isEncrypted: Boolean(secure), user: typeof user === 'string' ? user : undefined });
          }
          done(error);
        });
      });
    },
    ...options,
  });
  // Clients that don't trust the certificate end the connection.
  server.on('error', () => undefined);
  const listening = server.listen(options.port ?? 0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    certificate: cert,
    taken,
    connections,
    behave(next) {
      how = next;
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const connection of server.connections) connection.close();
      await closed;
    },
  };
}

/** A server that accepts connections and says what it is told, such as nothing at all. */
export async function startSilentServer(onConnection: (socket: Socket) => void = () => undefined) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function parse(raw: string): Pick<TakenMail, 'headers' | 'parts'> {
  const { headers, body } = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  const inner =
    boundary === undefined
      ? []
      : body
          .split(`--${boundary}`)
          .slice(1, -1)
          .map((part) => split(part.trimStart()));
  return { headers, parts: Object.fromEntries(inner.map((part) => [part.headers['content-type']?.split(';')[0], decode(part)])) };
}

function split(text: string): { headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.replace(/^[^:]*:\s*/, '')]));
  return { headers, body: rest.join('\r\n\r\n') };
}

function decode({ headers, body }: ReturnType<typeof split>): string {
  const encoding = headers['content-transfer-encoding'] ?? '';
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n');
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n');
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}
