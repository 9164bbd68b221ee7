/** Sends the requests of `lib/client` by `node:http`, and turns what goes wrong into errors of this program. */
import { ApiError, type ApiProblem, type ProblemCode } from '../lib/client/api-problem';
import { type ApiResponse, createClient } from '../lib/client/client';
import { CliError, EXIT, type ExitCode } from './exit';
import { type Progress, send } from './http';
import type { BaseUrl } from './target';

interface Received extends ApiResponse {
  content: Buffer;
}

/** The server refused the request, or sent a response that its endpoint doesn't have. */
export class RefusedError extends CliError {
  constructor(readonly problem: ApiProblem) {
    super(exitCodeOf(problem.status), sentenceOf(problem), problem.waitSeconds * 1000);
  }
}

/** Whether the error is the server's refusal with this code. */
export function isRefusal(error: unknown, code: ProblemCode): error is RefusedError {
  return error instanceof RefusedError && error.problem.code === code;
}

export function clientOf(baseUrl: BaseUrl) {
  const client = createClient<Received, Progress>(async ({ method, path, headers, body, maxBytes }, progress) => {
    const bytes = typeof body === 'string' ? { body: new TextEncoder().encode(body) } : {};
    const request = { method, url: baseUrl + path, headers, ...bytes, ...(maxBytes === null ? {} : { maxBytes }) };
    const response = await send(request, progress);
    return {
      status: response.status,
      headers: { get: (name) => response.headers[name.toLowerCase()]?.toString() ?? null },
      text: async () => response.body.toString('utf8'),
      content: response.body,
    };
  });
  /** @throws CliError in place of ApiError */
  const refusing =
    <Arguments extends readonly unknown[], Result>(run: (...given: Arguments) => Promise<Result>) =>
    (...given: Arguments): Promise<Result> =>
      run(...given).catch((error: unknown) => {
        throw error instanceof ApiError ? new RefusedError(error.problem) : error;
      });
  return { call: refusing(client.call) as typeof client.call, open: refusing(client.open) as typeof client.open };
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
