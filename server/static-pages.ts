/**
 * Serves the pages that are the same bytes for everybody who reads a language: files that the build has made, with their policy.
 *
 * Guarantees: each page has the policy that allows its own scripts by their hashes, and no others. A browser that has the page
 * gets 304. What a page shows of the host, the visitor or a paste comes as data (lib/api/page-data.api.ts).
 */
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { Reply } from '#lib/http/reply';
import { acceptedEncoding, namesTag } from '#lib/http/request-headers';
import { pageLanguage } from '#lib/locales/page-language.rules';
import { withBasePath } from '#lib/site/address.rules';

/** The documents in the manifest of the build, by name, and by name and language: `view`, `view de` (scripts/build-pages.ts). */
type Documents = Readonly<Record<string, { policy: string; sha256: string; status: 200 | 404 }>>;

/** Addresses of Next's build. */
type Routes = Readonly<Record<'staticRoutes' | 'dynamicRoutes' | 'redirects', readonly { page?: string; regex: string }[]>>;

const ENDINGS = { br: '.br', gzip: '.gz', identity: '' };

export interface StaticPages {
  /** Whether Next has a page or a redirect for the path. */
  isRendered(path: string): boolean;
  /** Finds a page in the language of the request. */
  read(name: string, asked: IncomingHttpHeaders): Reply | Promise<Reply>;
}

export function createStaticPages(rootDir: string): StaticPages {
  const readJson = <Value>(file: string) => JSON.parse(readFileSync(join(rootDir, '.next', file), 'utf8')) as Value;
  const { pages } = readJson<{ pages: Documents }>('manifest.json');
  const { staticRoutes, dynamicRoutes, redirects } = readJson<Routes>('routes-manifest.json');
  const sources = readJson<Readonly<Record<string, string>>>('app-path-routes-manifest.json');
  // Route handlers are for plain Next. Paths with an underscore are Next's own, such as `/_not-found`.
  const paths = new Set(Object.keys(sources).flatMap((source) => (source.endsWith('/page') && source[1] !== '_' ? [sources[source]] : [])));
  const own = [...staticRoutes, ...dynamicRoutes].filter(({ page }) => paths.has(page)).map(({ regex }) => new RegExp(regex, 'i'));
  const moved = redirects.map(({ regex }) => new RegExp(regex, 'i'));
  const loaded = new Map<string, Buffer>();
  /** Reads a file once: they are some ten kilobytes each. */
  function load(name: string): Buffer {
    const bytes = loaded.get(name) ?? readFileSync(join(rootDir, 'dist/pages/documents', name));
    loaded.set(name, bytes);
    return bytes;
  }

  return {
    // Only the addresses of redirects have the service's path on its host.
    isRendered: (path) => own.some((pattern) => pattern.test(path)) || moved.some((pattern) => pattern.test(withBasePath(path))),

    read(name, asked) {
      const language = pageLanguage();
      const { policy, sha256, status } = pages[language === 'en' ? name : `${name} ${language}`] as Documents[string];
      const encoding = acceptedEncoding(asked['accept-encoding']) ?? 'identity';
      const tag = `"${sha256.slice(0, 32)}-${encoding}"`;
      const headers = {
        'Content-Security-Policy': policy,
        // A script without the hash of its bytes doesn't run (W3C Subresource Integrity 2).
        'Integrity-Policy': 'blocked-destinations=(script)',
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Language': language,
        ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
        // Nobody keeps that something is missing.
        'Cache-Control': status === 200 ? 'no-cache' : 'no-store',
        Vary: 'Accept-Encoding, Accept-Language, Cookie',
        ...(status === 200 ? { ETag: tag } : {}),
      };
      if (status === 200 && namesTag(asked['if-none-match'], tag)) return { status: 304, headers, body: null };
      return { status, headers, body: load(`${language}/${name}.html${ENDINGS[encoding]}`) };
    },
  };
}
