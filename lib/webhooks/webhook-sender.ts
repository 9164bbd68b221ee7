/**
 * Sends one request to an address that somebody else has chosen.
 *
 * Guarantees: nothing is sent to an address that isn't public, unless the operator names that very host, whatever the URL, the name
 * servers or a redirect say: every address is checked, and the connection goes to the checked one. No redirect is followed, no socket is used twice, no
 * proxy variable applies. A request takes at most DELIVERY_TIMEOUT_MS from the DNS query to the last byte of the response,
 * and keeps at most MAX_RESPONSE_BYTES. What a response repeats of the request's credentials is cut out.
 * Not protected: the public address may be the wrong one. TLS proves the name.
 */
import type { Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import { currentTraceparent } from '../tracing/trace-context';
import { DELIVERY_TIMEOUT_MS, MAX_RESPONSE_BYTES, MAX_STORED_RESPONSE_CHARACTERS } from './webhook.rules';
import { literalOf, problemWithAddress, problemWithUrl, type Resolve, type TargetRules } from './webhook-address';

/** undici's function that opens a connection; tests replace it by one that connects to nothing. */
export type Connect = ReturnType<typeof buildConnector>;

export interface SenderOptions extends TargetRules {
  resolve: Resolve;
  connect?: Connect;
  timeoutMs?: number;
}

export interface SendResult {
  /** Null when there was no response; then `error` gives the reason. */
  status: number | null;
  /** At most MAX_STORED_RESPONSE_CHARACTERS characters. */
  body: string | null;
  error: string | null;
  /** The delay that the receiver asked for with Retry-After. */
  retryAfterMs: number | null;
  durationMs: number;
}

interface SendOptions {
  method?: 'POST' | 'PUT';
  /** Credentials in the request, which must not be kept when the response repeats them. */
  hidden?: readonly string[];
}

/** The type of the content is JSON, unless `headers` say otherwise. */
export type Send = (url: string, headers: Record<string, string>, body: string, options?: SendOptions) => Promise<SendResult>;

/** Nothing was sent; the message tells the endpoint's owner why. */
class NotSentError extends Error {
  override readonly name = 'NotSentError';
}

/** Limit for one of several addresses, which leaves time for the others. */
const CONNECT_TIMEOUT_MS = 4_000;

export function createSender(options: SenderOptions): Send {
  const { allowInsecure, allow, timeoutMs = DELIVERY_TIMEOUT_MS } = options;
  const connect = options.connect ?? buildConnector({ timeout: CONNECT_TIMEOUT_MS, maxCachedSessions: 0, allowH2: false });

  async function connectToChecked(request: buildConnector.Options, signal: AbortSignal): Promise<Socket> {
    const url = new URL(`${request.protocol}//${request.host}`);
    const addresses = await checkedAddresses(url);
    let failure: unknown;
    for (const address of addresses) {
      signal.throwIfAborted();
      try {
        const socket = await connectTo(address, request);
        const reached = socket.remoteAddress ?? address;
        const problem = problemWithAddress(options, url, reached, socket.remotePort ?? 0);
        if (problem === null) return socket;
        socket.destroy();
        throw new NotSentError(problem);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  function connectTo(address: string, request: buildConnector.Options): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const done = (...[error, socket]: Parameters<buildConnector.Callback>) => (socket ? resolve(socket) : reject(error));
      connect({ ...request, hostname: address, servername: literalOf(new URL(`http://${request.host}`)) ? '' : request.hostname }, done);
    });
  }

  /** Resolves the host's addresses. @throws NotSentError unless every one is allowed */
  async function checkedAddresses(url: URL): Promise<string[]> {
    const literal = literalOf(url);
    const addresses = literal === null ? await options.resolve(url.hostname) : [literal];
    if (addresses.length === 0) throw new NotSentError('the host name has no address');
    const problem = addresses.map((address) => problemWithAddress(options, url, address)).find((each) => each !== null);
    if (problem) throw new NotSentError(problem);
    return addresses;
  }

  return async (target, headers, body, { method = 'POST', hidden = [] } = {}) => {
    const startedAt = performance.now();
    const deadline = new AbortController();
    let client: Client | undefined;
    const timer = setTimeout(() => {
      deadline.abort();
      // The signal doesn't reach a request that has no connection yet.
      client?.destroy().catch(() => undefined);
    }, timeoutMs);
    const finish = (result: Pick<SendResult, 'status'> & Partial<SendResult>): SendResult => ({
      body: null,
      error: null,
      retryAfterMs: null,
      durationMs: Math.round(performance.now() - startedAt),
      ...result,
    });
    try {
      const problem = problemWithUrl(target, allowInsecure, allow);
      if (problem !== null) throw new NotSentError(problem);
      const url = new URL(target);
      client = new Client(url.origin, {
        connect: (request, callback) =>
          void connectToChecked(request, deadline.signal).then(
            (socket) => callback(null, socket),
            (error: Error) => callback(error, null),
          ),
        // Off: our own deadline covers everything.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const traceparent = currentTraceparent();
      const answer = await client.request({
        method,
        path: `${url.pathname}${url.search}`,
        headers: {
          ...headers,
          ...(traceparent === null ? {} : { traceparent }),
          'Content-Type': headers['Content-Type'] ?? 'application/json',
          'User-Agent': 'Sealpaste-Webhooks/1',
        },
        body,
        reset: true,
        signal: deadline.signal,
      });
      const text = await readBeginning(answer.body, hidden);
      return finish({ status: answer.statusCode, body: text, retryAfterMs: parseRetryAfter(answer.headers['retry-after']) });
    } catch (error) {
      return finish({ status: null, error: deadline.signal.aborted ? `no answer within ${timeoutMs / 1000} s` : describe(error) });
    } finally {
      clearTimeout(timer);
      // close() would wait for the end of the response, which may never come.
      client?.destroy().catch(() => undefined);
    }
  };
}

/** Reads the beginning of a response, up to its end, the deadline or a broken connection. */
async function readBeginning(body: AsyncIterable<Buffer>, hidden: readonly string[]): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of body) {
      pieces.push(piece.subarray(0, MAX_RESPONSE_BYTES - length));
      length += piece.length;
      if (length >= MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // The receiver or the deadline cut the response off.
  }
  const text = Buffer.concat(pieces).toString('utf8');
  return storable(hidden.reduce((rest, credential) => rest.replaceAll(credential, '…'), text));
}

/** The beginning of a text, without half surrogate pairs and without U+0000, which PostgreSQL can't store. */
function storable(text: string): string {
  return text
    .slice(0, MAX_STORED_RESPONSE_CHARACTERS)
    .replaceAll('\0', '\ufffd')
    .replace(/[\ud800-\udbff]$/, '');
}

/** Parses seconds or a date (RFC 9110, 10.2.3). */
function parseRetryAfter(value: string | string[] | undefined): number | null {
  if (typeof value !== 'string') return null;
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1000;
  const date = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed before an answer',
  EPIPE: 'connection closed before an answer',
  UND_ERR_SOCKET: 'connection closed before an answer',
  EHOSTUNREACH: 'host not reachable',
  ENETUNREACH: 'host not reachable',
  ETIMEDOUT: 'no connection',
  UND_ERR_CONNECT_TIMEOUT: 'no connection',
  ENOTFOUND: 'host name not found',
  ENODATA: 'host name not found',
  EAI_AGAIN: 'name servers not reachable',
  ESERVFAIL: 'name servers not reachable',
  ETIMEOUT: 'name servers not reachable',
  UND_ERR_HEADERS_OVERFLOW: 'headers of the answer too large',
};

/** Describes an error in our own words: its message holds addresses of this network. */
function describe(error: unknown): string {
  if (error instanceof NotSentError) return `not sent: ${error.message}`;
  const code = String((error as { code?: unknown }).code ?? '');
  if ((error as Error).name === 'HTTPParserError') return 'the answer was not HTTP';
  if (/CERT|TLS|SSL|EPROTO|UNABLE_TO|SELF_SIGNED/.test(code)) return `TLS failed (${code})`;
  return REASONS[code] ?? 'connection failed';
}
