/**
 * One HTTP request, with `node:http`: loading `fetch` takes longer than the rest of this program.
 *
 * Guarantees: no request has a fragment; a redirect is followed only within the origin; a body that breaks off is an
 * error, never a short body; no error message quotes a request or response.
 */
import { type Agent, type IncomingMessage, type RequestOptions, request as requestByHttp } from 'node:http';
import { isIP } from 'node:net';
import { CliError, EXIT } from './exit';
import { version } from './package.json';
import { authorizationFor, openTunnel, proxyFor, proxyHeaders } from './proxy';

export interface HttpRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Largest response; a longer one is an error. By default MAX_RESPONSE_BYTES. */
  maxBytes?: number;
  /** Keeps connections open for further requests; without it each request has its own. */
  agent?: Agent;
}

export interface HttpResponse {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** @param totalBytes null when the response has no length */
export type Progress = (what: 'sent' | 'received', doneBytes: number, totalBytes: number | null) => void;

/** A connection counts as broken after this silence. */
const SILENCE_MS = 60_000;
const MAX_REDIRECTS = 5;
/** 10 MB as JSON when each byte is an escape of six characters. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

/** The connection broke after it was open: the server may have done what the request asked, but the response is lost. */
export class ConnectionBroken extends CliError {}

const SILENT = 'no response';
const BROKEN = ['ECONNRESET', 'ECONNABORTED', 'EPIPE', SILENT];

/** @throws CliError `later` when the server can't be reached or the connection breaks, `other` for a redirect elsewhere */
export async function send(request: HttpRequest, progress?: Progress, redirects = 0): Promise<HttpResponse> {
  const headers = { 'User-Agent': `sealpaste/${version}`, Accept: 'application/json, text/plain, application/jose', ...request.headers };
  const response = await sendAsIs({ ...request, headers }, progress);
  const { location } = response.headers;
  if (response.status < 300 || response.status > 399 || response.status === 304 || location === undefined) return response;
  const target = URL.canParse(location, request.url) ? new URL(location, request.url) : null;
  if (target?.origin !== new URL(request.url).origin) {
    throw new CliError(EXIT.other, 'The server redirects to another address, and sealpaste does not follow. Is the address right?');
  }
  // Only 307 and 308 keep the method; a changing request never becomes a GET.
  const keepsMethod = response.status > 306 || request.method === 'GET' || request.method === 'HEAD';
  if (!keepsMethod || redirects === MAX_REDIRECTS)
    throw new CliError(EXIT.other, 'The server redirects this request. Is the address right?');
  target.hash = '';
  return send({ ...request, url: target.href }, progress, redirects + 1);
}

/** One request with no other headers than these. A redirect is a response. @throws CliError as `send` */
export async function sendAsIs(
  { method, url, headers = {}, body, maxBytes = MAX_RESPONSE_BYTES, agent }: HttpRequest,
  progress?: Progress,
): Promise<HttpResponse> {
  const address = new URL(url);
  address.hash = '';
  const sent = { ...authorizationFor(address), ...headers, ...(body ? { 'Content-Length': String(body.length) } : {}) };
  const options: RequestOptions = { method, headers: sent, timeout: SILENCE_MS, agent: agent ?? false };
  const outgoing = await begin(address, options);
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(unreachable(address, error));
    let hasResponse = false;
    outgoing.on('response', (incoming) => {
      hasResponse = true;
      receive(incoming, maxBytes, progress).then(resolve, fail);
    });
    // A server may refuse and close before it read the whole body: its response counts.
    outgoing.on('error', (error) => void (hasResponse || fail(error)));
    outgoing.on('timeout', () => {
      const code = outgoing.socket?.connecting === false ? SILENT : 'ETIMEDOUT';
      outgoing.destroy(Object.assign(new Error('silence'), { code }));
    });
    if (!body) outgoing.end();
    else writeInPieces(outgoing, body, progress);
  });
}

/** @returns the request, directly or through the proxy of the environment */
async function begin(address: URL, options: RequestOptions) {
  const proxy = proxyFor(address, process.env);
  if (address.protocol !== 'https:') {
    if (proxy === null) return requestByHttp(address, options);
    const headers = { ...options.headers, Host: address.host, ...proxyHeaders(proxy) };
    return requestByHttp(proxy, { ...options, headers, path: address.href, auth: null, agent: false });
  }
  // TLS is loaded for https only: loading it takes longer than a request on loopback.
  const { request } = await import('node:https');
  if (proxy === null) return request(address, options);
  const socket = await openTunnel(proxy, address, SILENCE_MS).catch((error) => {
    throw unreachable(proxy, error);
  });
  const { connect } = await import('node:tls');
  const servername = address.hostname.replace(/^\[|\]$/g, '');
  return request(address, {
    ...options,
    agent: false,
    createConnection: () => connect({ socket, ...(isIP(servername) ? {} : { servername }) }),
  });
}

type Outgoing = ReturnType<typeof requestByHttp>;

/** Writes each piece after the previous one was sent, so that the progress is right. */
function writeInPieces(outgoing: Outgoing, body: Uint8Array, progress: Progress | undefined, from = 0): void {
  if (outgoing.destroyed) return;
  const to = Math.min(from + PIECE_BYTES, body.length);
  progress?.('sent', from, body.length);
  if (to === body.length) return void outgoing.end(body.subarray(from), () => progress?.('sent', to, to));
  outgoing.write(body.subarray(from, to), () => writeInPieces(outgoing, body, progress, to));
}

async function receive(incoming: IncomingMessage, maxBytes: number, progress?: Progress): Promise<HttpResponse> {
  const length = incoming.headers['content-length'];
  const total = length === undefined ? null : Number(length);
  const pieces: Buffer[] = [];
  let bytes = 0;
  progress?.('received', 0, total);
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new CliError(EXIT.other, 'The response is larger than this service sends. Is the address right?');
    pieces.push(piece);
    progress?.('received', bytes, total);
  }
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(pieces) };
}

function unreachable({ host }: URL, error: NodeJS.ErrnoException): Error {
  if (error instanceof CliError) return error;
  const { code = 'network error' } = error;
  const Kind = BROKEN.includes(code) ? ConnectionBroken : CliError;
  return new Kind(EXIT.later, `${host} can't be reached, or the connection broke (${code}). Try again later`);
}
