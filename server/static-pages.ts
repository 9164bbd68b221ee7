/**
 * Serves the pages that are the same bytes for everybody who reads a language: files that the build has made, with their policy.
 *
 * Guarantees: each page has the policy that allows its own scripts by their hashes, and no others. A browser that has the page
 * gets 304. What a page shows of the host, the visitor or a paste comes as data (lib/api/page-data.api.ts).
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { acceptedEncoding } from '#lib/http/request-headers';
import { pageLanguage } from '#lib/locales/page-language.rules';
import { withBasePath } from '#lib/site/address.rules';

/** The names of the pages; `missing` is for an address that no page has. */
export type StaticPageName =
  | 'how'
  | 'inbox'
  | 'mine'
  | 'missing'
  | 'missing-paste'
  | 'missing-request'
  | 'new'
  | 'receive'
  | 'request'
  | 'requests'
  | 'send'
  | 'view';

/** The pages by language and name (scripts/build-pages.mjs). */
type Index = Readonly<Record<string, Readonly<Record<StaticPageName, { policy: string; etag: string }>>>>;

/** Addresses of Next's build. */
type Routes = Readonly<Record<'staticRoutes' | 'dynamicRoutes' | 'redirects', readonly { page?: string; regex: string }[]>>;

/** A page in the encodings that browsers accept. */
interface StaticPage {
  policy: string;
  etag: string;
  bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
}

export interface Sending {
  status: 200 | 404;
  headers: OutgoingHttpHeaders;
}

const readJson = <Value>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Value;

export function createStaticPages(rootDir: string) {
  const folder = join(rootDir, 'dist/pages');
  const pages = readJson<Index>(join(folder, 'pages.json'));
  const { staticRoutes, dynamicRoutes, redirects } = readJson<Routes>(join(rootDir, '.next/routes-manifest.json'));
  const sources = readJson<Readonly<Record<string, string>>>(join(rootDir, '.next/app-path-routes-manifest.json'));
  // Route handlers are for plain Next. Paths with an underscore are Next's own, such as `/_not-found`.
  const paths = new Set(Object.keys(sources).flatMap((source) => (source.endsWith('/page') && source[1] !== '_' ? [sources[source]] : [])));
  const own = [...staticRoutes, ...dynamicRoutes].filter(({ page }) => paths.has(page));
  const [ofPages, ofRedirects] = [own, redirects].map((routes) => routes.map(({ regex }) => new RegExp(regex, 'i'))) as [
    RegExp[],
    RegExp[],
  ];
  const loaded = new Map<string, StaticPage>();

  /** Reads a page once: they are some ten kilobytes each. */
  function load(name: StaticPageName, language: string): StaticPage {
    const file = join(folder, 'documents', language, `${name}.html`);
    let page = loaded.get(file);
    if (!page) {
      const { policy, etag } = (pages[language] as Index[string])[name];
      const bodies = { identity: readFileSync(file), br: readFileSync(`${file}.br`), gzip: readFileSync(`${file}.gz`) };
      loaded.set(file, (page = { policy, etag, bodies }));
    }
    return page;
  }

  return {
    /** Whether Next has a page or a redirect for the path. Only the addresses of redirects have the service's path on its host. */
    isRendered: (path: string): boolean =>
      ofPages.some((pattern) => pattern.test(path)) || ofRedirects.some((pattern) => pattern.test(withBasePath(path))),

    /** Sends the page in the language of the request. @param headers of the response, besides those of the file */
    send(name: StaticPageName, incoming: IncomingMessage, outgoing: ServerResponse, { status, headers }: Sending): void {
      const language = pageLanguage();
      const { policy, etag, bodies } = load(name, language);
      const encoding = acceptedEncoding(incoming.headers['accept-encoding']) ?? 'identity';
      const tag = `"${etag}-${encoding}"`;
      const head = {
        ...headers,
        'Content-Security-Policy': policy,
        // A script without the hash of its bytes doesn't run (W3C Subresource Integrity 2).
        'Integrity-Policy': 'blocked-destinations=(script)',
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Language': language,
        // Nobody keeps that something is missing.
        'Cache-Control': status === 200 ? 'no-cache' : 'no-store',
        Vary: 'Accept-Encoding, Accept-Language, Cookie',
        ...(status === 200 ? { ETag: tag } : {}),
      };
      if (status === 200 && names(incoming.headers['if-none-match'], tag)) return void outgoing.writeHead(304, head).end();
      const body = bodies[encoding];
      outgoing.writeHead(status, {
        ...head,
        'Content-Length': body.length,
        ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      });
      outgoing.end(incoming.method === 'HEAD' ? undefined : body);
    },
  };
}

export type StaticPages = Pick<ReturnType<typeof createStaticPages>, 'isRendered'> & {
  send(...sending: Parameters<ReturnType<typeof createStaticPages>['send']>): void | Promise<void>;
};

/** Whether an `If-None-Match` names the tag (RFC 9110 §13.1.2; a proxy may have weakened it). */
const names = (condition: string | undefined, tag: string): boolean =>
  condition !== undefined && (condition === '*' || condition.split(',').some((one) => one.trim().replace(/^W\//, '') === tag));
