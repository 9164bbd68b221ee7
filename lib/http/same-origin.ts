/**
 * Tells whether a page of this service's own origin, or the person, sent a request that a cookie authenticates.
 *
 * Browsers say it in `Sec-Fetch-Site` (on HTTPS and localhost) and `Origin` (with everything but GET);
 * no page can set or omit them. Both must agree. A request with neither is no browser's and proves nothing.
 * An `Origin` is ours when it is BASE_URL's, or has the host that the request was sent to: another
 * site's page can't choose that one either.
 */
export function isSameOrigin(headers: Headers, baseUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site !== null && site !== 'same-origin') return false;
  if (origin !== null) return isOwnOrigin(origin, headers.get('host'), baseUrl);
  return site === 'same-origin';
}

/** `none` is a typed address or a bookmark: a navigation, which changes nothing. */
export function isFromPerson(headers: Headers): boolean {
  return headers.get('sec-fetch-site') === 'none';
}

/** Whether an `Origin` is BASE_URL's, or has the host that the request was sent to. */
export function isOwnOrigin(origin: string, host: string | null, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { host: originHost, origin: normalized } = new URL(origin);
  return normalized === new URL(baseUrl).origin || (host !== null && originHost === host.toLowerCase());
}
