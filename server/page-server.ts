/**
 * Responds to requests for pages: by a file of the build where the page is the same for everybody, else by Next.
 *
 * Guarantees: a page is found without a view or a burn; one that is missing has status 404. A rendered page has a policy with a
 * nonce of its own. HEAD counts no view. Next renders only a few pages at a time; when too many wait, more are refused.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Services } from '#lib/composition/services';
import { gatePath } from '#lib/forms/account-path';
import { failedPage } from '#lib/forms/failed-page';
import type { RequestContext } from '#lib/http/context';
import { HTTP_ERRORS, nothingIfMissing } from '#lib/http/errors';
import { pageStatus, withPageStatus } from '#lib/http/page-status';
import { cookieValue } from '#lib/http/request-headers';
import { pageLanguage } from '#lib/locales/page-language.rules';
import { isPublicId } from '#lib/pastes/paste.rules';
import { addressOf, withBasePath } from '#lib/site/address.rules';
import { endWith } from './end-with';
import { nameLanguageFiles } from './language-addresses';
import { compressPage } from './page-compression';
import { commonHeaders, isTrustworthy, renderedHeaders } from './page-headers';
import { createPageQueue } from './page-queue';
import type { Pages } from './pages';
import { sendWithStatus } from './send-with-status';
import type { StaticPageName } from './static-pages';

/** Headers of a refusal when too many requests wait. */
const RETRY_SOON = { 'Retry-After': '1' };

/** Paths of pages that are the same for everybody. */
const SAME_FOR_ALL: Readonly<Record<string, StaticPageName>> = { '/': 'new', '/docs/how': 'how', '/mine': 'mine' };
/** An encrypted link, and what is at its address when the paste is gone: another policy would end what the tab remembers of it. */
const WITHOUT_OPENER_POLICY: ReadonlySet<StaticPageName> = new Set(['view', 'missing-paste']);
const LINK = /^\/(view|request)\/([^/]+)$/;

interface PageRequest {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  context: RequestContext;
}

/** A page for everybody. `data`: the path of its data, which the browser requests while the page arrives. */
interface Found {
  name: StaticPageName;
  status: 200 | 404;
  data: `/${string}`;
}

interface PageServerDeps {
  services: Services;
  pages: Pages;
  fail(outgoing: ServerResponse, context: RequestContext, err: unknown, message: string): void;
}

/** @returns a function that serves the page of a path; the response already has the headers of all responses */
export function createPageServer({ services, pages, fail }: PageServerDeps) {
  const { config, sessions, flashCookies } = services;
  const personalCookies = [sessions.cookieName, ...Object.values(flashCookies).map(({ cookieName }) => cookieName)];
  const queue = createPageQueue();

  const mayRead = async ({ headers }: IncomingMessage): Promise<boolean> =>
    config.ANONYMOUS_READ === 'on' || (await sessions.findIn(headers.cookie ?? null)) !== null;

  /** @returns null for a page that Next renders; 'gate' when the visitor must sign in first */
  async function find(incoming: IncomingMessage, path: string, clientAddress: string | null): Promise<Found | 'gate' | null> {
    if (pages.files === null) return null;
    const name = SAME_FOR_ALL[path];
    if (name) return { name, status: 200, data: '/data' };
    // The list of somebody who is signed in is theirs.
    if (path === '/requests' && cookieValue(incoming.headers.cookie ?? null, sessions.cookieName) === undefined)
      return { name: 'requests', status: 200, data: '/data' };
    const [, kind, id] = LINK.exec(path) ?? [];
    if (id === undefined) return pages.files.isRendered(withBasePath(path)) ? null : MISSING;
    return kind === 'view' ? findPaste(incoming, id, clientAddress) : findRequest(id);
  }

  async function findPaste(incoming: IncomingMessage, publicId: string, clientAddress: string | null): Promise<Found | 'gate' | null> {
    if (!(await mayRead(incoming))) return 'gate';
    const kind = isPublicId(publicId) ? await services.pastes.findKind(publicId, clientAddress) : null;
    if (kind === 'plain') return null;
    const data = `/view/${publicId}/data` as const;
    return kind === null ? { name: 'missing-paste', status: 404, data } : { name: 'view', status: 200, data };
  }

  async function findRequest(requestId: string): Promise<Found> {
    const found = isPublicId(requestId) ? await services.secretRequests.find(requestId).catch(nothingIfMissing) : null;
    const data = `/request/${requestId}/data` as const;
    return found ? { name: 'request', status: 200, data } : { name: 'missing-request', status: 404, data };
  }

  const MISSING: Found = { name: 'missing', status: 404, data: '/data' };

  function sendToGate(path: string, { outgoing, context }: PageRequest): void {
    outgoing.writeHead(307, { Location: addressOf(gatePath(path)), 'X-Request-Id': context.requestId }).end();
  }

  function sendFile({ name, status, data }: Found, { incoming, outgoing, context }: PageRequest): void {
    const headers = {
      // A process of its own would cost each reader of a link a third of the time (docs/decisions/0084-links-without-an-opener-policy.md).
      ...commonHeaders(!WITHOUT_OPENER_POLICY.has(name) && isTrustworthy(incoming.headers.host, config.BASE_URL)),
      Link: `<${addressOf(data)}>; rel=preload; as=fetch; crossorigin`,
      'X-Request-Id': context.requestId,
    };
    pages.files?.send(name, incoming, outgoing, { status, headers });
  }

  async function render(request: PageRequest): Promise<void> {
    const { incoming, outgoing, context } = request;
    const { policy, headers } = renderedHeaders({
      isTrusted: isTrustworthy(incoming.headers.host, config.BASE_URL),
      isDevelopment: pages.isDevelopment,
    });
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
    outgoing.setHeader('X-Request-Id', context.requestId);
    // Next takes the nonce for its scripts from here.
    incoming.headers['content-security-policy'] = policy;
    incoming.headers['x-forwarded-for'] = context.clientAddress ?? '';
    const address = incoming.url ?? '/';
    incoming.url = withBasePath(address);
    outgoing.setHeader('Content-Language', pageLanguage());
    if (!pages.isDevelopment) {
      compressPage(incoming, outgoing, personalCookies);
      nameLanguageFiles(outgoing, pageLanguage());
    }
    const page: Parameters<typeof withPageStatus>[0] = { status: null, isRead: incoming.method !== 'HEAD', path: address };
    // A script of a page wants Next's own response; in development Next's page shows the error.
    const isForPerson = !pages.isDevelopment && incoming.headers.rsc === undefined;
    sendWithStatus(
      outgoing,
      (byNext) => pageStatus(page, byNext),
      isForPerson ? (status) => failedPage(status, services.site, context.requestId) : null,
    );
    await withPageStatus(page, () => pages.handle(incoming, outgoing));
  }

  /** @param path without the query */
  return async (incoming: IncomingMessage, outgoing: ServerResponse, context: RequestContext, path: string): Promise<void> => {
    const request = { incoming, outgoing, context };
    // Next's page says what is wrong when the database is away.
    const found = await find(incoming, path, context.clientAddress).catch(() => null);
    // The response was ended meanwhile.
    if (outgoing.writableEnded) return;
    if (found === 'gate') return sendToGate(path, request);
    if (found) return sendFile(found, request);
    const renderOrFail = () => render(request).catch((err) => fail(outgoing, context, err, 'page failed'));
    return queue.enter(outgoing, renderOrFail) ?? endWith(outgoing, context, HTTP_ERRORS.unavailable, RETRY_SOON);
  };
}
