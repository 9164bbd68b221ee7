/** The endpoints of pastes that this program uses. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ApiResponse } from '../lib/client/client';
import type { BodyOf, ResultOf } from '../lib/client/operation';
import * as endpoints from '../lib/client/operations.generated';
import { ConnectionBroken, type Progress } from './http';
import { randomToken } from './random-token';
import type { BaseUrl, Target } from './target';
import { clientOf } from './transport';

export interface Credentials {
  apiKey?: string | null;
  manageToken?: string | undefined;
  readToken?: string | undefined;
  claim?: string;
}

export type NewPaste = BodyOf<typeof endpoints.createPaste>;
export type CreatedPaste = ResultOf<typeof endpoints.createPaste>;

/** Waits before the program repeats a create whose response was lost. */
const RETRY_AFTER_MS = [500, 2_000];

/**
 * Repeats a request whose response was lost, with the same `Idempotency-Key`: the server creates one thing.
 * @param create sends the request with the key
 */
export async function createOnce<Created>(create: (idempotencyKey: string) => Promise<Created>): Promise<Created> {
  const idempotencyKey = randomToken();
  const attempt = async (waits: readonly number[]): Promise<Created> => {
    try {
      return await create(idempotencyKey);
    } catch (error) {
      const [waitMs] = waits;
      if (!(error instanceof ConnectionBroken) || waitMs === undefined) throw error;
      await wait(waitMs);
      return attempt(waits.slice(1));
    }
  };
  return attempt(RETRY_AFTER_MS);
}

/** @param body of POST /api/v1/pastes */
export async function createPaste(baseUrl: BaseUrl, body: NewPaste, { apiKey }: Credentials, progress?: Progress) {
  return createOnce((idempotencyKey) =>
    clientOf(baseUrl).call(endpoints.createPaste, { headers: { 'X-Api-Key': apiKey, 'Idempotency-Key': idempotencyKey }, body }, progress),
  );
}

/** Whether the content is an envelope. A HEAD request: no view, no burn. */
export async function isEnvelope({ baseUrl, publicId }: Target, { apiKey }: Credentials): Promise<boolean> {
  const response = await clientOf(baseUrl).open(endpoints.checkContent, { params: { publicId }, headers: { 'X-Api-Key': apiKey } });
  return isJose(response);
}

/**
 * Binds a burn paste to the claim.
 * @returns its title; empty when the title is inside the envelope
 * @throws RefusedError: `read_token_required`, for a token from key and password; `nothing_to_claim` for a paste that doesn't burn
 */
export async function claimPaste({ baseUrl, publicId }: Target, claim: string, { apiKey, readToken }: Credentials): Promise<string> {
  const headers = { 'X-Api-Key': apiKey, 'X-Service-Read-Token': readToken };
  const { title } = await clientOf(baseUrl).call(endpoints.claimPaste, { params: { publicId }, headers, body: { claim } });
  return title;
}

export async function acknowledgePaste({ baseUrl, publicId }: Target, claim: string): Promise<void> {
  await clientOf(baseUrl).call(endpoints.acknowledgePaste, { params: { publicId }, body: { claim } });
}

/** @returns the stored content */
export async function fetchContent(
  { baseUrl, publicId }: Target,
  { apiKey, claim }: Credentials,
  progress?: Progress,
): Promise<{ content: Buffer; isEnvelope: boolean }> {
  const headers = { 'X-Api-Key': apiKey, 'X-Service-Claim': claim };
  const response = await clientOf(baseUrl).open(endpoints.readContent, { params: { publicId }, headers }, progress);
  return { content: response.content, isEnvelope: isJose(response) };
}

export async function deletePaste({ baseUrl, publicId }: Target, { apiKey, manageToken, readToken }: Credentials): Promise<void> {
  const headers = { 'X-Api-Key': apiKey, 'X-Service-Manage-Token': manageToken, 'X-Service-Read-Token': readToken };
  await clientOf(baseUrl).call(endpoints.deletePaste, { params: { publicId }, headers });
}

/** @returns the new expiry; null: never */
export async function extendPaste(
  { baseUrl, publicId }: Target,
  ttlSeconds: number,
  { apiKey, manageToken }: Credentials,
): Promise<string | null> {
  const headers = { 'X-Api-Key': apiKey, 'X-Service-Manage-Token': manageToken };
  return (await clientOf(baseUrl).call(endpoints.extendPaste, { params: { publicId }, headers, body: { ttlSeconds } })).expiresAt;
}

export async function readReceipt({ baseUrl, publicId }: Target, { apiKey, manageToken, readToken }: Credentials) {
  const headers = { 'X-Api-Key': apiKey, 'X-Service-Manage-Token': manageToken, 'X-Service-Read-Token': readToken };
  return clientOf(baseUrl).call(endpoints.readReceipt, { params: { publicId }, headers });
}

/** @throws RefusedError `unauthorized`, when the service doesn't accept the key */
export async function checkKey(baseUrl: BaseUrl, apiKey: string): Promise<void> {
  await clientOf(baseUrl).call(endpoints.listPastes, { query: { limit: 1 }, headers: { 'X-Api-Key': apiKey } });
}

const isJose = ({ headers }: ApiResponse) => /^application\/jose\b/i.test(headers.get('Content-Type') ?? '');
