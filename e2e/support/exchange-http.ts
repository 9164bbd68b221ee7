/**
 * Requests as `fetch` of Node sends them, and whole responses, for a fifth of its processor time: a test client that
 * costs more than the server it asks makes every race slower.
 */
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';

export interface HttpAnswer {
  status: number;
  headers: Headers;
  /** Decoded, without a byte order mark. */
  text: string;
}

interface Sent {
  method: string;
  headers: Record<string, string>;
  body?: string;
}

/** Those of `fetch`: the service tells browsers, programs and preview bots apart by them. */
const HEADERS = {
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
  'accept-encoding': 'gzip, deflate',
};
/** After so long an idle connection is closed by the client, as by `fetch`. */
const IDLE_MS = 4_000;
const DECODERS: Record<string, (bytes: Buffer) => Promise<Buffer>> = { gzip: promisify(gunzip), deflate: promisify(inflate) };

const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });

/** Follows no redirect. @throws when the connection breaks before the response is whole */
export async function exchangeHttp(url: string, { method, headers, body }: Sent): Promise<HttpAnswer> {
  // By lower-case name, so that a header of the caller replaces that of `fetch`.
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const { response, bytes } = await send(url, { agent, method, headers: { ...HEADERS, ...length, ...named } }, body);
  const received = new Headers();
  for (let at = 0; at < response.rawHeaders.length; at += 2)
    received.append(response.rawHeaders[at] as string, response.rawHeaders[at + 1] as string);
  const decode = DECODERS[received.get('content-encoding') ?? ''];
  const text = new TextDecoder().decode(decode && bytes.length > 0 ? await decode(bytes) : bytes);
  return { status: response.statusCode ?? 0, headers: received, text };
}

function send(url: string, options: RequestOptions, body: string | undefined): Promise<{ response: IncomingMessage; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options);
    // Once the response has come, that the rest of the body isn't wanted any more is no error: the response would break off.
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      outgoing.off('error', reject).on('error', () => undefined);
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => resolve({ response, bytes: Buffer.concat(pieces) }));
    });
    outgoing.end(body);
  });
}
