/**
 * Pages that are the same for everybody who isn't signed in: the ones that most visits begin with, and the one that says
 * that nothing is there, which programs look for hundreds at a time. Next draws each once for each look that it may have,
 * and copies are sent, with a nonce of their own (docs/decisions/0060-copies-of-pages.md).
 *
 * Guarantees: what is sent is what Next would send to a browser. What names its visitor, or depends on more than the path,
 * is left to Next; so are pages of so many bytes that compressing a copy would hold up others.
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
/** Of these nothing depends on the request but the look. */
const SHARED_PATHS: readonly string[] = ['/', '/requests', '/docs/how', '/docs/cli'];
/** What depends on the one request, or on the length of the body. */
const NOT_COPIED = ['connection', 'content-length', 'date', 'etag', 'keep-alive', 'transfer-encoding'];

/** The same for all who aren't signed in. */
export interface SharedPage {
  /** Its path; for all that no page has, one of them. */
  path: string;
  status: 200 | 404;
}

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

/**
 * @param personalCookies names of the cookies that name a visitor
 * @param noticeId of the operator's notice, which visitors can close
 */
export function createDrawnPages(pages: Pages, personalCookies: readonly string[], noticeId: string | undefined) {
  const drawn = new Map<string, Promise<Drawn>>();

  /** The same for all cookies with which the page looks the same: visitors can send any. */
  function lookOf(cookie: string | null): string {
    const theme = cookieValue(cookie, THEME_COOKIE);
    const isClosed = noticeId !== undefined && cookieValue(cookie, NOTICE_COOKIE) === noticeId;
    return [...(THEMES.includes(theme) ? [`${THEME_COOKIE}=${theme}`] : []), ...(isClosed ? [`${NOTICE_COOKIE}=${noticeId}`] : [])].join(
      '; ',
    );
  }

  function drawOnce(page: SharedPage, look: string): Promise<Drawn> {
    const key = `${page.path} ${look}`;
    const known = drawn.get(key);
    if (known !== undefined) return known;
    const drawing = draw(pages, page, look);
    drawn.set(key, drawing);
    drawing.catch(() => drawn.delete(key));
    return drawing;
  }

  return {
    /** @param path without the query @returns the page of which a copy is the response; null: Next draws the response */
    find({ headers, url }: IncomingMessage, path: string): SharedPage | null {
      const { cookie = null } = headers;
      if (pages.hasPage === undefined || headers.rsc !== undefined) return null;
      if (personalCookies.some((name) => cookieValue(cookie, name) !== undefined)) return null;
      if (!pages.hasPage(path)) return { path: NOWHERE, status: 404 };
      return url === path && SHARED_PATHS.includes(path) ? { path, status: 200 } : null;
    },

    async send(page: SharedPage, incoming: IncomingMessage, outgoing: ServerResponse, { nonce, headers }: Sending): Promise<void> {
      const { headers: own, parts } = await drawOnce(page, lookOf(incoming.headers.cookie ?? null));
      // Given up meanwhile.
      if (outgoing.writableEnded) return;
      const encoding = acceptedEncoding(incoming.headers['accept-encoding']);
      const body = compress(Buffer.from(parts.join(nonce)), encoding);
      outgoing.writeHead(page.status, {
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

/** As a request of nobody. @throws where Next responds with another status */
async function draw(pages: Pages, { path, status }: SharedPage, cookie: string): Promise<Drawn> {
  const nonce = randomBytes(16).toString('hex');
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() }) as Socket;
  const incoming = new IncomingMessage(socket);
  incoming.method = 'GET';
  incoming.url = withBasePath(path);
  incoming.headers = { host: 'localhost', cookie, 'content-security-policy': `script-src 'self' 'nonce-${nonce}'` };
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
      // Without a server nothing says when there is room again.
      return true;
    },
    end(...args: unknown[]) {
      keep(args[0]);
      return Reflect.apply(end, outgoing, args);
    },
  });
  await pages.handle(incoming, outgoing);
  if (outgoing.statusCode !== status) throw new Error(`expected ${path} with status ${status}, got ${outgoing.statusCode}`);
  const headers = outgoing.getHeaders();
  for (const name of NOT_COPIED) delete headers[name];
  return { headers, parts: Buffer.concat(chunks).toString().split(nonce) };
}

/** At once, and not in a thread: it takes about a millisecond, and what waits takes memory. */
function compress(body: Buffer, encoding: Encoding | null): Buffer {
  if (encoding === 'br')
    return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } });
  return encoding === 'gzip' ? gzipSync(body, { level: 4 }) : body;
}
