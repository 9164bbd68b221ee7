/** A provider on loopback that responds with whatever a test wants. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export interface LyingProvider {
  issuer: string;
  /** Metadata that override the honest ones. */
  metadata: Record<string, unknown>;
  /** Makes the ID token of the next response. @param good claims of an honest token */
  idToken: (good: JWTPayload) => Promise<string>;
  /** An honest signature. */
  sign(claims: JWTPayload): Promise<string>;
  /** A signature by a key that is not the provider's, under the name of its key. */
  forge(claims: JWTPayload): Promise<string>;
  /** A signature by a secret that others know, too (HS256). */
  signWith(secret: string, claims: JWTPayload): Promise<string>;
  /** The provider's public key in PEM. */
  publicKey: string;
  /** The last token request. */
  tokenRequest: { authorization: string | null; body: URLSearchParams } | null;
  userinfo: Record<string, unknown>;
  /** @param url address of the authorization request @returns the query that an honest provider sends back */
  authorize(url: string): string;
  close(): Promise<void>;
}

const HEADER = { alg: 'RS256', kid: 'only' };

export async function startLyingProvider(clientId: string): Promise<LyingProvider> {
  const own = await generateKeyPair('RS256', { extractable: true });
  const other = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(own.publicKey)), alg: 'RS256', use: 'sig', kid: 'only' };
  let nonce = '';
  const good = (): JWTPayload => {
    const seconds = Math.floor(Date.now() / 1000);
    return { iss: provider.issuer, aud: clientId, sub: 'liar', nonce, iat: seconds, exp: seconds + 300, preferred_username: 'liar' };
  };

  const server = createServer(async (request, response) => {
    const send = (value: unknown) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
    const { issuer } = provider;
    if (request.url === '/jwks') return send({ keys: [jwk] });
    if (request.url === '/userinfo') return send(provider.userinfo);
    if (request.url !== '/token')
      return send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/userinfo`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
        ...provider.metadata,
      });
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    provider.tokenRequest = { authorization: request.headers.authorization ?? null, body: new URLSearchParams(body) };
    return send({ access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: await provider.idToken(good()) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const provider: LyingProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    metadata: {},
    idToken: (claims) => provider.sign(claims),
    sign: (claims) => new SignJWT(claims).setProtectedHeader(HEADER).sign(own.privateKey),
    forge: (claims) => new SignJWT(claims).setProtectedHeader(HEADER).sign(other.privateKey),
    signWith: (secret, claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret)),
    publicKey: await exportSPKI(own.publicKey),
    tokenRequest: null,
    userinfo: {},
    authorize(url) {
      const { searchParams } = new URL(url);
      nonce = searchParams.get('nonce') ?? '';
      return `?${new URLSearchParams({ code: 'code', state: searchParams.get('state') ?? '' })}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}
