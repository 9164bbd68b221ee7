/** A real OpenID Connect provider on loopback, where a test chooses who signs in, and a browser that visits it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

export const CLIENT_ID = 'sealpaste';
export const CLIENT_SECRET = 'a secret that the provider gave';

/** The provider's endpoints, by path. */
const STEPS = { discovery: '/.well-known/', token: '/token', jwks: '/jwks', userinfo: '/me' } as const;
export type Step = keyof typeof STEPS;

export interface RealProvider {
  issuer: string;
  /** Claims of everybody, by subject. */
  people: Map<string, Record<string, unknown>>;
  /** Subject of the person who signs in next. */
  person: string;
  /** Whether the person refuses to sign in. */
  isDenied: boolean;
  /** Endpoints that fail: with a 503, or by closing the connection. */
  broken: Map<Step, 'status' | 'connection'>;
  /** Paths of all requests so far. */
  asked: string[];
  /** Follows redirects like a new browser with cookies, from an address of the provider to the one it sends people back to. */
  visit(url: string): Promise<URL>;
  close(): Promise<void>;
}

/** @param redirectUri the client's @param at host and port; to a browser `localhost` is another site than 127.0.0.1 */
export async function startRealProvider(redirectUri: string, at = { host: '127.0.0.1', port: 0 }): Promise<RealProvider> {
  let serve: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end();
  const server = createServer((request, response) => serve(request, response));
  await new Promise<void>((resolve) => server.listen(at.port, '127.0.0.1', resolve));
  const issuer = `http://${at.host}:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });

  const started: RealProvider = {
    issuer,
    people: new Map(),
    person: '',
    isDenied: false,
    broken: new Map(),
    asked: [],
    visit: (url) => visit(url, issuer),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'only' }] },
    cookies: { keys: ['of a test'] },
    ttl: Object.fromEntries(['Interaction', 'Grant', 'Session', 'AccessToken', 'AuthorizationCode', 'IdToken'].map((name) => [name, 600])),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/choose/${uid}` },
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'], groups: ['groups'] },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: async () => ({ ...started.people.get(accountId), sub: accountId }),
    }),
    async loadExistingGrant(context: { oidc: { session: { accountId: string }; client: { clientId: string } } }) {
      const { session, client } = context.oidc;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid profile email groups');
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();

  async function choose(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await provider.interactionDetails(request, response);
    const result = started.isDenied ? { error: 'access_denied' } : { login: { accountId: started.person } };
    await provider.interactionFinished(request, response, result);
  }

  serve = (request, response) => {
    const { pathname } = new URL(request.url ?? '', issuer);
    started.asked.push(pathname);
    for (const [step, how] of started.broken) {
      if (!pathname.startsWith(STEPS[step])) continue;
      if (how === 'connection') return void request.socket.destroy();
      response.writeHead(503, { 'Content-Type': 'text/plain' });
      return void response.end('starting');
    }
    if (pathname.startsWith('/choose/')) return void choose(request, response);
    handle(request, response);
  };
  return started;
}

async function visit(url: string, issuer: string): Promise<URL> {
  const jar = new Map<string, string>();
  for (let at = new URL(url); ; ) {
    if (at.origin !== issuer) return at;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the provider stays at ${at.pathname} with ${response.status}: ${await response.text()}`);
    at = new URL(location, at);
  }
}
