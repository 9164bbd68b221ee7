import { setTimeout as wait } from 'node:timers/promises';
import type { ErrorCode } from '../lib/api/errors.rules';
import type { CreatedPasteJson, ExtendedPasteJson } from '../lib/pastes/paste.schema';
import type { ReceiptJson } from '../lib/receipts/receipt.schema';
import { CliError, EXIT } from './exit';
import { ConnectionBroken, type HttpRequest, type HttpResponse, type Progress, send } from './http';
import { randomToken } from './random-token';
import type { Target } from './target';

export interface Credentials {
  apiKey?: string | null;
  manageToken?: string | undefined;
  readToken?: string | undefined;
  claim?: string;
}

interface ErrorBody {
  error?: unknown;
  code?: ErrorCode;
  details?: { path?: string[]; message?: string }[];
  protectedHeader?: unknown;
}

/** 403: the server needs the read token, which key and password derive. */
export class ReadTokenNeeded extends Error {
  override readonly name = 'ReadTokenNeeded';
  /** @param protectedHeader the envelope's first part; null when it is no envelope of ours */
  constructor(readonly protectedHeader: string | null) {
    super('read token needed');
  }
}

/** 409: the paste doesn't burn. */
export class NothingToClaim extends Error {
  override readonly name = 'NothingToClaim';
}

/** 400: the server does not keep a paste for so long. */
export class TtlRefused extends CliError {}

const of = ({ baseUrl, publicId }: Target, path = '') => `${baseUrl}/api/v1/pastes/${publicId}${path}`;

/** @param fields the body of POST /api/v1/pastes */
export async function createPaste(
  baseUrl: string,
  fields: Record<string, unknown>,
  credentials: Credentials,
  progress?: Progress,
): Promise<CreatedPasteJson> {
  return json(await createOnce(`${baseUrl}/api/v1/pastes`, fields, credentials, progress));
}

/** Waits before a create whose response was lost is sent again. */
const RETRY_AFTER_MS = [500, 2_000];

/** When the response is lost, the same request is sent again under the same `Idempotency-Key`: the server creates one thing. */
export async function createOnce(
  url: string,
  fields: Record<string, unknown>,
  credentials: Credentials,
  progress?: Progress,
): Promise<HttpResponse> {
  const headers = { 'Idempotency-Key': randomToken() };
  const request = { method: 'POST', url, body: encode(fields), headers };
  const create = async (waits: readonly number[]): Promise<HttpResponse> => {
    try {
      return await call(request, credentials, progress);
    } catch (error) {
      const [waitMs] = waits;
      if (!(error instanceof ConnectionBroken) || waitMs === undefined) throw error;
      await wait(waitMs);
      return create(waits.slice(1));
    }
  };
  return create(RETRY_AFTER_MS);
}

/** Whether the content is an envelope. A HEAD request: no view, no burn. */
export async function isEnvelope(target: Target, credentials: Credentials): Promise<boolean> {
  const { headers } = await call({ method: 'HEAD', url: rawUrl(target) }, credentials);
  return isJose(headers);
}

/**
 * Binds a burn paste to the claim.
 * @returns its title; empty when the title is inside the envelope
 * @throws ReadTokenNeeded, NothingToClaim, CliError
 */
export async function claimPaste(target: Target, claim: string, credentials: Credentials): Promise<string> {
  const { title } = json<{ title?: unknown }>(
    await call({ method: 'POST', url: of(target, '/claim'), body: encode({ claim }) }, credentials),
  );
  return typeof title === 'string' ? title : '';
}

export async function acknowledgePaste(target: Target, claim: string): Promise<void> {
  await call({ method: 'POST', url: of(target, '/acknowledge'), body: encode({ claim }) }, {});
}

/** @returns the stored content */
export async function fetchContent(
  target: Target,
  credentials: Credentials,
  progress?: Progress,
): Promise<{ content: Buffer; isEnvelope: boolean }> {
  const { body, headers } = await call({ method: 'GET', url: rawUrl(target) }, credentials, progress);
  return { content: body, isEnvelope: isJose(headers) };
}

export async function deletePaste(target: Target, credentials: Credentials): Promise<void> {
  await call({ method: 'DELETE', url: of(target) }, credentials);
}

/** @returns the new expiry; null: never */
export async function extendPaste(target: Target, ttlSeconds: number, credentials: Credentials): Promise<string | null> {
  const request = { method: 'POST', url: of(target, '/extend'), body: encode({ ttlSeconds }) };
  return json<ExtendedPasteJson>(await call(request, credentials)).expiresAt;
}

export async function readReceipt(target: Target, credentials: Credentials): Promise<ReceiptJson> {
  return json(await call({ method: 'GET', url: of(target, '/receipt') }, credentials));
}

/** @throws CliError refused, when the service doesn't accept the key */
export async function checkKey(baseUrl: string, apiKey: string): Promise<void> {
  await call({ method: 'GET', url: `${baseUrl}/api/v1/pastes?limit=1` }, { apiKey });
}

const rawUrl = ({ baseUrl, publicId }: Target) => `${baseUrl}/raw/${publicId}`;

export const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

const isJose = (headers: HttpResponse['headers']) => /^application\/jose\b/i.test(headers['content-type'] ?? '');

export async function call(request: HttpRequest, credentials: Credentials, progress?: Progress): Promise<HttpResponse> {
  const { apiKey, manageToken, readToken, claim } = credentials;
  const headers = {
    ...request.headers,
    ...(apiKey ? { 'X-Api-Key': apiKey } : {}),
    ...(manageToken ? { 'X-Service-Manage-Token': manageToken } : {}),
    ...(readToken ? { 'X-Service-Read-Token': readToken } : {}),
    ...(claim ? { 'X-Service-Claim': claim } : {}),
  };
  const response = await send({ ...request, headers }, progress);
  if (response.status >= 200 && response.status < 300) return response;
  throw problemOf(response);
}

function problemOf({ status, headers, body }: HttpResponse): Error {
  const errorBody = parse(body) as ErrorBody | null;
  const reason = sentenceOf(errorBody);
  if (status === 404) return new CliError(EXIT.gone, 'There is no such paste: it has expired, was deleted or read, or never existed');
  if (errorBody?.code === 'nothing_to_claim') return new NothingToClaim();
  if (errorBody?.code === 'read_token_required') {
    return new ReadTokenNeeded(typeof errorBody.protectedHeader === 'string' ? errorBody.protectedHeader : null);
  }
  if (status === 401 || status === 403) return new CliError(EXIT.refused, `The server refused this (${status}${reason && `: ${reason}`})`);
  if (status === 429 || status === 502 || status === 503 || status === 504) {
    const seconds = /^\d+$/.exec(headers['retry-after'] ?? '')?.[0];
    return new CliError(
      EXIT.later,
      `The server can't do this now (${status}). Try again ${seconds ? `in ${seconds} s` : 'later'}`,
      Number(seconds ?? 0) * 1000,
    );
  }
  const message = `The server responded with ${status}${reason && `: ${reason}`}`;
  if (errorBody?.code === 'ttl_too_long') return new TtlRefused(EXIT.other, message);
  return new CliError(EXIT.other, message);
}

/** The server's error message, without control characters. */
function sentenceOf(errorBody: ErrorBody | null): string {
  const [detail] = errorBody?.details ?? [];
  const text = detail ? `${detail.path?.join('.') ?? ''} ${detail.message ?? ''}`.trim() : String(errorBody?.error ?? '');
  return text.replace(/\p{Cc}/gu, ' ').slice(0, 300);
}

export function json<Body>({ body }: HttpResponse): Body {
  const value = parse(body);
  if (value === null) throw new CliError(EXIT.other, 'The response is not JSON. Is the address right?');
  return value as Body;
}

function parse(body: Buffer): object | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
