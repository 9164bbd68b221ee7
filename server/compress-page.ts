/**
 * Compresses a page by brotli or gzip.
 *
 * Not compressed: responses that aren't text, are short, are encoded already, or say `no-transform`; and a page that a
 * cookie opens, when another site made the browser request it (docs/performance.md, "Pages are compressed by our server").
 * Rendered pages have no ETag (next.config.mjs).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedEncoding, cookieValue } from '#lib/http/request-headers';
import type { CollectedPage } from './collect-page';

/** Compressing less saves no packet. */
const MIN_BYTES = 1024;
const VARY = 'Accept-Encoding, Accept-Language, Cookie';

const BROTLI_OPTIONS = {
  params: {
    // Higher qualities take longer than they save.
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // 256 KB: more than nearly every page. The default window takes some megabytes for each page under way.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
};

const byBrotli = promisify(brotliCompress);
const byGzip = promisify(gzip);

/** @param personalCookie name of the cookie that makes a page personal */
export async function compressPage(asked: IncomingHttpHeaders, page: CollectedPage, personalCookie: string): Promise<CollectedPage> {
  const headers: Record<string, string> = { ...page.headers, vary: page.headers.vary ? `${page.headers.vary}, ${VARY}` : VARY };
  const encoding = isAskedForElsewhere(asked, personalCookie) ? null : acceptedEncoding(asked['accept-encoding']);
  if (encoding === null || !isCompressible(page)) return { ...page, headers };
  headers['content-encoding'] = encoding;
  return { ...page, headers, body: encoding === 'br' ? await byBrotli(page.body, BROTLI_OPTIONS) : await byGzip(page.body) };
}

/** Whether another or an unknown site caused the request. For typed addresses and bookmarks browsers send `none`. */
function isAskedForElsewhere({ cookie, 'sec-fetch-site': site }: IncomingHttpHeaders, name: string): boolean {
  return site !== 'same-origin' && site !== 'none' && cookieValue(cookie ?? null, name) !== undefined;
}

const isCompressible = ({ headers, body }: CollectedPage): boolean =>
  body.length >= MIN_BYTES &&
  /^text\//i.test(headers['content-type'] ?? '') &&
  !('content-encoding' in headers || /\bno-transform\b/i.test(headers['cache-control'] ?? ''));
