/**
 * Renders a page with Next into memory, for a visitor who isn't signed in, and sends copies of it.
 *
 * Guarantees: a copy is what Next would send to a browser that has no cookies but those of its look. Each copy has its own
 * nonce.
 */
import { randomBytes } from 'node:crypto';
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { cookieValue } from '#lib/accounts/sealed-cookie';
import { acceptedEncoding, type Encoding } from '#lib/http/accept-encoding';
import { pageStatus, withPageStatus } from '#lib/http/page-status';
import { withBasePath } from '#lib/site/address.rules';
import type { Pages } from './pages';
import { sendWithStatus } from './send-with-status';

/** Cookies that change the look: components/shell/theme.ts and notice-cookie.ts. */
const THEME_COOKIE = 'theme';
const NOTICE_COOKIE = 'notice';
const THEMES: readonly (string | undefined)[] = ['light', 'dark'];
/** Headers that depend on the single request, or on the body's length. */
const NOT_COPIED = ['connection', 'content-length', 'date', 'etag', 'keep-alive', 'transfer-encoding'];
/** Compressing so much takes about two milliseconds; more is compressed in another thread. */
const COMPRESS_AT_ONCE_BYTES = 128 * 1024;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } };
const GZIP = { level: 4 };

const [brotliLater, gzipLater] = [promisify(brotliCompress), promisify(gzip)];

export interface Drawn {
  status: number;
  headers: OutgoingHttpHeaders;
  /** The page between its nonces. */
  parts: string[];
}

/** The parts of a response that differ between copies. */
export interface Sending {
  nonce: string;
  headers: Record<string, string>;
}

/** Reduces cookies to those that change the look, since visitors can send any. @param noticeId the id of the notice that can be closed */
export function lookOf(cookie: string | null, noticeId: string | undefined): string {
  const theme = cookieValue(cookie, THEME_COOKIE);
  const isClosed = noticeId !== undefined && cookieValue(cookie, NOTICE_COOKIE) === noticeId;
  return [...(THEMES.includes(theme) ? [`${THEME_COOKIE}=${theme}`] : []), ...(isClosed ? [`${NOTICE_COOKIE}=${noticeId}`] : [])].join(
    '; ',
  );
}

/** @param look the cookies that change the look @param readers how many readers will get a copy */
export async function drawPage(pages: Pages, path: string, look: string, readers = 1): Promise<Drawn> {
  const nonce = randomBytes(16).toString('hex');
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() }) as Socket;
  const incoming = new IncomingMessage(socket);
  incoming.method = 'GET';
  incoming.url = withBasePath(path);
  incoming.headers = { host: 'localhost', cookie: look, 'content-security-policy': `script-src 'self' 'nonce-${nonce}'` };
  const outgoing = new ServerResponse(incoming);
  outgoing.assignSocket(socket);
  const chunks: Uint8Array[] = [];
  const { write, end } = outgoing;
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
  };
  // Passes each call on; the types can't express the overloads.
  Object.assign(outgoing, {
    write(...args: unknown[]) {
      keep(args[0]);
      Reflect.apply(write, outgoing, args);
      // No socket will emit `drain`, so the writer must never wait.
      return true;
    },
    end(...args: unknown[]) {
      keep(args[0]);
      return Reflect.apply(end, outgoing, args);
    },
  });
  const page: Parameters<typeof withPageStatus>[0] = { status: null, readers };
  sendWithStatus(outgoing, (byNext) => pageStatus(page, byNext));
  await withPageStatus(page, () => pages.handle(incoming, outgoing));
  const headers = outgoing.getHeaders();
  for (const name of NOT_COPIED) delete headers[name];
  return { status: outgoing.statusCode, headers, parts: Buffer.concat(chunks).toString().split(nonce) };
}

export async function sendCopy(drawn: Drawn, incoming: IncomingMessage, outgoing: ServerResponse, sending: Sending): Promise<void> {
  const encoding = acceptedEncoding(incoming.headers['accept-encoding']);
  const plain = Buffer.from(drawn.parts.join(sending.nonce));
  // Compressing small pages here takes less time than another thread would, and waiting pages take memory.
  const body = plain.length > COMPRESS_AT_ONCE_BYTES ? await compressLater(plain, encoding) : compressNow(plain, encoding);
  // The response was ended meanwhile.
  if (outgoing.writableEnded) return;
  outgoing.writeHead(drawn.status, {
    ...drawn.headers,
    vary: [drawn.headers.vary, 'Accept-Encoding'].filter(Boolean).join(', '),
    ...(encoding === null ? {} : { 'Content-Encoding': encoding }),
    'Content-Length': body.length,
    ...sending.headers,
  });
  outgoing.end(incoming.method === 'HEAD' ? undefined : body);
}

function compressNow(body: Buffer, encoding: Encoding | null): Buffer {
  if (encoding === 'br') return brotliCompressSync(body, BROTLI);
  return encoding === 'gzip' ? gzipSync(body, GZIP) : body;
}

async function compressLater(body: Buffer, encoding: Encoding | null): Promise<Buffer> {
  if (encoding === 'br') return brotliLater(body, BROTLI);
  return encoding === 'gzip' ? gzipLater(body, GZIP) : body;
}
