/**
 * Whether a page of this service's own origin sent the request, or the person themself did: for what a
 * cookie authenticates.
 *
 * Browsers say it in `Sec-Fetch-Site` (on HTTPS and localhost) and `Origin` (with everything but GET);
 * no page can set or omit them. Whatever they say must agree. Saying nothing is no proof: not a browser.
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

/** `none`: an address typed, a bookmark. Only ever said of navigations, which change nothing. */
export function isFromPerson(headers: Headers): boolean {
  return headers.get('sec-fetch-site') === 'none';
}

/** Whether an `Origin` is BASE_URL's, or has the host that the request was sent to. */
export function isOwnOrigin(origin: string, host: string | null, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { host: originHost, origin: normalized } = new URL(origin);
  return normalized === new URL(baseUrl).origin || (host !== null && originHost === host.toLowerCase());
}
