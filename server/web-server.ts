/**
 * The HTTP server: the work that every request needs before and after its handler.
 *
 * Guarantees: slow and silent clients are cut off; clients that wait for the server only after a limit. Connections and
 * requests are limited in total and shared fairly among addresses; a silent connection keeps nobody out. The client's address comes from the socket and the
 * configured proxies, never from the client. Every response has a request id, which the log has, too. The log has selected
 * fields only: no header, body, query or path of a paste. Each handler and page has one spelling of its path, below
 * BASE_URL's path and without it. When stopping, readiness fails first, then no connection is accepted, and requests under
 * way are finished to the last byte.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '#lib/api/endpoint';
import type { Services } from '#lib/composition/services';
import type { RequestContext } from '#lib/http/context';
import { PublicError } from '#lib/http/errors';
import { PRIVATE_HEADERS, RESOURCE_POLICY } from '#lib/http/headers';
import { createRouter } from '#lib/http/router';
import { withoutBasePath } from '#lib/site/address.rules';
import { inTrace } from '#lib/tracing/trace-context';
import { createAccessLog } from './access-log';
import { createAdmission, QUIET_ROUTES } from './admission';
import { endIdle, refuseUnreadable } from './broken-connections';
import { type Connection, trackConnections } from './connections';
import { endWith } from './end-with';
import { lingerAfter } from './linger';
import type { Pages } from './next-pages';
import { UNAVAILABLE } from './refusal';
import { setContext } from './request-context';
import { createHostCheck, readTarget } from './request-target';
import { createResponder } from './respond';
import { watchReaders } from './slow-readers';
import { stopServer } from './stop-server';

/** Time for a request's line and headers. */
const HEADERS_TIMEOUT_MS = 15_000;
/** Limit for receiving a whole request: 10 MB at 280 kbit/s. */
const REQUEST_TIMEOUT_MS = 300_000;
/** Longer than the 60 s of common proxies, so that the proxy closes first. */
const KEEP_ALIVE_MS = 65_000;
const TIMEOUT_CHECK_MS = 2_000;
/** Limit for the names and values of a request's header fields; more gets 431. */
const MAX_HEADER_BYTES = 16 * 1024;
/** The endpoint of uploads by name (lib/api/uploads.api.ts). */
const UPLOAD_PATH = '/:name';
/** A year, without subdomains, which may have no HTTPS, and without preloading, which only the domain's owner may request. */
const STRICT_TRANSPORT_SECURITY = 'max-age=31536000';

export type WebServer = ReturnType<typeof createWebServer>;

export function createWebServer(services: Services, endpoints: readonly Endpoint[], pages: Pages) {
  const { config, log } = services;
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  server.setTimeout(config.HTTP_IDLE_TIMEOUT_MS);
  // Node by default silently drops fields above a number, so a client could make it drop the X-Forwarded-For that a proxy
  // adds. The byte limit and the timeout bound them: 16,000 fields of one byte take 3 ms.
  server.maxHeadersCount = 0;
  /** Headers of every response, also to broken requests. */
  const always: Record<string, string> = {
    [RESOURCE_POLICY[0]]: RESOURCE_POLICY[1],
    ...(config.BASE_URL.startsWith('https:') ? { 'Strict-Transport-Security': STRICT_TRANSPORT_SECURITY } : {}),
  };
  const refuse = (outgoing: ServerResponse, context: RequestContext, refusal: PublicError) => endWith(outgoing, context, refusal, always);
  const match = createRouter(endpoints);
  /** Finds the upload of a name, which may be that of another endpoint, such as `metrics`. */
  const matchName = createRouter(endpoints.filter(({ path }) => path === UPLOAD_PATH));
  const connections = trackConnections(server, config);
  const admit = createAdmission(services);
  const respond = createResponder({ services, endpoints, pages, always, refuse });
  const logAccess = createAccessLog(services, QUIET_ROUTES);

  function onRequest(incoming: IncomingMessage, outgoing: ServerResponse, proceed?: () => void) {
    incoming.url = withoutBasePath(incoming.url ?? '');
    const connection = connections.of(incoming.socket);
    const context = setContext(incoming, connection, config.TRUST_PROXY, proceed);
    const startedAt = performance.now();
    // Runs before Node's own listener, which would read the rest without a limit.
    outgoing.prependListener('finish', lingerAfter);
    connections.begin(connection, outgoing);
    outgoing.once('close', () => {
      connections.end(connection, outgoing);
      logAccess(incoming, outgoing, context, startedAt);
    });
    if (services.stopping || connection.isSpare) outgoing.setHeader('Connection', 'close');

    try {
      route(incoming, outgoing, context, connection);
    } catch (error) {
      if (!(error instanceof PublicError)) throw error;
      refuse(outgoing, context, error);
    }
  }

  /** Finds what responds to a request, and admits it. @throws PublicError */
  function route(incoming: IncomingMessage, outgoing: ServerResponse, context: RequestContext, connection: Connection): void {
    const { url = '' } = incoming;
    const query = url.indexOf('?');
    const asked = query < 0 ? url : url.slice(0, query);
    const target = readTarget(incoming, asked);
    if (target.kind === 'moved') {
      const headers = { ...PRIVATE_HEADERS, ...always, Location: target.location, 'X-Request-Id': context.requestId };
      return void outgoing.writeHead(target.status, headers).end();
    }
    const { path } = target;
    incoming.url = path + url.slice(asked.length);
    const found = (target.kind === 'upload' ? matchName : match)(path);
    const isQuiet = found !== null && QUIET_ROUTES.has(found.entry.path);
    const givesContent = found?.entry.contentMethods.has(incoming.method ?? '') ?? false;
    admit({ outgoing, context, connection, isQuiet, givesContent });
    inTrace(context.traceparent, () => void respond(outgoing, context, path, found));
  }

  server.on('request', (incoming, outgoing) => onRequest(incoming, outgoing));
  // The body's reader sends 100 Continue after it has checked type and length.
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) =>
    onRequest(incoming, outgoing, () => outgoing.writeContinue()),
  );
  // A server may ignore expectations that it doesn't know (RFC 9110, 10.1.1). Node's own 417 would be in no log.
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => onRequest(incoming, outgoing));

  // Only in development: a listener gets every upgrade, also those to HTTP/2, which are ignored otherwise.
  const { upgrade } = pages;
  const isOwnHost = createHostCheck(config);
  if (upgrade)
    server.on('upgrade', (incoming, socket, head) => {
      if (withoutBasePath(incoming.url ?? '').startsWith('/_next/') && isOwnHost(incoming)) void upgrade(incoming, socket, head);
      else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    });

  // Called for bytes that aren't HTTP, or that came too slowly.
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket, connections.responsesOf(socket), always, log));
  const giveUp = (outgoing: ServerResponse, context: RequestContext) => {
    log.warn({ requestId: context.requestId, route: context.route }, 'response given up, it took too long');
    refuse(outgoing, context, UNAVAILABLE);
  };
  server.on('timeout', (socket: Socket) => endIdle(socket, connections.responsesOf(socket), config.HTTP_RESPONSE_TIMEOUT_MS, giveUp));
  server.once('close', watchReaders(connections.unfinished));

  return {
    server,
    async stop(): Promise<void> {
      services.stopping = true;
      await sleep(config.STOP_DELAY_MS);
      await stopServer(server, connections.unfinished);
    },
  };
}
