import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { basePath, withBasePath } from '#lib/site/address.rules';

interface Rule {
  regex: string;
}

/** What Next writes of its routes when it builds the pages. */
interface Manifest {
  staticRoutes: readonly (Rule & { page: string })[];
  dynamicRoutes: readonly Rule[];
  redirects: readonly Rule[];
}

/** @returns whether a page, or a redirect to one, has the path: then Next responds with more than that nothing is there */
export function readPageRoutes(rootDir: string): (path: string) => boolean {
  const { staticRoutes, dynamicRoutes, redirects } = JSON.parse(
    readFileSync(join(rootDir, '.next/routes-manifest.json'), 'utf8'),
  ) as Manifest;
  // Those with an underscore are Next's own, such as that of nothing.
  const own = staticRoutes.filter(({ page }) => !page.startsWith('/_'));
  const patterns = [...own, ...dynamicRoutes, ...redirects].map(({ regex }) => new RegExp(regex, 'i'));
  return (path) => patterns.some((pattern) => pattern.test(path) || (basePath() !== '' && pattern.test(withBasePath(path))));
}
