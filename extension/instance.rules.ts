/**
 * Addresses of the server that a page of the extension is about. In the extension's pages and workers this file takes the place of
 * lib/site/address.rules.ts (scripts/build-extension.ts).
 *
 * A page is `page.html?at=ADDRESS`, with the address that a browser without the extension would open. A worker has the same query.
 */
import type * as site from '#lib/site/address.rules';

/** A redirect leaves the end of an address, such as the ending of a file, and its query. */
const ADDRESS = /^(https?:\/\/[^?#]+?)(\/(?:(?:view|request)\/[0-9A-Za-z]{24}|receive|send)?)(?:\/|\.\w+|[.,;:!'"*)>]+)?(?:\?.*)?$/;
/** Paths whose pages the extension has. */
const OWN_PATH = /^\/(?:(?:view|request)\/[0-9A-Za-z]{24}|receive|send)?$/;
/** Links that the extension makes: their ids come from the server. */
const LINK = /^\/(?:$|send$|view\/[0-9A-Za-z]{24}(?:[?#]|$))/;

/** @returns the server and the path that this page is about; null for an address that no page of the extension has */
export function placeOfPage(): { instance: string; path: `/${string}` } | null {
  const [, instance, path] = ADDRESS.exec(new URLSearchParams(location.search).get('at') ?? '') ?? [];
  return instance === undefined || path === undefined ? null : { instance, path: path as `/${string}` };
}

/** Gives the page the query of its link, such as `?raw`, which a redirect leaves in the link, and a fragment whose `#` was encoded. */
export function takeQueryOfLink(): void {
  const [address = '', ...encoded] = location.search.split(/%(?:25)?23/);
  const fragment = encoded.length > 0 ? `#${encoded.join('#')}` : location.hash;
  history.replaceState(history.state, '', `${address.replace(/(?<=.)\?/, '&')}${fragment}`);
}

/** The address of the extension's page about a path of a server. @param address of the server, such as `https://host/paste` */
export function extensionPage(address: string, path: string): string {
  const [, pathname = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(path) ?? [];
  return `/page.html?at=${encodeURIComponent(address)}${pathname}${query && `&${query}`}${hash}`;
}

export const basePath: typeof site.basePath = () => placeOfPage()?.instance ?? '';
export const addressOf: typeof site.addressOf = (path) =>
  OWN_PATH.test(path.replace(/[?#].*$/, '')) ? extensionPage(basePath(), path) : `${basePath()}${path}`;
export const pagePath: typeof site.pagePath = () => placeOfPage()?.path ?? '/';
export const idInAddress: typeof site.idInAddress = () => pagePath().split('/').at(-1) ?? '';

/** The link is of the server that was chosen, whatever address that server says. */
export const linkTo: typeof site.linkTo = (path) => {
  if (!LINK.test(path)) throw new TypeError('expected the path of a page');
  return `${basePath()}${path}`;
};

/** Browsers ignore cookies of an extension's pages. */
export const cookiePath: typeof site.cookiePath = () => '/';
