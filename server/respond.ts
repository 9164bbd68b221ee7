/** Responds to admitted requests: by an endpoint, a file of the build or a page. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint } from '#lib/api/endpoint';
import { tooManyPage } from '#lib/api/failed-page';
import { count } from '#lib/api/policies';
import type { Services } from '#lib/composition/services';
import type { RequestContext } from '#lib/http/context';
import { logBrokenOff } from '#lib/http/error-reply';
import { type PublicError, TooManyRequestsError } from '#lib/http/errors';
import { toRequest } from '#lib/http/incoming-request';
import { inRequestLanguage } from '#lib/http/request-language';
import type { Match } from '#lib/http/router';
import { sendReply } from '#lib/http/send-reply';
import { endWith } from './end-with';
import type { Pages } from './next-pages';
import { createPageServer } from './page-server';
import { BAD_REQUEST, INTERNAL_ERROR, NO_PAGE_METHOD } from './refusal';

/** Pages have no Server Actions. */
const PAGE_METHODS = new Set(['GET', 'HEAD']);

interface ResponderDeps {
  services: Services;
  endpoints: readonly Endpoint[];
  pages: Pages;
  /** Headers of every response. */
  always: Readonly<Record<string, string>>;
  refuse(outgoing: ServerResponse, context: RequestContext, refusal: PublicError): void;
}

/** @returns a function that responds to a request; `found` is the endpoint of its path */
export function createResponder({ services, endpoints, pages, always, refuse }: ResponderDeps) {
  const { log } = services;
  /** Headers of each endpoint's responses, in one object: adding them one by one costs time for every response. */
  const heads = new Map(endpoints.map((endpoint) => [endpoint, { ...always, ...endpoint.headers, 'X-Request-Id': '' }]));
  const servePage = createPageServer({ services, pages, fail });

  /** Sets the headers of responses whose head other code writes. */
  function setHeaders(outgoing: ServerResponse): void {
    for (const name in always) outgoing.setHeader(name, always[name] as string);
  }

  /** Responds with an error when a handler or page failed without a response. */
  function fail(outgoing: ServerResponse, context: RequestContext, err: unknown, message: string): void {
    log.error({ err, requestId: context.requestId }, message);
    if (outgoing.headersSent) outgoing.destroy();
    else refuse(outgoing, context, INTERNAL_ERROR);
  }

  async function reply(outgoing: ServerResponse, context: RequestContext, { entry, params }: Match<Endpoint>): Promise<void> {
    const request = toRequest(outgoing.req, context);
    if (request === null) return refuse(outgoing, context, BAD_REQUEST);
    try {
      const headers: Record<string, string> = Object.assign({}, heads.get(entry));
      const made = await entry.reply(request, params, services, headers);
      // The response was ended meanwhile.
      if (outgoing.writableEnded) return;
      await sendReply(outgoing, made, headers, (err) => logBrokenOff(log, context, err));
    } catch (err) {
      fail(outgoing, context, err, 'reply failed');
    }
  }

  async function respondByPage(incoming: IncomingMessage, outgoing: ServerResponse, context: RequestContext, path: string): Promise<void> {
    setHeaders(outgoing);
    if (pages.assets(incoming, outgoing, context.requestId)) return;
    if (!PAGE_METHODS.has(incoming.method ?? '')) return refuse(outgoing, context, NO_PAGE_METHOD);
    const headers = { get: (name: string) => (incoming.headers[name] as string | undefined) ?? null };
    await inRequestLanguage(headers, services.site.languages, async () => {
      if (await mayHavePage(outgoing, context, services)) await servePage(incoming, outgoing, context, path);
    });
  }

  return (outgoing: ServerResponse, context: RequestContext, path: string, found: Match<Endpoint> | null): Promise<void> => {
    const incoming = outgoing.req;
    if (!found || (found.entry.isBesidePages && PAGE_METHODS.has(incoming.method ?? '')))
      return respondByPage(incoming, outgoing, context, path);
    context.route = found.entry.path;
    return reply(outgoing, context, found);
  };
}

/** Counts a page against its address's limit. @returns false: it has refused, or the response has ended */
async function mayHavePage(outgoing: ServerResponse, context: RequestContext, services: Services): Promise<boolean> {
  try {
    await count({ context, services }, services.limits.page);
    return !outgoing.writableEnded;
  } catch (error) {
    if (!(error instanceof TooManyRequestsError)) throw error;
    if (outgoing.req.headers.accept?.includes('text/html')) context.failedPage = () => tooManyPage(error, services.site);
    endWith(outgoing, context, error);
    return false;
  }
}
