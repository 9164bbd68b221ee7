import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { basePath, withBasePath } from '#lib/site/address.rules';

interface Rule {
  regex: string;
}

/** The file in which Next's build describes its routes. */
interface Manifest {
  staticRoutes: readonly (Rule & { page: string })[];
  dynamicRoutes: readonly Rule[];
  redirects: readonly Rule[];
}

/** @returns a function that tells whether a page or a redirect has the path, so that Next responds with more than "not found" */
export function readPageRoutes(rootDir: string): (path: string) => boolean {
  const { staticRoutes, dynamicRoutes, redirects } = JSON.parse(
    readFileSync(join(rootDir, '.next/routes-manifest.json'), 'utf8'),
  ) as Manifest;
  // Paths with an underscore are Next's own, such as `/_not-found`.
  const own = staticRoutes.filter(({ page }) => !page.startsWith('/_'));
  const patterns = [...own, ...dynamicRoutes, ...redirects].map(({ regex }) => new RegExp(regex, 'i'));
  return (path) => patterns.some((pattern) => pattern.test(path) || (basePath() !== '' && pattern.test(withBasePath(path))));
}
