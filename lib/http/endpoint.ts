/**
 * An endpoint responds at one path: by a handler for each method.
 *
 * Guarantees: every method gets a response, with a JSON body where it is an error: 405 with `Allow` for a
 * method without handler, HEAD too, and OPTIONS without side effects. Errors are mapped in one place; what isn't
 * meant for the client becomes a bare 500 and a log line with its cause.
 */
import { DatabaseUnavailableError } from '../db/database';
import type { Logger } from '../log/logger';
import { UnknownMasterKeyError } from '../vault/keyring';
import { type RequestContext, requestContext } from './context';
import { type ErrorBody, errorBody, HTTP_ERRORS, PublicError, ServiceUnavailableError } from './errors';
import { PRIVATE_HEADERS } from './headers';
import { JSON_TYPE, json, type Reply, toResponse } from './reply';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof METHODS)[number];
export type HandledMethod = Exclude<Method, 'OPTIONS'>;

/** Parameters of a path by name, percent-decoded. */
export type PathParams = Readonly<Record<string, string | readonly string[]>>;

export interface Arrival<Services> {
  request: Request;
  params: PathParams;
  context: RequestContext;
  services: Services;
}

/** @param guest what the policy's `admit` returned */
export type Handler<Services, Guest> = (arrival: Arrival<Services>, guest: Guest) => Promise<Reply>;

/** Rules for all requests to a path, whatever their method. */
export interface Policy<Services, Guest> {
  /** Headers of every response. */
  headers: Record<string, string>;
  /** Headers of a response to OPTIONS, besides `Allow`. */
  preflight?: Record<string, string>;
  /** True when GET and HEAD of the same path belong to a page. */
  isBesidePages?: boolean;
  /** Renders an error. Undefined: the JSON of the API. */
  presentError?(request: Request, status: number, body: ErrorBody): Reply;
  /** Runs before the handler (authentication, rate limit). It may add to `replyHeaders`. */
  admit(arrival: Arrival<Services>, replyHeaders: Record<string, string>): Guest | Promise<Guest>;
}

export interface Endpoint<Services> {
  /** `:name` is one segment, `*name` the rest. */
  path: string;
  isBesidePages: boolean;
  /** Methods whose responses have a paste's content, which a slow reader may take minutes to read. */
  contentMethods: ReadonlySet<string>;
  /** Headers of every response. */
  headers: Readonly<Record<string, string>>;
  /** Responds for our own server, which writes the reply. @param headers of every response; those of this one are added */
  reply(request: Request, params: PathParams, services: Services, headers: Record<string, string>): Promise<Reply>;
  /** Responds for a host that takes a `Response`. */
  respond(request: Request, params: PathParams, services: Services): Promise<Response>;
}

export function createEndpoint<Services extends { log: Logger }, Guest>(
  path: string,
  policy: Policy<Services, Guest>,
  handlers: Partial<Record<HandledMethod, Handler<Services, Guest>>>,
  contentMethods: readonly HandledMethod[] = [],
): Endpoint<Services> {
  const { isBesidePages = false, preflight } = policy;
  const ofPages = isBesidePages ? ['GET', 'HEAD'] : [];
  const allow = METHODS.filter((method) => method === 'OPTIONS' || handlers[method] || ofPages.includes(method)).join(', ');
  const options: Reply = { status: 204, headers: { Allow: allow, ...preflight }, body: null };
  const unknownMethod: Reply = {
    status: 405,
    headers: { Allow: allow, ...preflight, ...PRIVATE_HEADERS, 'Content-Type': JSON_TYPE },
    body: JSON.stringify(errorBody(HTTP_ERRORS.method_not_allowed)),
  };
  const notAllowed = async () => {
    throw new PublicError(HTTP_ERRORS.method_not_allowed, { headers: { Allow: allow } });
  };
  const byMethod = new Map<string, Handler<Services, Guest>>(METHODS.map((method) => [method, notAllowed]));
  for (const [method, handler] of Object.entries(handlers)) byMethod.set(method, handler);

  async function reply(
    request: Request,
    params: PathParams,
    services: Services,
    headers: Record<string, string>,
    context = requestContext(request),
  ): Promise<Reply> {
    const arrival = { request, params, context, services };
    const { method } = request;
    headers['X-Request-Id'] = context.requestId;
    if (method === 'OPTIONS') return options;
    const handler = byMethod.get(method);
    if (!handler) return unknownMethod;
    try {
      return await handler(arrival, await policy.admit(arrival, headers));
    } catch (error) {
      // Caches keep no error, even where they may keep the content.
      headers['Cache-Control'] = 'no-store';
      return replyToError(error, arrival, policy.presentError);
    }
  }

  return {
    path,
    isBesidePages,
    contentMethods: new Set(contentMethods),
    headers: policy.headers,
    reply,
    async respond(request, params, services) {
      const context = requestContext(request);
      const headers: Record<string, string> = { ...policy.headers };
      const made = await reply(request, params, services, headers, context);
      return toResponse(made, headers, (err) => logBrokenOff(services.log, context, err));
    },
  };
}

export function logBrokenOff(log: Logger, { requestId, route }: RequestContext, err: unknown): void {
  log.error({ err, requestId, route }, 'response broken off');
}

function replyToError(
  error: unknown,
  { request, context, services }: Arrival<{ log: Logger }>,
  presentError: NonNullable<Policy<never, never>['presentError']> = (_, status, body) => json(status, body),
): Reply {
  const shown = asPublic(error);
  // The access log has each 507 already; an error line for each would fill the log.
  if (!shown || (shown.status >= 500 && shown.status !== 507 && !shown.options.isOrdinary))
    services.log.error({ err: error, requestId: context.requestId, route: context.route }, 'request failed');
  if (!shown) return presentError(request, 500, errorBody(HTTP_ERRORS.internal_error));
  const { details, fields, headers, bodyUnread } = shown.options;
  // Our server reads on for a moment so that the client sees the response, and then closes. Another host is told
  // by a header that the connection can't carry another request.
  const close = bodyUnread && !context.incoming ? { Connection: 'close' } : {};
  const reply = presentError(request, shown.status, errorBody(shown.kind, { ...(details ? { details } : {}), ...fields }));
  return { ...reply, headers: { ...reply.headers, ...headers, ...close } };
}

/** Maps errors of the database and the keyring that mean "try again" to 503: nothing was lost or written. */
function asPublic(error: unknown): PublicError | null {
  if (error instanceof PublicError) return error;
  if (error instanceof DatabaseUnavailableError || error instanceof UnknownMasterKeyError)
    return new ServiceUnavailableError({ cause: error });
  return null;
}
