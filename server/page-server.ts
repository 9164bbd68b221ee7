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
import { nothingIfMissing } from '#lib/http/errors';
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
import { UNAVAILABLE } from './refusal';
import type { StaticPages } from './static-pages';

/** Header of a page that failed while the database was away, as of the API. */
const RETRY_LATER: Record<string, string> = { 'retry-after': '5' };

/** Paths of pages that are the same for everybody. */
const SAME_FOR_ALL: Readonly<Record<string, string>> = { '/': 'new', '/docs/how': 'how', '/receive': 'receive', '/send': 'send' };
/** The same for everybody who isn't signed in. */
const FOR_VISITORS: Readonly<Record<string, string>> = { '/mine': 'mine', '/requests': 'requests' };
/** An encrypted link, and what is at its address when the paste is gone: another policy would end what the tab remembers of it. */
const WITHOUT_OPENER_POLICY: ReadonlySet<string> = new Set(['view', 'missing-paste']);
/** The pages whose data depend on their path. */
const WITH_OWN_DATA = /^\/(?:view|request)\/[^/]+$/;
const LINK = /^\/(view|request|inbox)\/([^/]+)$/;

interface PageServerDeps {
  services: Services;
  pages: Pages;
  fail(outgoing: ServerResponse, context: RequestContext, err: unknown, message: string): void;
}

/** @returns a function that serves the page of a path; the response already has the headers of all responses */
export function createPageServer({ services, pages, fail }: PageServerDeps) {
  const { config, sessions } = services;
  const collector = createPageCollector();

  /** @returns the name of a page that is a file; null for a page that Next renders; 'gate' when the visitor must sign in first */
  async function find(files: StaticPages, { headers }: IncomingMessage, path: string, clientAddress: string | null) {
    const isVisitor = cookieValue(headers.cookie ?? null, sessions.cookieName) === undefined;
    const name = SAME_FOR_ALL[path] ?? (isVisitor ? FOR_VISITORS[path] : undefined);
    if (name) return name;
    const [, kind, id] = LINK.exec(path) ?? [];
    if (id === undefined) return files.isRendered(path) ? null : 'missing';
    // The inbox is known to whoever has its key, so the page asks with it.
    if (kind === 'inbox') return kind;
    if (kind === 'request') {
      const request = isPublicId(id) ? await services.secretRequests.find(id).catch(nothingIfMissing) : null;
      return request ? kind : 'missing-request';
    }
    if (config.ANONYMOUS_READ === 'off' && !(await sessions.findIn(headers.cookie ?? null))) return 'gate';
    const paste = isPublicId(id) ? await services.pastes.findKind(id, clientAddress) : null;
    if (paste === 'plain') return null;
    return paste ? 'view' : 'missing-paste';
  }

  async function sendFile(files: StaticPages, name: string, path: string, outgoing: ServerResponse, { requestId }: RequestContext) {
    const { headers: asked } = outgoing.req;
    const headers = {
      // A process of its own would cost each reader of a link a third of the time (docs/decisions/0106-one-service-worker.md).
      ...pageHeaders(!WITHOUT_OPENER_POLICY.has(name) && isTrustworthy(asked.host, config.BASE_URL)),
      // The browser requests the page's data while the page arrives.
      Link: `<${addressOf(WITH_OWN_DATA.test(path) ? `${path as '/'}/data` : '/data')}>; rel=preload; as=fetch; crossorigin`,
      'X-Request-Id': requestId,
    };
    await sendReply(outgoing, await files.read(name, asked), headers, () => undefined);
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
    if (incoming.headers.rsc === undefined) context.failedPage = (status) => failedPage(status, services.site, context.requestId);
    const holder: Parameters<typeof pageStatus>[0] = { ...visit, status: null };
    const collected = await collector.collect(outgoing, (page) => withPageStatus(holder, () => pages.handle(incoming, page)));
    if (collected === null) return;
    const page = withStatus(collected, pageStatus(holder, collected.status), context);
    const compressed = await compressPage(incoming.headers, page, sessions.cookieName);
    if (!isEnded(outgoing)) await sendReply(outgoing, compressed, {}, () => undefined);
  }

  /** The page with its status; a person gets words from status 500 on. */
  function withStatus(page: CollectedPage, status: number, context: RequestContext): CollectedPage {
    const retry = status === 503 && page.status !== 503 ? RETRY_LATER : {};
    const failed = status >= 500 ? context.failedPage?.(status) : undefined;
    if (!failed) return { ...page, status, headers: { ...page.headers, ...retry } };
    // The words have none of the parts that the page names in advance.
    const { link: _, ...kept } = page.headers;
    const own = Object.entries(failed.headers).map(([name, value]) => [name.toLowerCase(), value]);
    return { ...page, status, headers: { ...kept, ...retry, ...Object.fromEntries(own) }, body: Buffer.from(failed.body) };
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
    if (!found && collector.isFull()) return endWith(outgoing, context, UNAVAILABLE);
    await (files && found ? sendFile(files, found, path, outgoing, context) : render(outgoing, context)).catch((err) =>
      fail(outgoing, context, err, 'page failed'),
    );
  };
}
