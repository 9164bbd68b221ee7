/** The endpoints of request links that this program uses. */
import type { BodyOf } from '../lib/client/operation';
import * as endpoints from '../lib/client/operations.generated';
import type { PublicId } from '../lib/pastes/paste.rules';
import { type Credentials, createOnce } from './api';
import { CliError, EXIT } from './exit';
import type { Progress } from './http';
import type { BaseUrl } from './target';
import { clientOf } from './transport';

/** A request at its service. */
export interface RequestTarget {
  baseUrl: BaseUrl;
  requestId: PublicId;
}

export async function createRequest(baseUrl: BaseUrl, body: BodyOf<typeof endpoints.createRequest>, { apiKey }: Credentials) {
  return clientOf(baseUrl).call(endpoints.createRequest, { headers: { 'X-Api-Key': apiKey }, body });
}

/** @throws CliError gone */
export async function readRequest({ baseUrl, requestId }: RequestTarget) {
  return clientOf(baseUrl).call(endpoints.readRequest, { params: { requestId } }).catch(tellOfRequest);
}

/** @throws CliError gone */
export async function sendAnswer({ baseUrl, requestId }: RequestTarget, content: string, progress?: Progress) {
  return createOnce((idempotencyKey) => {
    const input = { params: { requestId }, headers: { 'Idempotency-Key': idempotencyKey }, body: { content } };
    return clientOf(baseUrl).call(endpoints.createAnswer, input, progress);
  }).catch(tellOfRequest);
}

/** @throws CliError gone */
export async function listAnswers({ baseUrl, requestId }: RequestTarget, { apiKey, manageToken }: Credentials) {
  const headers = { 'X-Api-Key': apiKey, 'X-Service-Manage-Token': manageToken };
  return clientOf(baseUrl).call(endpoints.listAnswers, { params: { requestId }, headers }).catch(tellOfRequest);
}

function tellOfRequest(error: unknown): never {
  if (error instanceof CliError && error.code === EXIT.gone)
    throw new CliError(EXIT.gone, 'There is no such request: it has expired, was ended, or never existed');
  throw error;
}
