/** Tells from a request whether somebody means to read a paste. A burn paste's life depends on it. */
import { COMPRESS_ABOVE_BYTES, compress, compressedHeaders } from '../../http/compression';
import { requestContext } from '../../http/context';
import { ForbiddenError, NotFoundError } from '../../http/errors';
import { JSON_TYPE, type Reply } from '../../http/reply';
import { isOwnOrigin } from '../../http/same-origin';
import { addressOf } from '../../site/address.rules';
import { LookingOnlyError, wouldBurn } from '../paste.errors';
import { isPublicId } from '../paste.rules';
import type { PasteSummary, ReadPaste } from '../storage/paste-decryption';
import { OWN_VIEW, OWN_VIEW_HEADER } from './own-view.rules';
import type { ReadAccess } from './paste-proof';
import type { Reads } from './paste-reads';
import { isScanner } from './paste-scanners';

/** The methods that `Headers` and the framework's version of them share. */
type RequestHeaders = Pick<Headers, 'get'>;

export function readAccess(request: Request): ReadAccess {
  return {
    readToken: request.headers.get('x-service-read-token'),
    claim: request.headers.get('x-service-claim'),
    isOwn: request.headers.get(OWN_VIEW_HEADER) === OWN_VIEW,
    clientAddress: requestContext(request).clientAddress,
  };
}

/**
 * Whether nobody has decided to read yet: a browser opens the address or loads it as an image, or the request is a prefetch or a
 * scanner's. A request with a claim, or from a script of our own pages, is a decision to read, in whatever app's browser.
 */
export function isLookingOnly({ headers }: Request): boolean {
  if (isPrefetch(headers)) return true;
  const mode = headers.get('sec-fetch-mode');
  if (headers.has('x-service-claim') || (mode === 'cors' && headers.get('sec-fetch-site') === 'same-origin')) return false;
  return mode === 'navigate' || mode === 'no-cors' || (headers.get('accept') ?? '').includes('text/html') || isNobodyReading(headers);
}

/**
 * Redirects to the paste's page. A person learns there what reading will do, or that nothing is there; a preview bot finds
 * nothing to burn; an encrypted text is decrypted there. Browsers keep the fragment with the key through a redirect.
 */
export function toPage(publicId: string, query = ''): Reply {
  return { status: 303, headers: { Location: addressOf(`/view/${encodeURIComponent(publicId)}${query}`) }, body: null };
}

/**
 * Reads a paste and replies with JSON. A request that only looks at a burn paste is redirected to its page.
 * @param present makes the body
 * @throws NotFoundError, a 403, 412 or 416 instead of a burn, and what reading throws
 */
export async function replyWithPaste(
  request: Request,
  publicId: string,
  pastes: Pick<Reads, 'read'>,
  present: (read: ReadPaste) => Reply['body'],
): Promise<Reply> {
  if (!isPublicId(publicId)) throw new NotFoundError();
  try {
    const read = await pastes.read(publicId, readAccess(request), () => refuseToBurnUnread(request));
    const reply: Reply = { status: 200, headers: { 'Content-Type': JSON_TYPE }, body: present(read) };
    return forReader(request, read.paste, reply);
  } catch (error) {
    if (error instanceof LookingOnlyError) return toPage(publicId);
    throw error;
  }
}

/**
 * Compresses the response if the client accepts that. Compression is safe here: the response has one paste and no secret of
 * the reader beside text that somebody else chose. Encrypted content isn't compressed, since it doesn't shrink.
 */
export function forReader({ headers }: Request, paste: PasteSummary, reply: Reply): Reply | Promise<Reply> {
  return mayCompress(paste) ? compress(headers.get('accept-encoding'), reply) : reply;
}

/** The response to HEAD. @param headers of the response to GET */
export function headForReader(request: Request, paste: PasteSummary, headers: Record<string, string>) {
  const shown = mayCompress(paste) ? compressedHeaders(request.headers.get('accept-encoding'), headers) : headers;
  return { status: 200, headers: shown, body: null } as const;
}

const mayCompress = ({ isE2ee, contentBytes }: PasteSummary) => !isE2ee && contentBytes > COMPRESS_ABOVE_BYTES;

/**
 * Accepts requests of our own pages and of programs that aren't browsers: only they may say that somebody has decided to read.
 * @throws ForbiddenError for another site's form or script
 */
export function refuseOtherSites({ headers }: Request, baseUrl: string): void {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  // Our own form sends `Origin: null`, since its page sends no referrer. Over http browsers send no more than that.
  const isOurs =
    site === null ? origin === null || origin === 'null' || isOwnOrigin(origin, headers.get('host'), baseUrl) : site === 'same-origin';
  if (!isOurs) throw new ForbiddenError();
}

/** Whether a prefetch or a scanner asks: their fetches count no view, not even of a page. */
export function isNobodyReading(headers: RequestHeaders): boolean {
  return isPrefetch(headers) || isScanner(headers.get('user-agent') ?? '');
}

/** Reads `Sec-Purpose` (HTML, speculation rules) and its older names. */
function isPrefetch(headers: RequestHeaders): boolean {
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-purpose') ?? headers.get('x-moz');
  return purpose !== null && /prefetch|prerender|preview/i.test(purpose);
}

const CONDITIONS = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range'];

/**
 * Refuses a read that would burn a paste without returning all of it to somebody who wants it now: a prefetch, a range, or
 * a condition ("only if changed"). Called for pastes that a read uses up, before any content is read.
 * @throws WouldBurnError
 */
export function refuseToBurnByAccident(request: Request): void {
  const { headers } = request;
  if (isPrefetch(headers)) throw wouldBurn('prefetch');
  if (headers.has('range')) throw wouldBurn('range');
  if (CONDITIONS.some((name) => headers.has(name))) throw wouldBurn('condition');
}

/** Refuses such a read, and one by a browser, which may have been given the address. @throws LookingOnlyError, and as `refuseToBurn` */
export function refuseToBurnUnread(request: Request): void {
  refuseToBurnByAccident(request);
  if (isLookingOnly(request)) throw new LookingOnlyError();
}
