import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { inPieces, PIECE_BYTES, type Reply } from './reply';

/**
 * Writes a reply to Node's response, as `toResponse` makes a `Response` of it for other hosts.
 *
 * Guarantees: a long body is sent in pieces, each when the reader has taken the previous one; the source of the body ends
 * when the reader leaves.
 * @param headers of every response; the reply's are added to them
 * @param onError called when a streamed body breaks off; the connection then ends, so that the client notices
 */
export async function sendReply(
  outgoing: ServerResponse,
  { status, headers: own, setCookies, body }: Reply,
  headers: Record<string, string>,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const name in own) headers[name] = own[name] as string;
  if (setCookies) outgoing.setHeader('Set-Cookie', setCookies);
  if (body === null) return void outgoing.writeHead(status, headers).end();
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    outgoing.writeHead(status, headers).flushHeaders();
    return sendPieces(outgoing, body, onError);
  }
  const bytes = typeof body === 'string' && body.length > PIECE_BYTES ? Buffer.from(body) : body;
  headers['Content-Length'] = String(typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length);
  outgoing.writeHead(status, headers);
  if (typeof bytes === 'string' || bytes.length <= PIECE_BYTES) return void outgoing.end(bytes);
  return sendPieces(outgoing, [bytes], onError);
}

async function sendPieces(
  outgoing: ServerResponse,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  onError: (error: unknown) => void,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  try {
    for await (const piece of inPieces(source)) {
      if (outgoing.destroyed) return;
      if (!outgoing.write(piece) && outgoing.writableLength > 0) await once(outgoing, 'drain', { signal: gone.signal });
    }
    outgoing.end();
  } catch (error) {
    if (gone.signal.aborted) return;
    onError(error);
    outgoing.destroy();
  }
}
