/** Requests to the endpoints by `node:http`; what goes wrong becomes an error of this program. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ApiProblem, ProblemCode } from '../lib/client/api-problem';
import { type ApiResponse, createClient } from '../lib/client/client';
import { CliError, EXIT, type ExitCode } from './exit';
import { ConnectionBroken, type Progress, send } from './http';
import type { BaseUrl } from './target';

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

/** Replaces the error for a paste that is gone by one for a request. */
export function throwForRequest(error: unknown): never {
  if (error instanceof CliError && error.code === EXIT.gone)
    throw new CliError(EXIT.gone, 'There is no such request: it has expired, was ended, or never existed');
  throw error;
}

export interface Received extends ApiResponse {
  content: Buffer;
}

/** The server refused the request, or sent a response that its endpoint doesn't have. */
export class RefusedError extends CliError {
  constructor(readonly problem: ApiProblem) {
    super(exitCodeOf(problem.status), sentenceOf(problem), problem.waitSeconds * 1000);
  }
}

export function isRefusal(error: unknown, code: ProblemCode): error is RefusedError {
  return error instanceof RefusedError && error.problem.code === code;
}

export type Client = ReturnType<typeof clientOf>;

/** The client of a service. It throws a RefusedError in place of an ApiError. @param apiKey as of `createClient` */
export function clientOf(baseUrl: BaseUrl, apiKey: string | null = null) {
  return createClient<Received, Progress>(
    async ({ method, path, headers, body, maxBytes }, progress) => {
      const bytes = typeof body === 'string' ? { body: new TextEncoder().encode(body) } : {};
      const request = { method, url: baseUrl + path, headers, ...bytes, ...(maxBytes === null ? {} : { maxBytes }) };
      const response = await send(request, progress);
      return {
        status: response.status,
        headers: { get: (name) => response.headers[name.toLowerCase()]?.toString() ?? null },
        text: async () => response.body.toString('utf8'),
        content: response.body,
      };
    },
    () => apiKey,
    (problem) => new RefusedError(problem),
  );
}

const EXIT_CODES: Readonly<Record<number, ExitCode>> = {
  401: EXIT.refused,
  403: EXIT.refused,
  404: EXIT.gone,
  429: EXIT.later,
  502: EXIT.later,
  503: EXIT.later,
  504: EXIT.later,
};

const exitCodeOf = (status: number): ExitCode => EXIT_CODES[status] ?? EXIT.other;

function sentenceOf({ code, status, field, message, waitSeconds }: ApiProblem): string {
  const reason = message && `: ${message}`;
  switch (exitCodeOf(status)) {
    case EXIT.gone:
      return 'There is no such paste: it has expired, was deleted or read, or never existed';
    case EXIT.refused:
      return `The server refused this (${status}${reason})`;
    case EXIT.later:
      return `The server can't do this now (${status}). Try again in ${waitSeconds} s`;
    default:
      if (code !== 'unexpected_response') return `The server responded with ${status}${reason}`;
      return `The response is not one of Sealpaste${field && `: its "${field}" is not what it has to be`}. Is the address right?`;
  }
}
