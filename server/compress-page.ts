/**
 * Compresses a page by brotli or gzip.
 *
 * Not compressed: responses that aren't text, are short, are encoded already, or say `no-transform`; and a page that a
 * cookie opens, when another site made the browser request it (docs/performance.md, "Pages are compressed by our server").
 * Rendered pages have no ETag (next.config.mjs).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { COMPRESS_ABOVE_BYTES, compressBytes } from '#lib/http/compression';
import { acceptedEncoding, cookieValue } from '#lib/http/request-headers';
import type { CollectedPage } from './collect-page';

/** Higher levels take longer than they save. */
const LEVELS = { br: 5, gzip: 6 };
const VARY = 'Accept-Encoding, Accept-Language, Cookie';

/** @param personalCookie name of the cookie that makes a page personal */
export async function compressPage(asked: IncomingHttpHeaders, page: CollectedPage, personalCookie: string): Promise<CollectedPage> {
  const headers: Record<string, string> = { ...page.headers, vary: page.headers.vary ? `${page.headers.vary}, ${VARY}` : VARY };
  const encoding = isAskedForElsewhere(asked, personalCookie) ? null : acceptedEncoding(asked['accept-encoding']);
  if (encoding === null || !isCompressible(page)) return { ...page, headers };
  headers['content-encoding'] = encoding;
  return { ...page, headers, body: await compressBytes(page.body, encoding, LEVELS) };
}

/** Whether another or an unknown site caused the request. For typed addresses and bookmarks browsers send `none`. */
function isAskedForElsewhere({ cookie, 'sec-fetch-site': site }: IncomingHttpHeaders, name: string): boolean {
  return site !== 'same-origin' && site !== 'none' && cookieValue(cookie ?? null, name) !== undefined;
}

const isCompressible = ({ headers, body }: CollectedPage): boolean =>
  body.length > COMPRESS_ABOVE_BYTES &&
  /^text\//i.test(headers['content-type'] ?? '') &&
  !('content-encoding' in headers || /\bno-transform\b/i.test(headers['cache-control'] ?? ''));
