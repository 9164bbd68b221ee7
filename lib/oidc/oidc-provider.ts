/**
 * The OpenID Connect provider, by openid-client: the authorization code flow with PKCE, state and nonce.
 *
 * Guarantees: nothing is asked of the provider, and the library isn't loaded, before somebody signs in. The provider's
 * metadata are fetched at most once an hour; a failure is not kept. The issuer must be the configured one, letter by letter.
 * ID tokens are checked with signature, issuer, audience, nonce and times (OpenID Connect Core §3.1.3.7), though they come
 * from the provider itself: an unsigned one is refused. Every request ends within a bounded time.
 * Not protected: this service believes the provider when it says who somebody is.
 */

import { timingSafeEqual } from 'node:crypto';
import type * as client from 'openid-client';
import { sha256 } from '../encoding/sha256';
import type { Logger } from '../log/logger';

interface OidcSettings {
  issuer: string;
  clientId: string;
  /** null: a public client. */
  clientSecret: string | null;
  /** Scopes with spaces between them. */
  scopes: string;
  /** Address to which the provider sends people back. */
  redirectUri: string;
}

/** Values that are needed again when somebody comes back from the provider. Only their own browser keeps them. */
interface OidcAttempt {
  state: string;
  nonce: string;
  /** The PKCE verifier. */
  verifier: string;
}

interface Claims {
  iss: string;
  sub: string;
  [claim: string]: unknown;
}

const TIMEOUT_SECONDS = 10;
const DISCOVERY_MS = 3_600_000;

/** @param clock ms since any moment */
export function createOidcProvider(settings: OidcSettings, log: Logger, clock = () => performance.now()) {
  let discovered: { at: number; config: Promise<client.Configuration> } | null = null;

  async function discover(): Promise<client.Configuration> {
    const library = await import('openid-client');
    const issuer = new URL(settings.issuer);
    const insecure = issuer.protocol === 'http:' ? [library.allowInsecureRequests] : [];
    const authentication = (server: client.ServerMetadata, ...rest: [client.ClientMetadata, URLSearchParams, Headers]) => {
      const { clientSecret } = settings;
      const methods = server.token_endpoint_auth_methods_supported ?? [BASIC];
      const authenticate =
        clientSecret === null
          ? library.None()
          : (methods.includes(BASIC) ? library.ClientSecretBasic : library.ClientSecretPost)(clientSecret);
      return authenticate(server, ...rest);
    };
    const config = await library.discovery(issuer, settings.clientId, {}, authentication, {
      timeout: TIMEOUT_SECONDS,
      execute: [...insecure, library.enableNonRepudiationChecks],
    });
    const named = config.serverMetadata().issuer;
    // The library lets one provider have many issuers: then everybody with an account at any of its customers could sign in.
    if (named !== settings.issuer) throw new OidcError('invalid', `OIDC_ISSUER: the provider calls itself ${named}`);
    return config;
  }

  function configuration(): Promise<client.Configuration> {
    if (discovered && clock() - discovered.at < DISCOVERY_MS) return discovered.config;
    const config = discover();
    const mine = { at: clock(), config };
    discovered = mine;
    config.catch(() => {
      if (discovered === mine) discovered = null;
    });
    return config;
  }

  /** @param step for the log */
  async function told<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const problem = explain(error);
      if (problem.reason === 'unavailable' || problem.reason === 'invalid')
        log.warn({ step, reason: problem.reason, problem: problem.message }, 'a sign-in by OpenID Connect failed');
      throw problem;
    }
  }

  return {
    /**
     * @param isAgain makes the provider ask for a sign-in even when the person is signed in there (OpenID Connect Core §3.1.2.1)
     * @returns the provider's address to go to @throws OidcError
     */
    async begin(isAgain = false): Promise<{ url: string; attempt: OidcAttempt }> {
      const config = await told('discovery', configuration);
      const library = await import('openid-client');
      const attempt = {
        state: library.randomState(),
        nonce: library.randomNonce(),
        verifier: library.randomPKCECodeVerifier(),
      };
      const url = library.buildAuthorizationUrl(config, {
        redirect_uri: settings.redirectUri,
        scope: settings.scopes,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await library.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        ...(isAgain ? { prompt: 'login', max_age: '0' } : {}),
      });
      return { url: url.href, attempt };
    },

    /**
     * @param query query of the address to which the person came back
     * @param isEnough tells whether the ID token's claims are enough; if not, the userinfo endpoint is asked for more
     * @throws OidcError
     */
    async finish(query: string, { state, nonce, verifier }: OidcAttempt, isEnough: (claims: Claims) => boolean): Promise<Claims> {
      const given = new URLSearchParams(query).getAll('state').join();
      if (!timingSafeEqual(sha256(given), sha256(state))) throw new OidcError('stale', 'another sign-in');
      const config = await told('discovery', configuration);
      const library = await import('openid-client');
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const { tokens, ofToken } = await told('token', async () => {
        const tokens = await library.authorizationCodeGrant(config, new URL(`${settings.redirectUri}${query}`), checks);
        const ofToken = tokens.claims() as Claims;
        // The library checks `azp` only with several audiences (§3.1.3.7, number 5).
        if (ofToken.azp !== undefined && ofToken.azp !== settings.clientId)
          throw new OidcError('invalid', 'the ID token is for another client (azp)');
        return { tokens, ofToken };
      });
      if (isEnough(ofToken) || config.serverMetadata().userinfo_endpoint === undefined) return ofToken;
      const more = await told('userinfo', () => library.fetchUserInfo(config, tokens.access_token, ofToken.sub));
      // The ID token's claims win, because its signature covers them.
      return { ...more, ...ofToken };
    },
  };
}

const BASIC = 'client_secret_basic';

/** Error codes with which a person or the provider refuses (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6). */
const REFUSALS = ['access_denied', 'login_required', 'interaction_required', 'consent_required', 'account_selection_required'];
const OUTAGES = ['server_error', 'temporarily_unavailable'];
/** The library's error codes for an unusable response, such as that of a provider that is broken or starting. */
const BROKEN_CODES = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR', 'OAUTH_RESPONSE_IS_NOT_CONFORM'];

interface LibraryError extends Error {
  code?: string;
  error?: string;
  status?: number;
}

function explain(thrown: unknown): OidcError {
  if (thrown instanceof OidcError) return thrown;
  const { name, message, code = '', error, cause } = thrown as LibraryError;
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' && error !== undefined) {
    const reason = REFUSALS.includes(error) ? 'cancelled' : OUTAGES.includes(error) ? 'unavailable' : 'invalid';
    return new OidcError(reason, `the provider responded with ${printable(error)}`);
  }
  if (code === 'OAUTH_RESPONSE_BODY_ERROR' && error !== undefined) {
    const reason = error === 'invalid_grant' ? 'stale' : OUTAGES.includes(error) ? 'unavailable' : 'invalid';
    return new OidcError(reason, `the provider responded with ${printable(error)}`);
  }
  const network = (cause as { code?: unknown } | undefined)?.code;
  if (name === 'TypeError' && message === 'fetch failed') return new OidcError('unavailable', `no connection (${String(network)})`);
  return new OidcError(BROKEN_CODES.includes(code) ? 'unavailable' : 'invalid', `${message} (${code || name})`);
}

/** Makes the provider's text safe for the log: 100 characters of printable ASCII. */
const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);

/** A sign-in at the provider failed. The message is for the log: it holds no code, token or claim. */
class OidcError extends Error {
  override readonly name = 'OidcError';
  /**
   * @param reason `unavailable`: the provider can't be reached or doesn't respond as it should; worth a retry. `cancelled`: the
   * person or the provider refused. `stale`: the response belongs to no sign-in under way, or to one that was finished.
   * `invalid`: the response did not pass the checks, or the provider doesn't accept this service.
   */
  constructor(
    readonly reason: 'unavailable' | 'cancelled' | 'stale' | 'invalid',
    message: string,
  ) {
    super(message);
  }
}

/** Recognises the error by name, also one that another copy of this module threw. */
export const isOidcError = (error: unknown): error is OidcError =>
  error instanceof Error && error.name === ('OidcError' satisfies OidcError['name']);
