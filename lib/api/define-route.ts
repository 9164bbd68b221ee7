/**
 * Defines an endpoint once: method, path, input, responses, errors and handler. The router's table and the OpenAPI document
 * are lists of these definitions. CONTRIBUTING.md says how to add one.
 *
 * A request is checked in this order, and the first problem is the response: the policy (key, rate limit), `key`, `session` and
 * `reads` (401), `session`, `scope` and `creates` (403), `params` (404), `query` (400), `body` (400, 413, 415). The compiler checks the results of
 * `handle` against `responses`; nothing checks them again at run time.
 */
import type * as z from 'zod';
import { ConfirmationRequiredError, SessionRequiredError } from '../accounts/accounts.errors';
import type { KeyScope } from '../accounts/house-rules.rules';
import type { Principal, SignedIn } from '../accounts/principal';
import { readJson } from '../http/body';
import { ForbiddenError, HTTP_ERRORS, NotFoundError, UnauthorizedError } from '../http/errors';
import type { HandledMethod } from '../http/headers';
import { json, type Reply } from '../http/reply';
import { parseWith } from '../http/validation';
import { NetworkError } from '../pastes/paste.errors';
import { isWithinNetworks } from '../pastes/reading/paste-networks';
import type { ErrorCode } from './errors.rules';
import type { Arrival, Policy } from './policies';
import type { Tag } from './tags-document';

interface ResponseBase {
  description: string;
  /** Descriptions of its own headers by name, besides those of every response. */
  headers?: Record<string, string>;
}

/** A response with a JSON body. `isWritten`: the handler returns the text itself, for example when it streams. */
interface JsonResponse extends ResponseBase {
  schema: z.ZodType;
  isWritten?: true;
}

/** A response with another body, which the handler writes. */
interface ContentResponse extends ResponseBase {
  contentTypes: readonly string[];
  jsonSchema?: z.ZodType;
}

type ResponseDefinition = JsonResponse | ContentResponse | ResponseBase;

/** The status may be left out of the result when the definition has only one. */
type StatusOf<Status, All> = [All] extends [Status] ? { status?: Status } : { status: Status };

type ResultOf<Status, Response, All> = Response extends { isWritten: true } | { contentTypes: readonly string[] }
  ? Reply
  : Response extends { schema: infer Schema extends z.ZodType }
    ? StatusOf<Status, All> & { json: z.output<Schema>; headers?: Record<string, string> }
    : { status: Status; headers?: Record<string, string>; body: null };

type Result<Responses> = { [Status in keyof Responses]: ResultOf<Status, Responses[Status], keyof Responses> }[keyof Responses];

/** A parsed request, as its handler gets it. */
interface Call<Key, Session, Params extends z.ZodType, Query extends z.ZodType, Headers extends z.ZodObject, Body extends z.ZodType>
  extends Omit<Arrival, 'params'> {
  principal: Session extends string ? SignedIn : Key extends 'needed' ? Principal : Principal | null;
  params: z.output<Params>;
  query: z.output<Query>;
  body: z.output<Body>;
  /** A header of the request that the definition names. */
  header(name: keyof Headers['shape'] & string): string | null;
}

export interface ApiCall extends Omit<Arrival, 'params'> {
  principal: Principal | null;
}

/** Texts for the API's document. An endpoint without a description is not in the document. */
type Documentation = { tag: Tag; description: string } | { tag?: Tag; description?: undefined };

interface Definition {
  /** The policy is the same for all methods of a path. */
  policy: Policy;
  /** Purpose of the endpoint in a few words. */
  summary: string;
  /** Whether a request needs an API key, or may have one. Undefined: the endpoint reads no key. */
  key?: 'needed' | 'optional';
  /**
   * Only a signed-in browser may do this, and no key, which could make others that outlive its own revocation. `confirmed`: what a
   * stolen cookie must not be enough for, so that somebody who signed in more than ten minutes ago shows their key again. `admin`: 404 to
   * everybody who is no administrator. The policy is `account`.
   */
  session?: 'needed' | 'confirmed' | 'admin';
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** The endpoint returns contents of pastes, so that ANONYMOUS_READ=off demands an account. */
  reads?: true;
  /** The endpoint makes pastes, or requests for them, so that CREATE_NETWORKS says from where. */
  creates?: true;
  /** The response has a paste's content. Our server gives such responses places of their own. */
  givesContent?: true;
  /** A GET that changes something, which no HEAD may do. */
  hasEffect?: true;
  /** The scope that a key needs if it is limited to scopes. Undefined: no such key may use the endpoint. */
  scope?: KeyScope | 'none';
  /** Headers of the request by their names. Each is optional here: the service says what it needs. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  streamedBody?: z.ZodType;
  /** Schemas by media type of a body that the handler reads by itself while it arrives. The first is the usual one. */
  rawBody?: Readonly<Record<string, z.ZodType>>;
  responses: Readonly<Record<number, ResponseDefinition>>;
  /** Codes of its errors, besides those that follow from its policy, `key`, `session`, `scope`, `reads`, `params`, `query` and `body`. */
  errors?: readonly ErrorCode[];
}

/** An endpoint without its handler, for the document. */
export type RouteDescription = Definition &
  Documentation & {
    method: HandledMethod;
    path: `/${string}`;
    /** Its name in the document, by `operations`. */
    operationId?: string;
  };

type RouteDefinition<
  Key extends NonNullable<RouteDescription['key']>,
  Session extends RouteDescription['session'],
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Headers extends z.ZodObject,
  Body extends z.ZodType,
  Responses extends RouteDescription['responses'],
> = Definition &
  Documentation & {
    key?: Key;
    session?: Session;
    params?: Params;
    query?: Query;
    headers?: Headers;
    body?: Body;
    responses: Responses;
    handle(call: Call<Key, Session, Params, Query, Headers, Body>): Promise<Result<Responses>>;
  };

export type Route = RouteDescription & { run(arrival: Arrival, principal: Principal | null): Promise<Reply> };

/** @param path `:name` is one segment, `*` the rest */
export function defineRoute<
  Key extends NonNullable<RouteDescription['key']> = 'optional',
  Session extends RouteDescription['session'] = undefined,
  Params extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Headers extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  const Responses extends RouteDescription['responses'] = RouteDescription['responses'],
>(
  method: HandledMethod,
  path: `/${string}`,
  { handle, ...definition }: RouteDefinition<Key, Session, Params, Query, Headers, Body, Responses>,
): Route {
  const { key, session, scope, reads, creates, params, query, body, responses } = definition;
  const [usualStatus] = Object.keys(responses).map(Number);
  return {
    ...definition,
    method,
    path,
    async run({ request, params: given, context, services }, principal) {
      if (principal === null && (key === 'needed' || session || (reads && services.config.ANONYMOUS_READ === 'off')))
        throw new UnauthorizedError();
      if (session) checkSession(principal, session);
      if (principal?.scopes && scope !== 'none' && !(scope && principal.scopes.includes(scope)))
        throw new ForbiddenError(HTTP_ERRORS.scope_missing);
      if (creates && !isWithinNetworks(services.config.CREATE_NETWORKS ?? null, context.clientAddress)) throw new NetworkError();
      const result = await handle({
        request,
        context,
        services,
        // The checks above have refused a null where `key` is `needed`, and a key where a session is.
        principal: principal as Principal,
        params: params && parsePath(params, given),
        query: query && parseQuery(query, request.url),
        body: body && parseWith(body, await readJson(request)),
        header: (name) => request.headers.get(name),
      } as Call<Key, Session, Params, Query, Headers, Body>);
      return toReply(result as Reply | JsonResult, usualStatus);
    },
  };
}

/** The response of an act that has nothing else to say: `{"deleted": true}`. */
export async function doneAfter<Name extends string>(name: Name, act: Promise<unknown>): Promise<{ json: Record<Name, true> }> {
  await act;
  return { json: { [name]: true } as Record<Name, true> };
}

/** The endpoints of a resource by their names, which those with a description have in the API's document, too. */
export const operations = (routes: Readonly<Record<string, Route>>): Route[] =>
  Object.entries(routes).map(([operationId, route]) => (route.description === undefined ? route : { ...route, operationId }));

/** @throws SessionRequiredError, ConfirmationRequiredError, NotFoundError */
function checkSession(principal: Principal | null, session: NonNullable<Definition['session']>): void {
  if (principal?.sessionId === undefined) throw new SessionRequiredError();
  if (session === 'admin' && !(principal as SignedIn).isAdmin) throw new NotFoundError();
  if (session === 'confirmed') checkConfirmed(principal as SignedIn);
}

/** Refuses what a stolen cookie must not be enough for. @throws ConfirmationRequiredError */
export function checkConfirmed({ isConfirmed }: SignedIn): void {
  if (!isConfirmed) throw new ConfirmationRequiredError();
}

interface JsonResult {
  status?: number;
  json: unknown;
  headers?: Record<string, string>;
}

function toReply(result: Reply | JsonResult, usualStatus = 200): Reply {
  return 'json' in result ? json(result.status ?? usualStatus, result.json, result.headers) : result;
}

/** @throws ValidationError */
function parseQuery<Query extends z.ZodObject>(schema: Query, url: string): z.output<Query> {
  // Most requests have no query.
  return parseWith(schema, url.includes('?') ? Object.fromEntries(new URL(url).searchParams) : {});
}

/** @throws NotFoundError for a text that can't be an id */
function parsePath<Params extends z.ZodObject>(params: Params, given: Arrival['params']): z.output<Params> {
  const result = params.safeParse(given);
  if (!result.success) throw new NotFoundError();
  return result.data;
}
