/** Requests to the endpoints, as more than one command makes them. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ApiResponse } from '../lib/client/client';
import * as endpoints from '../lib/client/operations.generated';
import { CliError, EXIT } from './exit';
import { ConnectionBroken, type Progress } from './http';
import type { Target } from './target';
import { clientOf } from './transport';

export interface Credentials {
  apiKey?: string | null;
  manageToken?: string | undefined;
  readToken?: string | undefined;
  claim?: string;
}

/** The headers of a request that shows these. */
export const headersOf = ({ apiKey, manageToken, readToken, claim }: Credentials) => ({
  'X-Api-Key': apiKey,
  'X-Service-Manage-Token': manageToken,
  'X-Service-Read-Token': readToken,
  'X-Service-Claim': claim,
});

/** A new secret, 32 bytes in base64url. */
export const randomToken = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

/** Waits before the program repeats a create whose response was lost. */
const RETRY_AFTER_MS = [500, 2_000];

/**
 * Repeats a request whose response was lost, with the same `Idempotency-Key`: the server creates one thing.
 * @param create sends the request with the key
 */
export async function createOnce<Created>(create: (idempotencyKey: string) => Promise<Created>): Promise<Created> {
  const idempotencyKey = randomToken();
  for (const waitMs of RETRY_AFTER_MS) {
    try {
      return await create(idempotencyKey);
    } catch (error) {
      if (!(error instanceof ConnectionBroken)) throw error;
    }
    await wait(waitMs);
  }
  return create(idempotencyKey);
}

/** Whether a content is an envelope. */
export const isJose = ({ headers }: ApiResponse) => /^application\/jose\b/i.test(headers.get('Content-Type') ?? '');

/**
 * Binds a burn paste to the claim.
 * @returns its title; empty when the title is inside the envelope
 * @throws RefusedError: `read_token_required`, for a token from key and password; `nothing_to_claim` for a paste that doesn't burn
 */
export async function claimPaste({ baseUrl, publicId }: Target, claim: string, credentials: Credentials): Promise<string> {
  const input = { params: { publicId }, headers: headersOf(credentials), body: { claim } };
  return (await clientOf(baseUrl).call(endpoints.claimPaste, input)).title;
}

/** @returns the stored content */
export async function fetchContent({ baseUrl, publicId }: Target, credentials: Credentials, progress?: Progress) {
  const input = { params: { publicId }, headers: headersOf(credentials) };
  const response = await clientOf(baseUrl).open(endpoints.readContent, input, progress);
  return { content: response.content, isEnvelope: isJose(response) };
}

/** Replaces the error for a paste that is gone by one for a request. */
export function throwForRequest(error: unknown): never {
  if (error instanceof CliError && error.code === EXIT.gone)
    throw new CliError(EXIT.gone, 'There is no such request: it has expired, was ended, or never existed');
  throw error;
}
