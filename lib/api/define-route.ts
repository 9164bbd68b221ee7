/**
 * Defines an endpoint of the service, once: its method and path, what it takes, what it returns, and what it does. The
 * router's table and the OpenAPI document are lists of these definitions.
 *
 * To add one: write its definition in the `*.api.ts` of its resource, what it does in the service, and a test. A
 * resource that is new is added to `routes.ts`.
 *
 * The request is taken apart in this order, and the first thing wrong is the response: the policy (key, rate limit),
 * `key` and `reads` (401), `params` (404), `query` (400), `body` (400, 413, 415). What `handle` returns is checked by the compiler
 * against `responses`, and not again when the program runs.
 */
import type * as z from 'zod';
import type { KeyScope } from '../accounts/key-scopes.rules';
import type { Principal } from '../accounts/principal';
import type { Services } from '../composition/services';
import { readJson } from '../http/body';
import type { Arrival, HandledMethod } from '../http/endpoint';
import { ForbiddenError, HTTP_ERRORS, NotFoundError, UnauthorizedError } from '../http/errors';
import { json, type Reply } from '../http/reply';
import { parseWith } from '../http/validation';
import type { ErrorCode } from './errors.rules';
import type { ApiPolicy } from './policies';
import type { Tag } from './tags.document';

interface ResponseBase {
  description: string;
  /** Besides those of every response, each with its description. */
  headers?: Record<string, string>;
}

/** A response with a body in JSON. `isWritten`: the handler writes the text by itself, as for what it streams. */
interface JsonResponse extends ResponseBase {
  schema: z.ZodType;
  isWritten?: true;
}

/** A response with another body, which the handler writes. */
interface ContentResponse extends ResponseBase {
  /** Media types that it may have. */
  contentTypes: readonly string[];
  /** Its body where it is JSON. */
  jsonSchema?: z.ZodType;
}

type ResponseDefinition = JsonResponse | ContentResponse | ResponseBase;

/** Where there is only one, the handler needn't say it. */
type StatusOf<Status, All> = [All] extends [Status] ? { status?: Status } : { status: Status };

type ResultOf<Status, Response, All> = Response extends { isWritten: true } | { contentTypes: readonly string[] }
  ? Reply
  : Response extends { schema: infer Schema extends z.ZodType }
    ? StatusOf<Status, All> & { json: z.output<Schema>; headers?: Record<string, string> }
    : { status: Status; headers?: Record<string, string>; body: null };

type Result<Responses> = { [Status in keyof Responses]: ResultOf<Status, Responses[Status], keyof Responses> }[keyof Responses];

/** A request as its handler gets it: parsed. */
interface Call<Key, Params extends z.ZodType, Query extends z.ZodType, Headers extends z.ZodObject, Body extends z.ZodType>
  extends Omit<Arrival<Services>, 'params'> {
  principal: Key extends 'needed' ? Principal : Principal | null;
  params: z.output<Params>;
  query: z.output<Query>;
  body: z.output<Body>;
  /** A header of the request that the definition names. */
  header(name: keyof Headers['shape'] & string): string | null;
}

export interface ApiCall extends Omit<Arrival<Services>, 'params'> {
  principal: Principal | null;
}

/** How the API's document shows an endpoint. One without an id isn't in it. */
type Documentation = { operationId: string; tag: Tag; description: string } | { operationId?: undefined; tag?: Tag };

interface Definition {
  method: HandledMethod;
  /** `:name` is one segment, `*name` the rest. */
  path: `/${string}`;
  /** Of all methods of the path. */
  policy: ApiPolicy;
  /** In a few words, what it is for. */
  summary: string;
  /** Whether a request needs an API key, or may have one. Without it none is looked at. */
  key?: 'needed' | 'optional';
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** It gives what a paste says: with ANONYMOUS_READ=off to nobody without an account. */
  reads?: true;
  /** What a key with scopes needs; without it no such key may use the endpoint. */
  scope?: KeyScope | 'none';
  /** Headers of the request, as they are called. Each is optional to this layer: what they must be is the service's to say. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  streamedBody?: z.ZodType;
  /** By media type, forms of a body that the handler reads by itself, as it comes. The first is the usual one. */
  rawBody?: Readonly<Record<string, z.ZodType>>;
  responses: Readonly<Record<number, ResponseDefinition>>;
  /** Codes of its errors, besides those that follow from its policy, `key`, `scope`, `reads` and `body`. */
  errors?: readonly ErrorCode[];
}

/** What an endpoint is to those who only look at it. */
export type RouteDescription = Definition & Documentation;

type RouteDefinition<
  Key extends NonNullable<RouteDescription['key']>,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Headers extends z.ZodObject,
  Body extends z.ZodType,
  Responses extends RouteDescription['responses'],
> = RouteDescription & {
  key?: Key;
  params?: Params;
  query?: Query;
  headers?: Headers;
  body?: Body;
  responses: Responses;
  handle(call: Call<Key, Params, Query, Headers, Body>): Promise<Result<Responses>>;
};

export type Route = RouteDescription & { run(arrival: Arrival<Services>, principal: Principal | null): Promise<Reply> };

export function defineRoute<
  Key extends NonNullable<RouteDescription['key']> = 'optional',
  Params extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Headers extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  const Responses extends RouteDescription['responses'] = RouteDescription['responses'],
>({ handle, ...definition }: RouteDefinition<Key, Params, Query, Headers, Body, Responses>): Route {
  const { key, scope, reads, params, query, body, responses } = definition;
  const parseQuery = query && queryParser(query);
  const [usualStatus] = Object.keys(responses).map(Number);
  return {
    ...definition,
    async run({ request, params: given, context, services }, principal) {
      if (principal === null && (key === 'needed' || (reads && services.config.ANONYMOUS_READ === 'off'))) throw new UnauthorizedError();
      if (principal?.scopes && scope !== 'none' && !(scope && principal.scopes.includes(scope)))
        throw new ForbiddenError(HTTP_ERRORS.scope_missing);
      const result = await handle({
        request,
        context,
        services,
        // As `key` says, which the line above sees to.
        principal: principal as Principal,
        params: params && parsePath(params, given),
        query: parseQuery?.(request.url),
        body: body && parseWith(body, await readJson(request)),
        header: (name) => request.headers.get(name),
      } as Call<Key, Params, Query, Headers, Body>);
      return toReply(result as Reply | JsonResult, usualStatus);
    },
  };
}

/** Of GET alone, where an endpoint has both: HEAD has the same statuses, and what reads the document needs one of them. */
export const documentOf = (method: 'GET' | 'HEAD', operationId: string, tag: Tag, description: string) =>
  method === 'GET' ? { operationId, tag, description } : {};

interface JsonResult {
  status?: number;
  json: unknown;
  headers?: Record<string, string>;
}

function toReply(result: Reply | JsonResult, usualStatus = 200): Reply {
  return 'json' in result ? json(result.status ?? usualStatus, result.json, result.headers) : result;
}

/** @returns what parses the query of an address; it throws ValidationError */
function queryParser<Query extends z.ZodObject>(schema: Query): (url: string) => z.output<Query> {
  /** What most requests have: nothing, of which the schema always makes the same. */
  let empty: { parsed: z.output<Query> } | undefined;
  return (url) => {
    if (url.includes('?')) return parseWith(schema, Object.fromEntries(new URL(url).searchParams));
    empty ??= { parsed: parseWith(schema, {}) };
    return empty.parsed;
  };
}

/** @throws NotFoundError: what can't be an id is not looked up */
function parsePath<Params extends z.ZodObject>(params: Params, given: Arrival<Services>['params']): z.output<Params> {
  const result = params.safeParse(given);
  if (!result.success) throw new NotFoundError();
  return result.data;
}
