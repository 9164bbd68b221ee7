/**
 * The page that says that nothing is there, for addresses that no page has: mostly programs look for them, hundreds at a
 * time. Next draws it once for each look that it may have, and a copy is sent, with a nonce of its own.
 *
 * Guarantees: what is sent is what Next would send. Drawing what names its visitor is left to Next.
 */
import { randomBytes } from 'node:crypto';
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { cookieValue } from '#lib/accounts/sealed-cookie';
import { acceptedEncoding, type Encoding } from '#lib/http/accept-encoding';
import { withBasePath } from '#lib/site/address.rules';
import type { Pages } from './pages';

/** Cookies that change the look: components/shell/theme.ts and notice-cookie.ts. */
const THEME_COOKIE = 'theme';
const NOTICE_COOKIE = 'notice';
const THEMES: readonly (string | undefined)[] = ['light', 'dark'];
/** An address that no page has. */
const NOWHERE = '/-';
/** What depends on the one request, or on the length of the body. */
const NOT_COPIED = ['connection', 'content-length', 'date', 'etag', 'keep-alive', 'transfer-encoding'];

interface Drawn {
  headers: OutgoingHttpHeaders;
  /** The page between its nonces. */
  parts: string[];
}

/** What every response needs besides. */
interface Sending {
  nonce: string;
  headers: Record<string, string>;
}

export interface MissingPage {
  /** Whether a copy is the response; else Next draws the page, or there is one. @param path without the query */
  isFor(incoming: IncomingMessage, path: string): boolean;
  send(incoming: IncomingMessage, outgoing: ServerResponse, sending: Sending): Promise<void>;
}

/**
 * @param personalCookies names of the cookies that name a visitor
 * @param noticeId of the operator's notice, which visitors can close
 */
export function createMissingPage(pages: Pages, personalCookies: readonly string[], noticeId: string | undefined): MissingPage {
  const drawn = new Map<string, Promise<Drawn>>();

  /** The same for all cookies with which the page looks the same: visitors can send any. */
  function lookOf(cookie: string | null): string {
    const theme = cookieValue(cookie, THEME_COOKIE);
    const isClosed = noticeId !== undefined && cookieValue(cookie, NOTICE_COOKIE) === noticeId;
    return [...(THEMES.includes(theme) ? [`${THEME_COOKIE}=${theme}`] : []), ...(isClosed ? [`${NOTICE_COOKIE}=${noticeId}`] : [])].join(
      '; ',
    );
  }

  function drawOnce(look: string): Promise<Drawn> {
    const known = drawn.get(look) ?? draw(pages, look);
    drawn.set(look, known);
    known.catch(() => drawn.delete(look));
    return known;
  }

  return {
    isFor({ headers }, path) {
      const { cookie = null } = headers;
      if (pages.hasPage === undefined || headers.rsc !== undefined || pages.hasPage(path)) return false;
      return personalCookies.every((name) => cookieValue(cookie, name) === undefined);
    },

    async send(incoming, outgoing, { nonce, headers }) {
      const { headers: own, parts } = await drawOnce(lookOf(incoming.headers.cookie ?? null));
      const encoding = acceptedEncoding(incoming.headers['accept-encoding']);
      const body = compress(Buffer.from(parts.join(nonce)), encoding);
      outgoing.writeHead(404, {
        ...own,
        vary: [own.vary, 'Accept-Encoding'].filter(Boolean).join(', '),
        ...(encoding === null ? {} : { 'Content-Encoding': encoding }),
        'Content-Length': body.length,
        ...headers,
      });
      outgoing.end(incoming.method === 'HEAD' ? undefined : body);
    },
  };
}

/** As a request of nobody. @throws where Next says anything else than that nothing is there */
async function draw(pages: Pages, cookie: string): Promise<Drawn> {
  const nonce = randomBytes(16).toString('hex');
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() }) as Socket;
  const incoming = new IncomingMessage(socket);
  incoming.method = 'GET';
  incoming.url = withBasePath(NOWHERE);
  incoming.headers = { host: 'localhost', cookie, 'content-security-policy': `script-src 'self' 'nonce-${nonce}'` };
  const outgoing = new ServerResponse(incoming);
  outgoing.assignSocket(socket);
  const chunks: Uint8Array[] = [];
  const { write, end } = outgoing;
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
  };
  // Passes each call on unchanged; the types can't express the overloads.
  Object.assign(outgoing, {
    write(...args: unknown[]) {
      keep(args[0]);
      return Reflect.apply(write, outgoing, args);
    },
    end(...args: unknown[]) {
      keep(args[0]);
      return Reflect.apply(end, outgoing, args);
    },
  });
  await pages.handle(incoming, outgoing);
  if (outgoing.statusCode !== 404) throw new Error(`expected the page of nothing, got status ${outgoing.statusCode}`);
  const headers = outgoing.getHeaders();
  for (const name of NOT_COPIED) delete headers[name];
  return { headers, parts: Buffer.concat(chunks).toString().split(nonce) };
}

/** At once, and not in a thread: it takes a fraction of a millisecond, and what waits takes memory. */
function compress(body: Buffer, encoding: Encoding | null): Buffer {
  if (encoding === 'br')
    return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } });
  return encoding === 'gzip' ? gzipSync(body, { level: 4 }) : body;
}
