/**
 * Addresses of this service on its host: at the root, or below the path of BASE_URL (docs/decisions/0052-sub-path.md).
 * Every address of ours in a page, a script, a cookie or a redirect is made here. Next adds the path by itself to its own
 * files, and to the targets of `redirect()`. Browser-safe. The pages of the extension have extension/instance.rules.ts instead.
 */

/** '' or, say, '/paste'. It is a constant of the build: a build for one BASE_URL serves no other path. */
export const basePath = (): string => process.env.BASE_PATH ?? '';

/** The address of a page, endpoint or file of this service on its host. */
export const addressOf = (path: `/${string}`): string => `${basePath()}${path}`;

/** The path of our cookies, so that other services on the host don't get them. */
export const cookiePath = (): string => basePath() || '/';

/** The path of the page as our routes know it. For browsers. */
export const pagePath = (): string => withoutBasePath(location.pathname);

/** The last part of the page's path: the id of a paste or of a request. For browsers. */
export const idInAddress = (): string => pagePath().split('/').at(-1) ?? '';

/**
 * The link by which others open a page of ours. For browsers.
 * @param said the link as the server has said it, which knows its public address
 */
export const linkTo = (path: `/${string}`, said = `${location.origin}${addressOf(path)}`): string => said;

/** The path of a request as our routes know it, whether or not a proxy has removed the base path. */
export function withoutBasePath(target: string, base: string = basePath()): string {
  if (base === '' || !target.startsWith(base)) return target;
  const rest = target.slice(base.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : target;
}

/** The path of a request as Next expects it: its root has no slash at the end. */
export function withBasePath(target: string, base: string = basePath()): string {
  if (base === '') return target;
  return /^\/(?:\?|$)/.test(target) ? `${base}${target.slice(1)}` : `${base}${target}`;
}
