/** API keys come in `X-Api-Key`, or in the `Authorization` that tools know how to send (RFC 6750, RFC 7617). */
type RequestHeaders = Pick<Headers, 'get'>;

/** Begins every key (lib/accounts). */
const KEY_PREFIX = 'sp_';

/** The key of `X-Api-Key` or, without it, of `Authorization: Bearer KEY`; null for an anonymous request. */
export function apiKeyIn(headers: RequestHeaders): string | null {
  return headers.get('x-api-key') ?? credentialsOf(headers, 'bearer');
}

/**
 * The key as above or, without one, the password of `Authorization: Basic`, which ~/.netrc and `curl -u :KEY` send. With a user
 * name it must look like a key: a login for a proxy in front of the service comes in the same header.
 */
export function apiKeyOrPasswordIn(headers: RequestHeaders): string | null {
  const key = apiKeyIn(headers);
  if (key !== null) return key;
  const basic = credentialsOf(headers, 'basic');
  if (basic === null) return null;
  const decoded = Buffer.from(basic, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  const password = decoded.slice(colon + 1);
  return colon <= 0 || password.startsWith(KEY_PREFIX) ? password : null;
}

function credentialsOf(headers: RequestHeaders, scheme: string): string | null {
  const [name, credentials] = headers.get('authorization')?.trim().split(/ +/) ?? [];
  return name?.toLowerCase() === scheme ? (credentials ?? '') : null;
}
