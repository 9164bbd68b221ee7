/** The endpoints of request links that this client uses. */
import type { AnswerListJson, CreatedAnswerJson, CreatedRequestJson, RequestFields, RequestJson } from '../lib/requests/request.schema';
import { type Credentials, call, createOnce, encode, json } from './api';
import { CliError, EXIT } from './exit';
import type { Progress } from './http';

/** A request at its service. */
export interface RequestTarget {
  /** The service's address, without a slash at its end. */
  baseUrl: string;
  requestId: string;
}

const requestsOf = (baseUrl: string) => `${baseUrl}/api/v1/requests`;
const of = ({ baseUrl, requestId }: RequestTarget, path = '') => `${requestsOf(baseUrl)}/${requestId}${path}`;

export async function createRequest(
  baseUrl: string,
  fields: Omit<RequestFields, 'burnAfterRead'>,
  credentials: Credentials,
): Promise<CreatedRequestJson> {
  return json(await call({ method: 'POST', url: requestsOf(baseUrl), body: encode(fields) }, credentials));
}

/** @throws CliError gone */
export async function readRequest(target: RequestTarget): Promise<RequestJson> {
  return json(await call({ method: 'GET', url: of(target) }, {}).catch(tellOfRequest));
}

/** @throws CliError gone */
export async function sendAnswer(target: RequestTarget, content: string, progress?: Progress): Promise<CreatedAnswerJson> {
  return json(await createOnce(of(target, '/answers'), { content }, {}, progress).catch(tellOfRequest));
}

/** @throws CliError gone */
export async function listAnswers(target: RequestTarget, credentials: Credentials): Promise<AnswerListJson> {
  return json(await call({ method: 'GET', url: of(target, '/answers') }, credentials).catch(tellOfRequest));
}

function tellOfRequest(error: unknown): never {
  if (error instanceof CliError && error.code === EXIT.gone)
    throw new CliError(EXIT.gone, 'There is no such request: it has expired, was ended, or never existed');
  throw error;
}
