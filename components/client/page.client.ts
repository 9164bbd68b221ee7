/** The client of the endpoints for pages and their workers, by `fetch`. */
import { ApiError, type ApiProblem, problemWithout } from '#lib/client/api-problem';
import { type ApiResponse, createClient } from '#lib/client/client';
import { addressOf } from '#lib/site/address.rules';
import { apiKey } from './api-key';

export interface PageResponse extends ApiResponse {
  response: Response;
}

interface PageOptions extends Omit<RequestInit, 'headers' | 'method' | 'body'> {
  headers?: Record<string, string>;
}

export const pageClient = createClient<PageResponse, PageOptions>(async ({ method, path, headers, body }, options = {}) => {
  const sent = { ...headers, ...options.headers };
  const init = { cache: 'no-store' as const, ...options, method, headers: sent, ...(body === null ? {} : { body }) };
  const response = await fetch(addressOf(path), init).catch(lost);
  return { status: response.status, headers: response.headers, text: () => response.text().catch(lost), response };
}, apiKey);

/** The error when the server can't be reached, or a response ended too early. */
export const lostError = () => new ApiError(problemWithout(lostCode()));

export const lostCode = (): 'offline' | 'unreachable' => (globalThis.navigator?.onLine === false ? 'offline' : 'unreachable');

function lost(): never {
  throw lostError();
}

/** @throws the error itself, unless it is an ApiError */
export function problemIn(error: unknown): ApiProblem {
  if (error instanceof ApiError) return error.problem;
  throw error;
}
