/** The services of a web process on a fresh database, in this process: for route handlers, which find them as they would there. */
import type { Endpoint } from '../../api/endpoint';
import type { PathParams } from '../../api/policies';
import { expectDescribed } from '../../api/testing/described-responses';
import { loadConfig } from '../../config/config';
import { setRequestContext } from '../../http/context';
import { collectingLogger, type LogLine } from '../../testing/loggers';
import { createTestDatabase, type Engine } from '../../testing/test-database';
import { buildWeb } from '../build-web';
import { provideServices, type Services, services } from '../services';

export const BASE_URL = 'https://paste.example';
export const CLIENT_ADDRESS = '203.0.113.7';
/** Name of the session cookie under HTTPS. */
export const SESSION_COOKIE = '__Host-sealpaste-session';

interface TestServices extends Services {
  /** Lines that handlers have logged. */
  lines: LogLine[];
  /** Makes a key for the user. */
  keyOf(user: string): Promise<string>;
  /** Signs in with a key. @returns the `Cookie` header of that browser */
  cookieOf(apiKey: string): Promise<string>;
  end(): Promise<void>;
}

/** @param variables of the environment; nothing is limited unless they say so */
export async function openTestServices(variables: Record<string, string> = {}, engine: Engine = 'sqlite'): Promise<TestServices> {
  const database = await createTestDatabase(engine);
  const limits = { RATE_LIMIT_ANONYMOUS: '0', RATE_LIMIT_AUTHENTICATED: '0', RATE_LIMIT_BURN: '0', RATE_LIMIT_READ_TOKEN: '0' };
  const config = loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    BASE_URL,
    DATABASE_URL: database.url,
    MASTER_KEY: 'a1'.repeat(32),
    ...limits,
    ...variables,
  });
  const composed = await buildWeb(config);
  const { log, lines } = collectingLogger();
  const opened = { ...composed, log };
  provideServices(async () => opened);
  return Object.assign(opened, {
    lines,
    keyOf: (user: string) => composed.accounts.createKey(user),
    async cookieOf(apiKey: string) {
      const [cookie = ''] = (await composed.sessions.signIn(apiKey)).setCookie?.split(';') ?? [];
      return cookie;
    },
    async end() {
      await composed.close();
      await database.drop();
    },
  });
}

/** @returns what finds an endpoint by its path, as it is defined */
export function endpointsByPath(endpoints: readonly Endpoint[]): (path: string) => Endpoint {
  return (path) => {
    const found = endpoints.find((endpoint) => endpoint.path === path);
    if (!found) throw new Error(`no endpoint at ${path}`);
    return found;
  };
}

interface Sent {
  method?: string;
  path?: string;
  params?: PathParams;
  headers?: Record<string, string>;
  /** Body, as JSON. */
  json?: unknown;
  /** Body, as a form. */
  form?: Record<string, string>;
  /** Body, as it is. */
  text?: string;
  clientAddress?: string | null;
  /** Whether the database lies, so that the response may differ from the API's document. */
  isFromLies?: boolean;
}

interface Received {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed where it is JSON, or else undefined. */
  body: unknown;
}

/** Sends a request to an endpoint, as from a client of that address. A response that the API's document doesn't allow fails. */
export async function send(endpoint: Endpoint, sent: Sent = {}): Promise<Received> {
  const { json, form, text, headers = {}, path = '/', params, clientAddress = CLIENT_ADDRESS, isFromLies = false } = sent;
  const body = json === undefined ? (text ?? (form && new URLSearchParams(form))) : JSON.stringify(json);
  const request = new Request(new URL(path, BASE_URL), {
    method: sent.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(json === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  setRequestContext(request, { requestId: '00000000-0000-4000-8000-000000000000', clientAddress });
  const response = await endpoint.respond(request, params ?? {}, await services());
  const received = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && received !== '';
  const parsed: unknown = isJson ? JSON.parse(received) : undefined;
  if (!isFromLies) expectDescribed(request.method, endpoint.path, response.status, parsed, response.headers.get('content-type'));
  return { status: response.status, headers: response.headers, text: received, body: parsed };
}
