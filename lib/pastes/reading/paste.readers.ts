/** Who asks for a paste, and whether they mean to read it: what a burn paste's life hangs on. */
import { COMPRESS_ABOVE_BYTES, compress, compressedHeaders } from '../../http/compression';
import { requestContext } from '../../http/context';
import { ForbiddenError, NotFoundError } from '../../http/errors';
import { JSON_TYPE, type Reply } from '../../http/reply';
import { isOwnOrigin } from '../../http/same-origin';
import { addressOf } from '../../site/address.rules';
import type { ReadAccess } from '../burning/paste.proof';
import { LookingOnlyError, WouldBurnError } from '../paste.errors';
import { isPublicId } from '../paste.rules';
import type { PasteSummary, ReadPaste } from '../storage/paste.opening';
import { OWN_VIEW, OWN_VIEW_HEADER } from './own-view.rules';
import type { Reads } from './paste.reads';
import { isScanner } from './paste.scanners';

/** What `Headers` and the framework's view of them have in common. */
type RequestHeaders = Pick<Headers, 'get'>;

/** What the request shows of its right to read. */
export function readAccess(request: Request): ReadAccess {
  return {
    readToken: request.headers.get('x-service-read-token'),
    claim: request.headers.get('x-service-claim'),
    isOwn: request.headers.get(OWN_VIEW_HEADER) === OWN_VIEW,
    clientAddress: requestContext(request).clientAddress,
  };
}

/**
 * A browser opening the address, or having it as a picture of some page; a speculative load; a scanner: nobody has
 * decided to read yet. Whoever shows a claim has, and so has a script of our own pages, whatever app's browser it runs in.
 */
export function isLookingOnly({ headers }: Request): boolean {
  if (isPrefetch(headers)) return true;
  const mode = headers.get('sec-fetch-mode');
  if (headers.has('x-service-claim') || (mode === 'cors' && headers.get('sec-fetch-site') === 'same-origin')) return false;
  return mode === 'navigate' || mode === 'no-cors' || (headers.get('accept') ?? '').includes('text/html') || isNobodyReading(headers);
}

/**
 * A person gets the page that says what reading will do, or that nothing is there; a preview bot nothing to burn; an
 * encrypted text a page that decrypts it and shows nothing else. The key, behind `#`, goes along: browsers keep it
 * through a redirect.
 */
export function toPage(publicId: string, query = ''): Reply {
  return { status: 303, headers: { Location: addressOf(`/view/${encodeURIComponent(publicId)}${query}`) }, body: null };
}

/**
 * Reads a paste and replies with JSON; who only looks is sent to the page of one that would burn.
 * @param present makes the body
 * @throws NotFoundError, WouldBurnError, and what reading throws
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
    return forReader(request, read.paste.summary, reply);
  } catch (error) {
    if (error instanceof LookingOnlyError) return toPage(publicId);
    throw error;
  }
}

/**
 * A response with the content, compressed for who asks for it. It has one paste and nothing of the reader's: no secret stands
 * beside text that somebody else chose. What is encrypted doesn't shrink.
 */
export function forReader({ headers }: Request, paste: PasteSummary, reply: Reply): Reply | Promise<Reply> {
  return mayCompress(paste) ? compress(headers.get('accept-encoding'), reply) : reply;
}

/** What HEAD gets in its place. @param headers of the response as it is */
export function headForReader(request: Request, paste: PasteSummary, headers: Record<string, string>) {
  const shown = mayCompress(paste) ? compressedHeaders(request.headers.get('accept-encoding'), headers) : headers;
  return { status: 200, headers: shown, body: null } as const;
}

const mayCompress = ({ isE2ee, contentBytes }: PasteSummary) => !isE2ee && contentBytes > COMPRESS_ABOVE_BYTES;

/**
 * Only a page of ours, or a program that is no browser, may say that somebody has decided to read.
 * @throws ForbiddenError for another site's form or script
 */
export function refuseOtherSites({ headers }: Request, baseUrl: string): void {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  // Our own page's form says `Origin: null`, since it sends no referrer; by http no browser says more than that.
  const isOurs =
    site === null ? origin === null || origin === 'null' || isOwnOrigin(origin, headers.get('host'), baseUrl) : site === 'same-origin';
  if (!isOurs) throw new ForbiddenError();
}

/** A speculative load or a scanner: what they fetch is no view, not even of a page. */
export function isNobodyReading(headers: RequestHeaders): boolean {
  return isPrefetch(headers) || isScanner(headers.get('user-agent') ?? '');
}

/** `Sec-Purpose` (HTML, speculation rules) and its older names. */
function isPrefetch(headers: RequestHeaders): boolean {
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-purpose') ?? headers.get('x-moz');
  return purpose !== null && /prefetch|prerender|preview/i.test(purpose);
}

const CONDITIONS = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range'];

/**
 * Refuses a read that would burn a paste without delivering it whole to somebody who wants it now: a prefetch, a part,
 * or "only if changed". Asked of a burn paste only, and before anything is read of it.
 * @throws WouldBurnError
 */
export function refuseToBurnByAccident(request: Request): void {
  const cause = accident(request);
  if (cause !== null) throw new WouldBurnError(cause);
}

/** The same where a browser may have been given the address. @throws WouldBurnError, LookingOnlyError */
export function refuseToBurnUnread(request: Request): void {
  refuseToBurnByAccident(request);
  if (isLookingOnly(request)) throw new LookingOnlyError();
}

function accident(request: Request): 'condition' | 'range' | 'prefetch' | null {
  if (isPrefetch(request.headers)) return 'prefetch';
  if (request.headers.has('range')) return 'range';
  return CONDITIONS.some((name) => request.headers.has(name)) ? 'condition' : null;
}
