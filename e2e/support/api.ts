/** The paste API as a client sees it, for tests. */
import type { ErrorCode } from '#lib/api/errors.rules';
import { exchangeHttp } from './exchange-http';

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface CreatedBody {
  publicId: string;
  url: string;
  rawUrl: string;
  expiresAt: string | null;
  isE2ee: boolean;
  manageToken?: string;
}

export interface PasteBody {
  publicId: string;
  title: string;
  syntax: string;
  content: string;
  isE2ee: boolean;
  burnAfterRead: boolean;
  viewCount: number;
  expiresAt: string | null;
  createdAt: string;
}

export interface ErrorBody {
  error: string;
  code: ErrorCode;
  details?: { path: string[]; message: string }[];
}

/** An id that no paste has. */
export const MISSING_ID = 'A'.repeat(24);
export const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A response without its date and id, so that equal responses give equal texts. */
export function told({ status, headers, body }: Answer): string {
  return JSON.stringify([status, [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)), body]);
}

/** Gets the method, URL, status and body of every response to `call`. May throw. */
type Watcher = (method: string, url: string, answer: Answer) => void;
const watchers = new Set<Watcher>();

/** Shows each later response of `call` to the watcher. @returns a function that ends this */
export function watchAnswers(watch: Watcher): () => void {
  watchers.add(watch);
  return () => void watchers.delete(watch);
}

/** Sends a request and reads its JSON response. @param json body, as JSON */
export async function call<Body = unknown>(
  url: string,
  options: { method?: string; json?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer<Body>> {
  const { json, headers = {}, method = json === undefined ? 'GET' : 'POST' } = options;
  const { text, ...told } = await exchangeHttp(url, {
    method,
    headers: { ...(json === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const isJson = told.headers.get('content-type')?.startsWith('application/json') && text !== '';
  const answer = { ...told, body: (isJson ? JSON.parse(text) : text) as Body };
  for (const watch of watchers) watch(method, url, answer);
  return answer;
}

/** Creates a paste. @returns the body of the 201 */
export async function createPaste(
  baseUrl: string,
  fields: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<CreatedBody> {
  const { status, body } = await call<CreatedBody>(`${baseUrl}/api/v1/pastes`, { json: fields, headers });
  if (status !== 201) throw new Error(`expected 201, got ${status}: ${JSON.stringify(body)}`);
  return body;
}

export interface WebhookBody {
  id: number;
  url: string;
  events: string[];
  isActive: boolean;
  createdAt: string;
  updatedAt: string;
}

export interface DeliveryBody {
  id: string;
  event: string;
  status: string;
  attempts: number;
  nextRetryAt: string | null;
  responseStatus: number | null;
  responseBody: string | null;
  error: string | null;
  createdAt: string;
  lastAttemptAt: string | null;
}

/** A port of loopback on which nothing listens. */
export const NOBODYS_URL = 'http://127.0.0.1:9/';
const EVENTS = ['paste.created', 'paste.deleted', 'paste.expired'];

/** Registers a webhook, by default for every event and with an address where nobody listens. */
export async function createWebhook(
  baseUrl: string,
  headers: Record<string, string>,
  fields: Record<string, unknown> = {},
): Promise<WebhookBody> {
  const json = { url: NOBODYS_URL, secret: 'a secret of tests', events: EVENTS, ...fields };
  const { status, body } = await call<WebhookBody>(`${baseUrl}/api/v1/webhooks`, { json, headers });
  if (status !== 201) throw new Error(`expected 201, got ${status}: ${JSON.stringify(body)}`);
  return body;
}

export const readPaste = (baseUrl: string, publicId: string) => call<PasteBody>(`${baseUrl}/api/v1/pastes/${publicId}`);
