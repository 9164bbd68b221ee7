/**
 * The HTTP server: the work that every request needs before and after its handler.
 *
 * Guarantees: slow and silent clients are cut off, those that wait for the server only after a limit; connections and
 * requests are bounded for each address and in total; the client's address comes from the socket and the configured
 * proxies, never from the client; every response has a request id, which the log has too; the log has selected fields
 * only: no header, body, query or path of a paste; each handler and page has one spelling of its path. Stopping:
 * readiness fails first, then no connection is accepted, and requests under way are finished to the last byte.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#lib/composition/services';
import { clientAddress, limitIdentity } from '#lib/http/client-address';
import type { RequestContext } from '#lib/http/context';
import { type Endpoint, logBrokenOff } from '#lib/http/endpoint';
import { HTTP_ERRORS } from '#lib/http/errors';
import { RESOURCE_POLICY } from '#lib/http/headers';
import { toRequest } from '#lib/http/incoming-request';
import { requestIds } from '#lib/http/request-id';
import { createRouter, type Match } from '#lib/http/router';
import { sendReply } from '#lib/http/send-reply';
import { withoutBasePath } from '#lib/site/address.rules';
import { createAccessLog } from './access-log';
import { endIdle, refuseUnreadable } from './broken-connections';
import { forget, trackConnections } from './connections';
import { endWith } from './end-with';
import { lingerAfter } from './linger';
import { createPageLimit } from './page-limit';
import { createPageServer } from './page-server';
import type { Pages } from './pages';
import { hasOneMeaning, isOrdinary } from './request-target';
import { createSlots } from './slots';
import { createSlowReaderCheck } from './slow-readers';
import type { StaticAssets } from './static-assets';

/** For a whole request: 10 MB at 280 kbit/s. */
const REQUEST_TIMEOUT_MS = 300_000;
/** Longer than the 60 s of common proxies, so that the proxy closes first. */
const KEEP_ALIVE_MS = 65_000;
const TIMEOUT_CHECK_MS = 2_000;
const MAX_HEADER_BYTES = 16 * 1024;
const READER_CHECK_MS = 5_000;
/** For a request that exceeded a limit. */
const RETRY_SOON = { 'Retry-After': '1' };
/** A year. No subdomains: they may be other services without HTTPS. No preloading: only the domain's owner may request it. */
const STRICT_TRANSPORT_SECURITY = 'max-age=31536000';

/** How long a connection accepted at the last moment may take to send its request. */
const LAST_REQUEST_MS = 100;

/** Pages have no Server Actions. */
const PAGE_METHODS = new Set(['GET', 'HEAD']);

const QUIET_ROUTES = new Set(['/healthz', '/readyz', '/metrics']);

/** Raw texts count like pages. */
const RAW_ROUTE = '/raw/:publicId';

type MessageInContext = IncomingMessage & { context: RequestContext };

export type WebServer = ReturnType<typeof createWebServer>;

/** @param staticAssets responds to requests for the build's files */
export function createWebServer(services: Services, endpoints: readonly Endpoint<Services>[], pages: Pages, staticAssets: StaticAssets) {
  const { config, log } = services;
  const match = createRouter(endpoints);

  const server = createServer({
    headersTimeout: config.HTTP_HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  server.setTimeout(config.HTTP_IDLE_TIMEOUT_MS);
  /** Headers of every response, also to broken requests. */
  const always: Record<string, string> = {
    [RESOURCE_POLICY[0]]: RESOURCE_POLICY[1],
    ...(config.BASE_URL.startsWith('https:') ? { 'Strict-Transport-Security': STRICT_TRANSPORT_SECURITY } : {}),
  };
  /** Of each endpoint's responses, in one piece: one by one they would be added to every response. */
  const heads = new Map(endpoints.map((endpoint) => [endpoint, { ...always, ...endpoint.headers, 'X-Request-Id': '' }]));
  const connections = trackConnections(server, config);
  const requests = createSlots({ total: config.HTTP_MAX_REQUESTS, each: config.HTTP_MAX_REQUESTS_PER_ADDRESS });
  const pageLimit = createPageLimit(services);
  const servePage = createPageServer({ services, pages, fail });
  const logAccess = createAccessLog(services, QUIET_ROUTES);
  const endSlowReaders = createSlowReaderCheck(config.HTTP_MIN_BYTES_PER_SECOND);

  /** For those whose head others write. */
  function setHeaders(outgoing: ServerResponse): void {
    for (const name in always) outgoing.setHeader(name, always[name] as string);
  }

  const idleOptions: Parameters<typeof endIdle>[2] = {
    limitMs: config.HTTP_RESPONSE_TIMEOUT_MS,
    contextOf: ({ req }) => (req as Partial<MessageInContext>).context,
    giveUp(outgoing, context) {
      log.warn({ requestId: context.requestId, route: context.route }, 'response given up, it took too long');
      refuse(outgoing, context, HTTP_ERRORS.unavailable, RETRY_SOON);
    },
  };

  const refuse: typeof endWith = (outgoing, context, kind, headers) => endWith(outgoing, context, kind, { ...always, ...headers });

  function onRequest(incoming: IncomingMessage, outgoing: ServerResponse, proceed?: () => void) {
    const url = withoutBasePath(incoming.url ?? '');
    incoming.url = url;
    const { socket, headers } = incoming;
    const connection = connections.of(socket);
    const address = connection?.address ?? null;
    const forwardedFor = headers['x-forwarded-for'] as string | undefined;
    const isDirect = address !== null && (config.TRUST_PROXY === 0 || forwardedFor === undefined);
    const { requestId, traceId } = requestIds(headers, address === null);
    // Fields that few requests have are added: V8 makes functions of an object with spread parts old at once, with all they refer to.
    const context: RequestContext = {
      requestId,
      clientAddress: isDirect ? address : clientAddress(socket.remoteAddress, forwardedFor, config.TRUST_PROXY),
      incoming,
    };
    if (traceId !== undefined) context.traceId = traceId;
    if (proceed) context.proceed = proceed;
    (incoming as MessageInContext).context = context;
    const startedAt = performance.now();
    /** Of whom it takes a slot. */
    let slotOf: string | undefined;
    // Before Node's own listener, which would read the rest without a limit.
    outgoing.prependListener('finish', lingerAfter);
    connection?.responses.push(outgoing);
    outgoing.once('close', () => {
      if (connection) forget(connection, outgoing);
      if (slotOf !== undefined) requests.release(slotOf);
      logAccess(incoming, outgoing, context, startedAt);
    });
    if (services.stopping || connection?.isSpare) outgoing.setHeader('Connection', 'close');
    // curl and Java offer HTTP/2, which is ignored; a client that asks for a WebSocket needs one.
    if (/websocket/i.test(incoming.headers.upgrade ?? '')) return refuse(outgoing, context, HTTP_ERRORS.not_found);
    if (!isOrdinary(incoming)) return refuse(outgoing, context, HTTP_ERRORS.bad_request);

    const query = url.indexOf('?');
    const path = query < 0 ? url : url.slice(0, query);
    if (!hasOneMeaning(path)) return refuse(outgoing, context, HTTP_ERRORS.not_found);
    if (!QUIET_ROUTES.has(path)) {
      if (services.bans.isBanned(context.clientAddress)) return refuse(outgoing, context, HTTP_ERRORS.forbidden);
      const identity = (isDirect ? connection?.identity : null) ?? limitIdentity(context.clientAddress);
      if (connection?.isSpare || !requests.take(identity)) {
        return refuse(outgoing, context, HTTP_ERRORS.unavailable, RETRY_SOON);
      }
      slotOf = identity;
    }
    const found = match(path);
    const isForPages = PAGE_METHODS.has(incoming.method ?? '');
    if (!found || (found.entry.isBesidePages && isForPages)) {
      setHeaders(outgoing);
      if (staticAssets(incoming, outgoing, context.requestId)) return;
      if (isForPages) return void admitPage(incoming, outgoing, context, path);
      return refuse(outgoing, context, HTTP_ERRORS.method_not_allowed, { Allow: [...PAGE_METHODS].join(', ') });
    }
    context.route = found.entry.path;
    if (context.route === RAW_ROUTE) return void admitRaw(incoming, outgoing, context, found);
    return void handleRoute(incoming, outgoing, context, found);
  }

  server.on('request', (incoming, outgoing) => onRequest(incoming, outgoing));
  // The reader of the body sends 100 Continue after it has checked type and length.
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) =>
    onRequest(incoming, outgoing, () => outgoing.writeContinue()),
  );

  // In development only: a listener gets every upgrade, also those to HTTP/2, which are ignored otherwise.
  const { upgrade } = pages;
  if (upgrade)
    server.on('upgrade', (incoming, socket, head) => {
      if (withoutBasePath(incoming.url ?? '').startsWith('/_next/')) void upgrade(incoming, socket, head);
      else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    });

  // Bytes that aren't HTTP, or came too slowly.
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket, connections.responsesOf(socket), always));
  server.on('timeout', (socket: Socket) => endIdle(socket, connections.responsesOf(socket), idleOptions));

  async function handleRoute(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    context: RequestContext,
    { entry, params }: Match<Endpoint<Services>>,
  ) {
    const request = toRequest(incoming, context);
    if (request === null) return refuse(outgoing, context, HTTP_ERRORS.bad_request);
    try {
      const headers: Record<string, string> = Object.assign({}, heads.get(entry));
      const reply = await entry.reply(request, params, services, headers);
      // Given up meanwhile.
      if (outgoing.writableEnded) return;
      await sendReply(outgoing, reply, headers, (err) => logBrokenOff(log, context, err));
    } catch (err) {
      fail(outgoing, context, err, 'reply failed');
    }
  }

  /** What nobody else has made a response of. */
  function fail(outgoing: ServerResponse, context: RequestContext, err: unknown, message: string): void {
    log.error({ err, requestId: context.requestId }, message);
    if (outgoing.headersSent) outgoing.destroy();
    else refuse(outgoing, context, HTTP_ERRORS.internal_error);
  }

  async function admitRaw(incoming: IncomingMessage, outgoing: ServerResponse, context: RequestContext, found: Match<Endpoint<Services>>) {
    setHeaders(outgoing);
    if (await pageLimit(outgoing, context)) await handleRoute(incoming, outgoing, context, found);
  }

  async function admitPage(incoming: IncomingMessage, outgoing: ServerResponse, context: RequestContext, path: string): Promise<void> {
    if (await pageLimit(outgoing, context)) await servePage(incoming, outgoing, context, path);
  }

  let readerCheck: NodeJS.Timeout;
  function checkReaders(): void {
    endSlowReaders(connections.unfinished());
    readerCheck = setTimeout(checkReaders, READER_CHECK_MS).unref();
  }
  checkReaders();
  server.once('close', () => clearTimeout(readerCheck));

  return {
    server,
    async stop(): Promise<void> {
      services.stopping = true;
      await sleep(config.STOP_DELAY_MS);
      // Not http's own close: it cuts off a response that is complete here but still being sent, and then
      // waits for kept-alive connections and for half-sent headers.
      const closed = new Promise<void>((resolve) => TcpServer.prototype.close.call(server, () => resolve()));
      do {
        await Promise.all(connections.unfinished().map((outgoing) => new Promise((resolve) => outgoing.once('close', resolve))));
        await sleep(LAST_REQUEST_MS);
      } while (connections.unfinished().length > 0);
      server.closeAllConnections();
      await closed;
      server.close();
    },
  };
}
