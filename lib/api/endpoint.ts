/**
 * An endpoint responds at one path: by the definition of each method.
 *
 * Guarantees: every method gets a response, with a JSON body where it is an error: 405 with `Allow` for a
 * method without definition, also an unknown one, and OPTIONS without side effects.
 */
import type { Services } from '../composition/services';
import { requestContext } from '../http/context';
import { logBrokenOff, replyToError } from '../http/error-reply';
import { HTTP_ERRORS, PublicError } from '../http/errors';
import { HANDLED_METHODS, PRIVATE_HEADERS } from '../http/headers';
import { type Reply, toResponse } from '../http/reply';
import type { Route } from './define-route';
import type { PathParams } from './policies';

export type Endpoint = ReturnType<typeof createEndpoint>;

/** The part of a definition that an endpoint needs. */
export type Responder = Pick<Route, 'method' | 'policy' | 'run' | 'givesContent' | 'hasEffect'>;

/** @param path `:name` is one segment, `*` the rest @param routes the definitions of one path @throws when a method is defined twice, or there are several policies */
export function createEndpoint(path: string, routes: readonly Responder[]) {
  const [{ policy }] = routes as [Responder];
  const byMethod = new Map<string, Responder['run']>();
  for (const { method, policy: own, run } of routes) {
    if (byMethod.has(method) || own !== policy)
      throw new Error(`expected one definition of ${method} ${path}, with the policy of its path`);
    byMethod.set(method, run);
  }
  // The host leaves the body out. A GET that returns content counts or burns, so that such a path defines its own HEAD.
  const get = byMethod.get('GET');
  if (get && !byMethod.has('HEAD') && !routes.some(({ givesContent, hasEffect }) => givesContent || hasEffect)) byMethod.set('HEAD', get);
  const { isBesidePages = false, preflight } = policy;
  const ofPages = isBesidePages ? ['GET', 'HEAD'] : [];
  const allow = [...HANDLED_METHODS.filter((method) => byMethod.has(method) || ofPages.includes(method)), 'OPTIONS'].join(', ');
  const options: Reply = { status: 204, headers: { Allow: allow, ...preflight }, body: null };
  const notAllowed = async () => {
    throw new PublicError(HTTP_ERRORS.method_not_allowed, { headers: { ...PRIVATE_HEADERS, Allow: allow } });
  };

  /** Responds for our own server, which writes the reply. @param headers of every response; those of this one are added */
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
    const run = byMethod.get(method) ?? notAllowed;
    try {
      return await run(arrival, await policy.admit(arrival, headers));
    } catch (error) {
      // Caches keep no error, even where they may keep the content.
      headers['Cache-Control'] = 'no-store';
      return replyToError(error, request, context, services.log, policy.presentError);
    }
  }

  return {
    path,
    isBesidePages,
    /** Methods whose responses have a paste's content, which a slow reader may take minutes to read. */
    contentMethods: new Set<string>(routes.flatMap(({ method, givesContent }) => (givesContent ? [method] : []))),
    /** Headers of every response. */
    headers: policy.headers,
    reply,
    /** Responds for a host that takes a `Response`. */
    async respond(request: Request, params: PathParams, services: Services): Promise<Response> {
      const context = requestContext(request);
      const headers = { ...policy.headers };
      const made = await reply(request, params, services, headers, context);
      return toResponse(made, headers, (err) => logBrokenOff(services.log, context, err));
    },
  };
}
