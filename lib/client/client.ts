/**
 * The one client of the endpoints, for pages and `sealpaste`, with types from the endpoints' definitions. The transport
 * sends the requests.
 *
 * Guarantees: a caller gets only values that the endpoint's schema has checked, without members that the schema doesn't
 * name. A response of another shape, or an error response, is an ApiError.
 */
import { ApiError, type ApiProblem, problemOf, problemWithout } from './api-problem';
import { check, MismatchError } from './json-schema-check';
import type { ContentOperation, JsonOperation, OperationInput } from './operation';
import { learnServerTime } from './server-clock';

export interface ApiRequest {
  method: string;
  /** The path below the service's address, with the query. */
  path: `/${string}`;
  headers: Record<string, string>;
  /** A text is JSON; null: no body. */
  body: string | Blob | null;
  /** The most that is read of a response; null: a content, which the caller reads. */
  maxBytes: number | null;
}

/** The part of the Web's Response that the client needs. */
export interface ApiResponse {
  status: number;
  headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** @throws ApiError `offline` or `unreachable`, or an error of its own, which callers get unchanged */
export type Transport<Response extends ApiResponse, Options> = (request: ApiRequest, options?: Options) => Promise<Response>;

/** Twice the size of a list of 100 pastes with titles of 255 characters of 4 bytes. */
const MAX_JSON_BYTES = 256 * 1024;

/**
 * @param apiKey sent only to a service that wants an account: a key that may not read is no obstacle where anybody may. null: none
 * @param refused makes the error of a caller
 */
export function createClient<Response extends ApiResponse, Options>(
  send: Transport<Response, Options>,
  apiKey: () => string | null = () => null,
  refused = (problem: ApiProblem): Error => new ApiError(problem),
) {
  async function exchange(operation: Wanted, input: OperationInput, options: Options | undefined, maxBytes: number | null) {
    const request = requestOf(operation, input, maxBytes);
    let response = await send(request, options);
    const key = apiKey();
    if (response.status === 401 && key !== null && !('X-Api-Key' in request.headers))
      response = await send({ ...request, headers: { ...request.headers, 'X-Api-Key': key } }, options);
    learnServerTime(response.headers.get('Date'));
    if (response.status < 200 || response.status > 299) throw refused(problemOf(response, await response.text()));
    return response;
  }

  return {
    /** @throws ApiError */
    async call<Input extends OperationInput, Result>(
      operation: JsonOperation<Input, Result>,
      input: Input,
      options?: Options,
    ): Promise<Result> {
      const response = await exchange(operation, input, options, MAX_JSON_BYTES);
      const text = await response.text();
      try {
        return check(parse(text), operation.response) as Result;
      } catch (error) {
        if (!(error instanceof MismatchError)) throw error;
        throw refused(problemWithout('unexpected_response', response.status, error.field));
      }
    },

    /** @returns a response whose content the caller reads @throws ApiError */
    async open<Input extends OperationInput>(operation: ContentOperation<Input>, input: Input, options?: Options): Promise<Response> {
      return exchange(operation, input, options, null);
    },
  };
}

/** @throws MismatchError */
function parse(text: string): unknown {
  try {
    if (text.length <= MAX_JSON_BYTES) return JSON.parse(text);
  } catch {
    // Refused below, like a text that is too long.
  }
  throw new MismatchError('');
}

interface Wanted {
  method: string;
  path: string;
}

function requestOf(
  { method, path }: Wanted,
  { params = {}, query = {}, headers = {}, body }: OperationInput,
  maxBytes: number | null,
): ApiRequest {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(present(query)).toString();
  const content = body === undefined ? null : isBlob(body) ? body : JSON.stringify(body);
  return {
    method,
    path: `${filled}${search === '' ? '' : `?${search}`}` as `/${string}`,
    headers: { ...present(headers), ...(content === null ? {} : { 'Content-Type': 'application/json' }) },
    body: content,
    maxBytes,
  };
}

/** Recognizes a Blob by a method, since `instanceof` would make Node load the class. */
const isBlob = (body: unknown): body is Blob => typeof (body as Partial<Blob> | null)?.arrayBuffer === 'function';

/** Drops pairs without a value. */
function present(values: Readonly<Record<string, string | number | null | undefined>>): Record<string, string> {
  const pairs = Object.entries(values).flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, String(value)]]));
  return Object.fromEntries(pairs);
}
