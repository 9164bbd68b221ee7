/**
 * Responds to requests for pages: by a file of the build where the page is the same for everybody, else by Next.
 *
 * Guarantees: a page is found without a view or a burn; one that is missing has status 404. A rendered page has a policy with a
 * nonce of its own. HEAD counts no view. Next renders only a few pages at a time; when too many wait, more are refused. A rendered
 * page is sent when it is whole: one that fails is replaced by a page of words.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gatePath } from '#lib/api/account-path';
import { failedPage } from '#lib/api/failed-page';
import type { Services } from '#lib/composition/services';
import type { RequestContext } from '#lib/http/context';
import { HTTP_ERRORS, nothingIfMissing } from '#lib/http/errors';
import { pageStatus, withPageStatus } from '#lib/http/page-status';
import { cookieValue } from '#lib/http/request-headers';
import { sendReply } from '#lib/http/send-reply';
import { pageLanguage } from '#lib/locales/page-language.rules';
import { isPublicId } from '#lib/pastes/paste.rules';
import { addressOf, withBasePath } from '#lib/site/address.rules';
import { type CollectedPage, createPageCollector, isEnded } from './collect-page';
import { compressPage } from './compress-page';
import { endWith } from './end-with';
import type { Pages } from './next-pages';
import { isTrustworthy, pageHeaders, renderedPolicy } from './page-headers';
import type { StaticPages } from './static-pages';

/** Headers of a refusal when too many requests wait. */
const RETRY_SOON = { 'Retry-After': '1' };
/** Header of a page that failed while the database was away, as of the API. */
const RETRY_LATER: Record<string, string> = { 'retry-after': '5' };

/** Paths of pages that are the same for everybody. */
const SAME_FOR_ALL: Readonly<Record<string, string>> = {
  '/': 'new',
  '/docs/how': 'how',
  '/receive': 'receive',
  '/send': 'send',
};
/** The same for everybody who isn't signed in. */
const FOR_VISITORS: Readonly<Record<string, string>> = { '/mine': 'mine', '/requests': 'requests' };
/** An encrypted link, and what is at its address when the paste is gone: another policy would end what the tab remembers of it. */
const WITHOUT_OPENER_POLICY: ReadonlySet<string> = new Set(['view', 'missing-paste']);
const LINK = /^\/(view|request|inbox)\/([^/]+)$/;

/** A page for everybody. `data`: the path of its data, which the browser requests while the page arrives. */
interface Found {
  name: string;
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
  const { config, sessions } = services;
  const collector = createPageCollector();

  const mayRead = async ({ headers }: IncomingMessage): Promise<boolean> =>
    config.ANONYMOUS_READ === 'on' || (await sessions.findIn(headers.cookie ?? null)) !== null;

  /** @returns null for a page that Next renders; 'gate' when the visitor must sign in first */
  async function find(
    files: StaticPages,
    incoming: IncomingMessage,
    path: string,
    clientAddress: string | null,
  ): Promise<Found | 'gate' | null> {
    const isVisitor = cookieValue(incoming.headers.cookie ?? null, sessions.cookieName) === undefined;
    const name = SAME_FOR_ALL[path] ?? (isVisitor ? FOR_VISITORS[path] : undefined);
    if (name) return { name, status: 200, data: '/data' };
    const [, kind, id] = LINK.exec(path) ?? [];
    if (id === undefined) return files.isRendered(path) ? null : { name: 'missing', status: 404, data: '/data' };
    // The inbox is known to whoever has its key, so the page asks with it.
    if (kind === 'inbox') return { name: 'inbox', status: 200, data: '/data' };
    const data = `/${kind}/${id}/data` as const;
    if (kind === 'request') {
      const request = isPublicId(id) ? await services.secretRequests.find(id).catch(nothingIfMissing) : null;
      return request ? { name: 'request', status: 200, data } : { name: 'missing-request', status: 404, data };
    }
    if (!(await mayRead(incoming))) return 'gate';
    const paste = isPublicId(id) ? await services.pastes.findKind(id, clientAddress) : null;
    if (paste === 'plain') return null;
    return paste === null ? { name: 'missing-paste', status: 404, data } : { name: 'view', status: 200, data };
  }

  async function sendFile(
    files: StaticPages,
    { name, status, data }: Found,
    outgoing: ServerResponse,
    context: RequestContext,
  ): Promise<void> {
    const incoming = outgoing.req;
    const headers = {
      // A process of its own would cost each reader of a link a third of the time (docs/decisions/0106-one-service-worker.md).
      ...pageHeaders(!WITHOUT_OPENER_POLICY.has(name) && isTrustworthy(incoming.headers.host, config.BASE_URL)),
      Link: `<${addressOf(data)}>; rel=preload; as=fetch; crossorigin`,
      'X-Request-Id': context.requestId,
    };
    await sendReply(outgoing, await files.read(name, status, incoming.headers), headers, () => undefined);
  }

  async function render(outgoing: ServerResponse, context: RequestContext): Promise<void> {
    const incoming = outgoing.req;
    const policy = renderedPolicy(pages.isDevelopment);
    const headers = {
      ...pageHeaders(isTrustworthy(incoming.headers.host, config.BASE_URL)),
      'Content-Security-Policy': policy,
      'Content-Language': pageLanguage(),
      'X-Request-Id': context.requestId,
    };
    outgoing.setHeaders(new Map(Object.entries(headers)));
    // Next takes the nonce for its scripts from here.
    incoming.headers['content-security-policy'] = policy;
    incoming.headers['x-forwarded-for'] = context.clientAddress ?? '';
    const address = incoming.url ?? '/';
    incoming.url = withBasePath(address);
    const visit = { isRead: incoming.method !== 'HEAD', path: address };
    // Next's page shows the error, and its first bytes come while it compiles the others.
    if (pages.isDevelopment) return withPageStatus(visit, () => pages.handle(incoming, outgoing));

    // A script of a page wants Next's own response.
    const isForPerson = incoming.headers.rsc === undefined;
    if (isForPerson) context.failedPage = (status) => failedPage(status, services.site, context.requestId);
    const holder: Parameters<typeof pageStatus>[0] = { ...visit, status: null };
    const collected = await collector.collect(outgoing, (page) => withPageStatus(holder, () => pages.handle(incoming, page)));
    if (collected === null) return;
    const page = withStatus(collected, pageStatus(holder, collected.status), context);
    const { body, ...head } = await compressPage(incoming.headers, page, sessions.cookieName);
    if (!isEnded(outgoing)) await sendReply(outgoing, { ...head, body: visit.isRead ? body : null }, {}, () => undefined);
  }

  /** The page with its status; a person gets words from status 500 on. */
  function withStatus(page: CollectedPage, status: number, context: RequestContext): CollectedPage {
    const headers = { ...page.headers, ...(status === 503 && page.status !== 503 ? RETRY_LATER : {}) };
    const failed = status >= 500 ? context.failedPage?.(status) : undefined;
    if (!failed) return { ...page, status, headers };
    // The words have none of the parts that the page names in advance.
    const { link: _, ...kept } = headers as CollectedPage['headers'];
    const own = Object.entries(failed.headers).map(([name, value]) => [name.toLowerCase(), value]);
    return { ...page, status, headers: { ...kept, ...Object.fromEntries(own) }, body: Buffer.from(failed.body) };
  }

  /** @param path without the query */
  return async (incoming: IncomingMessage, outgoing: ServerResponse, context: RequestContext, path: string): Promise<void> => {
    const { files } = pages;
    // Next's page says what is wrong when the database is away.
    const found = files && (await find(files, incoming, path, context.clientAddress).catch(() => null));
    // The response was ended meanwhile.
    if (outgoing.writableEnded) return;
    if (found === 'gate')
      return void outgoing.writeHead(307, { Location: addressOf(gatePath(path)), 'X-Request-Id': context.requestId }).end();
    if (!found && collector.isFull()) return endWith(outgoing, context, HTTP_ERRORS.unavailable, RETRY_SOON);
    await (files && found ? sendFile(files, found, outgoing, context) : render(outgoing, context)).catch((err) =>
      fail(outgoing, context, err, 'page failed'),
    );
  };
}
