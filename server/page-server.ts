/**
 * Responds to requests for pages: with a copy when many visitors get the same page, else with one that Next renders for the request.
 *
 * Guarantees: each page has a policy with its own nonce. A page that depends on its visitor is rendered for that visitor alone. A HEAD
 * counts no view. Only a few pages are rendered at a time; when too many wait, more are refused.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { cookieValue } from '#lib/accounts/sealed-cookie';
import type { Services } from '#lib/composition/services';
import type { RequestContext } from '#lib/http/context';
import { HTTP_ERRORS } from '#lib/http/errors';
import { pageStatus, withPageStatus } from '#lib/http/page-status';
import { isPublicId } from '#lib/pastes/paste.rules';
import { hasMadeCookie } from '#lib/pastes/reading/own-view.rules';
import { isNobodyReading } from '#lib/pastes/reading/paste-readers';
import { withBasePath } from '#lib/site/address.rules';
import { type Drawn, drawPage, lookOf, sendCopy } from './draw-page';
import { createDrawnPages } from './drawn-pages';
import { endWith } from './end-with';
import { compressPage } from './page-compression';
import { isTrustworthy, pageHeaders, showsBlobs } from './page-headers';
import { createPageQueue, isGone } from './page-queue';
import type { Pages } from './pages';
import { sendWithStatus } from './send-with-status';
import { createSharedDrawings } from './shared-drawings';

/** Headers of a refusal when too many requests wait. */
const RETRY_SOON = { 'Retry-After': '1' };
const VIEW_PATH = '/view/';

interface Asked {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  context: RequestContext;
}

interface AskedView extends Asked {
  path: string;
  look: string;
}

interface PageServerDeps {
  services: Services;
  pages: Pages;
  /** Responds with an error when nothing else has responded. */
  fail(outgoing: ServerResponse, context: RequestContext, err: unknown, message: string): void;
}

/** @returns a function that serves the page of a path; the response already has the headers of all responses */
export function createPageServer({ services, pages, fail }: PageServerDeps) {
  const { config, site, sessions, flashCookies } = services;
  const personalCookies = [sessions.cookieName, ...Object.values(flashCookies).map(({ cookieName }) => cookieName)];
  const queue = createPageQueue();
  const drawnPages = createDrawnPages(pages);
  const serveView = createSharedDrawings<AskedView>({ alone: serve, together: serveTogether, isGone: ({ outgoing }) => isGone(outgoing) });

  const headersOf = ({ headers, url }: IncomingMessage) =>
    pageHeaders({
      isTrusted: isTrustworthy(headers.host, config.BASE_URL),
      isDevelopment: pages.isDevelopment,
      hasBlobs: showsBlobs(url),
    });

  /** Whether the page may be shared: the visitor has no personal cookie, and Next's own scripts don't ask for data. */
  function isForAll({ headers }: IncomingMessage): boolean {
    const { cookie = null } = headers;
    return headers.rsc === undefined && !personalCookies.some((name) => cookieValue(cookie, name) !== undefined);
  }

  /** Whether the request is an ordinary reader's: a GET, not by the paste's maker, a prefetch or a scanner. */
  function isOfReader({ method, headers }: IncomingMessage): boolean {
    const get = (name: string) => (headers[name] as string | undefined) ?? null;
    return method === 'GET' && !hasMadeCookie(get('cookie')) && !isNobodyReading({ get });
  }

  async function sendDrawn(drawn: Drawn, { incoming, outgoing, context }: Asked): Promise<void> {
    const { nonce, headers } = headersOf(incoming);
    await sendCopy(drawn, incoming, outgoing, { nonce, headers: { ...headers, 'X-Request-Id': context.requestId } });
  }

  const failPage = ({ outgoing, context }: Asked, err: unknown) => fail(outgoing, context, err, 'page failed');

  const refuse = ({ outgoing, context }: Asked) => endWith(outgoing, context, HTTP_ERRORS.unavailable, RETRY_SOON);

  /** @returns resolves when the next page may be rendered */
  async function serve(asked: Asked): Promise<void> {
    const served = queue.enter(asked.outgoing, () => draw(asked));
    return served === null ? refuse(asked) : served;
  }

  async function serveTogether(all: readonly AskedView[]): Promise<void> {
    const [{ path, look }] = all as [AskedView];
    const drawing = queue.draw(() => drawPage(pages, path, look, all.length));
    if (drawing === null) return all.forEach(refuse);
    try {
      void sendToAll(await drawing, all);
    } catch (err) {
      for (const asked of all) failPage(asked, err);
    }
  }

  /** Sends one copy per turn of the event loop, since each is compressed by itself. */
  async function sendToAll(drawn: Drawn, all: readonly AskedView[]): Promise<void> {
    for (const asked of all) {
      await sendDrawn(drawn, asked).catch((err) => failPage(asked, err));
      await nextTurn();
    }
  }

  async function draw(asked: Asked): Promise<void> {
    const { incoming, outgoing, context } = asked;
    const { policy, headers } = headersOf(incoming);
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
    outgoing.setHeader('X-Request-Id', context.requestId);
    incoming.headers['content-security-policy'] = policy;
    incoming.headers['x-forwarded-for'] = context.clientAddress ?? '';
    // Next renders a page for HEAD like for GET. The header keeps the page from counting a view.
    if (incoming.method === 'HEAD') incoming.headers['sec-purpose'] = 'prefetch';
    incoming.url = withBasePath(incoming.url ?? '');
    if (!pages.isDevelopment) compressPage(incoming, outgoing, personalCookies);
    const page: Parameters<typeof withPageStatus>[0] = { status: null };
    sendWithStatus(outgoing, (byNext) => pageStatus(page, byNext));
    try {
      await withPageStatus(page, () => pages.handle(incoming, outgoing));
    } catch (err) {
      failPage(asked, err);
    }
  }

  /** @param path without the query */
  return async (incoming: IncomingMessage, outgoing: ServerResponse, context: RequestContext, path: string): Promise<void> => {
    const asked = { incoming, outgoing, context };
    if (!isForAll(incoming)) return serve(asked);
    const look = lookOf(incoming.headers.cookie ?? null, site.notice?.id);
    const drawn = drawnPages.find(incoming, path, look);
    if (drawn !== null) return drawn.then((copy) => sendDrawn(copy, asked)).catch((err) => failPage(asked, err));
    const isShared =
      !pages.isDevelopment && incoming.url === path && path.startsWith(VIEW_PATH) && isPublicId(path.slice(VIEW_PATH.length));
    return isShared && isOfReader(incoming) ? serveView(`${path} ${look}`, { ...asked, path, look }) : serve(asked);
  };
}
