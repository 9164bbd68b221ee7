/**
 * Has Next render a page into memory, so that its status, headers and body are plain values before any of them is sent.
 *
 * Guarantees: at most `MAX_AT_ONCE` pages are rendered at a time and at most `MAX_WAITING` wait, in the order in which they came;
 * more are refused at once. A page takes a place until it is rendered: a slow reader keeps nobody else waiting. Next learns when
 * the reader leaves, and renders nothing for a reader who has left or was told to come again.
 */
import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import pLimit from 'p-limit';
import type { Reply } from '#lib/http/reply';

/** More than one, because a page that waits for the database leaves the processor to others. */
export const MAX_AT_ONCE = 8;
/** About five seconds of work for one core. The default of HTTP_MAX_REQUESTS is higher, which leaves places for the API. */
export const MAX_WAITING = 400;

/** The end of a head in HTTP/1.1. */
const HEAD_END = '\r\n\r\n';

/** A page with the names of its headers in lower case, without its length, which compression changes. */
export interface CollectedPage extends Reply {
  headers: Record<string, string>;
  body: Buffer;
}

type Render = (page: ServerResponse) => Promise<void>;

export function createPageCollector() {
  const limit = pLimit(MAX_AT_ONCE);
  return {
    /** Whether no further page may wait. */
    isFull: (): boolean => limit.pendingCount >= MAX_WAITING,
    /** @returns null when the response has ended meanwhile @throws what `render` throws, and when Next ends a page half-way */
    collect: (outgoing: ServerResponse, render: Render): Promise<CollectedPage | null> =>
      limit(() => (isEnded(outgoing) ? null : collect(outgoing, render))),
  };
}

/** Whether the reader has left, or the response was refused. */
export const isEnded = ({ destroyed, writableEnded }: ServerResponse): boolean => destroyed || writableEnded;

async function collect(outgoing: ServerResponse, render: Render): Promise<CollectedPage | null> {
  // Nothing would tell Next of a drain.
  const sink = new PassThrough({ highWaterMark: Number.MAX_SAFE_INTEGER });
  // The page's end half-way says enough.
  sink.on('error', () => undefined);
  const page = new ServerResponse(outgoing.req);
  page.useChunkedEncodingByDefault = false;
  // Next's headers join these. Without any, Node doesn't keep those that Next gives with the status.
  page.setHeaders(new Map(Object.entries(outgoing.getHeaders() as Record<string, string>)));
  page.assignSocket(sink as unknown as Socket);
  const leave = () => sink.destroy();
  outgoing.once('close', leave);
  try {
    const ended = new Promise<boolean>((resolve) => {
      page.once('finish', () => resolve(true));
      page.once('close', () => resolve(false));
    });
    const isWhole = await Promise.race([ended, render(page).then(() => ended)]);
    if (isEnded(outgoing)) return null;
    if (!isWhole) throw new Error('the page ended half-way');
    const sent = sink.read() as Buffer;
    const { 'set-cookie': cookies = [], 'content-length': _, ...headers } = page.getHeaders();
    return {
      status: page.statusCode,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      setCookies: [cookies].flat().map(String),
      body: sent.subarray(sent.indexOf(HEAD_END) + HEAD_END.length),
    };
  } finally {
    outgoing.off('close', leave);
    sink.destroy();
  }
}
