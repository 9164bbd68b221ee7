/** The HTTP server alone, with handlers and pages of the tests. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createEndpoint, type Responder } from '#lib/api/endpoint';
import { countedAsPage, uncounted } from '#lib/api/policies';
import type { Services } from '#lib/composition/services';
import { type Config, loadConfig } from '#lib/config/config';
import { readJson, readRaw } from '#lib/http/body';
import type { RateLimitResult } from '#lib/http/rate-limit';
import { json } from '#lib/http/reply';
import type { Logger } from '#lib/log/logger';
import { createMetrics } from '#lib/operations/metrics/metrics';
import { PLAIN_SITE } from '#lib/site/site';
import { connectRaw, exchange, parseAnswer, type RawConnection } from '../../e2e/support/sockets';
import type { Pages } from '../next-pages';
import { createWebServer, type WebServer } from '../web-server';

type Line = Record<string, unknown> & { msg: string };

interface Running extends WebServer {
  url: string;
  /** Everything logged, at all levels. */
  lines: Line[];
  services: Services;
  /** Method and path of each request that reached a handler or a page. */
  reached: string[];
}

const CONFIG = loadConfig({
  NODE_ENV: 'production',
  MASTER_KEY: randomBytes(32).toString('base64'),
  BASE_URL: 'http://paste.example',
  STOP_DELAY_MS: '100',
});

const running: Running[] = [];
const connections: RawConnection[] = [];

/** Stops all servers of a test; call it in `afterEach`. */
export async function stopWebServers(): Promise<void> {
  for (const { socket } of connections.splice(0)) socket.destroy();
  for (const { server } of running.splice(0)) {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  }
}

interface Options {
  config?: Partial<Config>;
  pages?: Partial<Pages>;
  /** Content in the response of `/raw/ID`. */
  content?: Uint8Array;
  /** A promise for which handlers wait. */
  hold?: Promise<void>;
  limited?: RateLimitResult;
  banned?: string;
  /** Path of a unix socket to listen on. */
  path?: string;
}

export async function startWebServer(options: Options = {}): Promise<Running> {
  const lines: Line[] = [];
  const reached: string[] = [];
  const write = (fields: Record<string, unknown>, msg: string) => void lines.push({ ...fields, msg });
  const log = { debug: write, info: write, warn: write, error: write, fatal: write } as unknown as Logger;
  const services = {
    config: { ...CONFIG, ...options.config },
    log,
    bans: { isBanned: (address: string | null) => address !== null && address === options.banned },
    site: { ...PLAIN_SITE, name: 'Pastes' },
    sessions: { cookieName: 'session' },
    metrics: createMetrics(false),
    limits: { page: { name: 'page', consume: async () => options.limited ?? null } },
    stopping: false,
  } as unknown as Services;

  const handler = async ({ request }: { request: Request }) => {
    reached.push(`${request.method} ${new URL(request.url).pathname}`);
    await options.hold;
    const isContent = request.url.includes('/raw/') && options.content !== undefined;
    return isContent ? { status: 200, body: options.content as Uint8Array } : json(200, { status: 'ok' });
  };
  const upload = async ({ request }: { request: Request }) => json(200, { bytes: (await readRaw(request, 1_000_000)).length });
  const content = { field: 'content', maxBytes: 1_000, sink: () => options.hold?.then(() => undefined) };
  const readBody = async ({ request }: { request: Request }) => json(200, { read: await readJson(request, content) });
  const policy = uncounted({});
  const rawPolicy = countedAsPage('page', policy);
  const all = (own: Responder['policy'], givesContent?: true): Responder[] => [
    { method: 'GET', policy: own, run: handler, ...(givesContent && { givesContent }) },
    { method: 'HEAD', policy: own, run: handler },
    { method: 'POST', policy: own, run: upload },
  ];
  const endpoints = ['/healthz', '/api/v1/pastes', '/api/*'].map((path) => createEndpoint(path, all(policy)));
  endpoints.push(createEndpoint('/raw/:publicId', all(rawPolicy, true)));
  endpoints.push(createEndpoint('/api/v1/json', [{ method: 'POST', policy, run: readBody }]));
  endpoints.push(createEndpoint('/:name', [{ method: 'PUT', policy: { ...policy, isBesidePages: true }, run: handler }]));
  const pages: Pages = {
    isDevelopment: false,
    files: null,
    assets: () => false,
    close: async () => undefined,
    handle: async (incoming, outgoing) => {
      reached.push(`page ${incoming.method} ${incoming.url}`);
      outgoing.end('page');
    },
    ...(options.pages as Pages | undefined),
  };
  const web = createWebServer(services, endpoints, pages);
  web.server.listen(options.path ? { path: options.path } : { port: 0, host: '127.0.0.1' });
  await once(web.server, 'listening');
  const one = { ...web, url: `http://127.0.0.1:${(web.server.address() as AddressInfo).port}`, lines, services, reached };
  running.push(one);
  return one;
}

export async function openConnection(url: string): Promise<RawConnection> {
  const connection = await connectRaw(url);
  connections.push(connection);
  return connection;
}

export const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\nHost: paste.example\r\n${headers}Connection: close\r\n\r\n`;

/** Sends a request that asks to close the connection. @returns the first response */
export async function responseTo(url: string, text: string) {
  return parseAnswer(await exchange(url, text));
}
