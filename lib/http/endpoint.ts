/**
 * From handlers to the functions a Next.js `route.ts` exports: the same functions run under our own
 * server and under Next's.
 *
 * Guarantees: every method answers, with a JSON body where it is an error: 405 with `Allow` for a
 * method without handler, OPTIONS without side effects, and HEAD only by a handler of its own (Next
 * would run GET, and reading a paste counts or burns it). Errors are mapped in one place; what isn't
 * meant for the client becomes a bare 500 and a log line with its cause.
 */
import { DatabaseUnavailableError } from '../db/database';
import type { Logger } from '../log/logger';
import { UnknownMasterKeyError } from '../vault/keyring';
import { type RequestContext, requestContext } from './context';
import { type ErrorDetail, PublicError, ServiceUnavailableError } from './errors';
import { json, type Reply, toResponse } from './reply';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type Method = (typeof METHODS)[number];

/** Handles a request; `Call` is what `prepare` made of it. */
type Handler<Call> = (call: Call) => Promise<Reply>;
export type Handlers<Call> = Partial<Record<Exclude<Method, 'OPTIONS'>, Handler<Call>>>;

type RouteFunction<Params> = (request: Request, segment: { params: Promise<Params> }) => Promise<Response>;

/** Body of every error of the API. */
interface ErrorBody {
  error: string;
  details?: ErrorDetail[];
  [field: string]: unknown;
}

export interface EndpointOptions<Params, Call> {
  /** Headers of every answer. */
  headers: Record<string, string>;
  /** Headers of an answer to OPTIONS, besides `Allow`. */
  preflight?: Record<string, string>;
  /** Methods that something else at the same address answers. */
  alsoAllowed?: readonly Method[];
  /** How an error is told; without it as the API's JSON. */
  presentError?(request: Request, status: number, body: ErrorBody): Reply;
  /** Runs before the handler (authentication, rate limit). It may add to `replyHeaders`. */
  prepare(request: Request, params: Params, context: RequestContext, replyHeaders: Record<string, string>): Promise<Call>;
  log(): Promise<Logger>;
}

/** The exports of a `route.ts`, for every method. */
export function endpoint<Params, Call>(
  handlers: Handlers<Call>,
  options: EndpointOptions<Params, Call>,
): Record<Method, RouteFunction<Params>> {
  const allow = METHODS.filter((method) => method === 'OPTIONS' || handlers[method] || options.alsoAllowed?.includes(method)).join(', ');
  const notAllowed = async () => {
    throw new PublicError(405, 'Method Not Allowed', { headers: { Allow: allow } });
  };

  const routeFunction =
    (handler: Handler<Call>): RouteFunction<Params> =>
    async (request, segment) => {
      const context = requestContext(request);
      const headers: Record<string, string> = { ...options.headers, 'X-Request-Id': context.requestId };
      let reply: Reply;
      try {
        reply = await handler(await options.prepare(request, await segment.params, context, headers));
      } catch (error) {
        reply = await answerError(error, request, context, options);
      }
      return toResponse(reply, headers, context, (error) => void reportBrokenStream(error, context, options));
    };

  const respondToOptions: RouteFunction<Params> = async (request) => {
    const context = requestContext(request);
    const reply = { status: 204, headers: { Allow: allow, ...options.preflight }, body: null };
    return toResponse(reply, { ...options.headers, 'X-Request-Id': context.requestId }, context, () => undefined);
  };

  const routes = METHODS.map((method) => [method, method === 'OPTIONS' ? respondToOptions : routeFunction(handlers[method] ?? notAllowed)]);
  return Object.fromEntries(routes) as Record<Method, RouteFunction<Params>>;
}

async function answerError(
  error: unknown,
  request: Request,
  context: RequestContext,
  { log: openLog, presentError = (_, status, body) => json(status, body) }: Pick<EndpointOptions<never, never>, 'log' | 'presentError'>,
): Promise<Reply> {
  const shown = asPublic(error);
  // A full store is in the access log; told again for every request it would fill the log, too.
  if (!shown || (shown.status >= 500 && shown.status !== 507)) {
    const log = await openLog();
    log.error({ err: error, requestId: context.requestId, route: context.route }, 'request failed');
  }
  if (!shown) return presentError(request, 500, { error: 'Internal Server Error' });
  const { details, fields, headers, bodyUnread } = shown.options;
  // Our server reads on for a moment, so that the client gets to see the answer, and then closes; another
  // host needs to be told that the connection can't carry another request.
  const close = bodyUnread && !context.incoming ? { Connection: 'close' } : {};
  const reply = presentError(request, shown.status, { error: shown.message, ...(details ? { details } : {}), ...fields });
  return { ...reply, headers: { ...reply.headers, ...headers, ...close } };
}

/** The errors of the house that mean "not now": retry, nothing was lost or written. */
function asPublic(error: unknown): PublicError | null {
  if (error instanceof PublicError) return error;
  if (error instanceof DatabaseUnavailableError || error instanceof UnknownMasterKeyError)
    return new ServiceUnavailableError({ cause: error });
  return null;
}

async function reportBrokenStream(error: unknown, context: RequestContext, options: { log(): Promise<Logger> }): Promise<void> {
  const log = await options.log();
  log.error({ err: error, requestId: context.requestId, route: context.route }, 'answer broken off');
}
