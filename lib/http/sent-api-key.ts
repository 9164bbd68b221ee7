/** API keys stand in `X-Api-Key`, or in the `Authorization` that tools know how to send (RFC 6750, RFC 7617). */
type RequestHeaders = Pick<Headers, 'get'>;

/** The key of `X-Api-Key` or, without it, of `Authorization: Bearer KEY`; null for an anonymous request. */
export function apiKeyIn(headers: RequestHeaders): string | null {
  return headers.get('x-api-key') ?? credentialsOf(headers, 'bearer');
}

/** The key as above or, without one, the password of `Authorization: Basic`, which ~/.netrc and `curl -u :KEY` send. The user name is ignored. */
export function apiKeyOrPasswordIn(headers: RequestHeaders): string | null {
  const key = apiKeyIn(headers);
  if (key !== null) return key;
  const basic = credentialsOf(headers, 'basic');
  if (basic === null) return null;
  const decoded = Buffer.from(basic, 'base64').toString('utf8');
  return decoded.slice(decoded.indexOf(':') + 1);
}

function credentialsOf(headers: RequestHeaders, scheme: string): string | null {
  const [name, credentials] = headers.get('authorization')?.trim().split(/ +/) ?? [];
  return name?.toLowerCase() === scheme ? (credentials ?? '') : null;
}
