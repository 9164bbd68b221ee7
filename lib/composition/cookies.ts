import * as z from 'zod';
import { type CookieSecurity, createSealedCookie, deriveCookieSecret } from '../accounts/sealed-cookie';
import type { Config } from '../config/config';

export function cookieSecurity({ SESSION_SECRET, MASTER_KEY, BASE_URL }: Config): CookieSecurity {
  return { secret: SESSION_SECRET ?? deriveCookieSecret(MASTER_KEY), isHttps: BASE_URL.startsWith('https:') };
}

/** Seconds for typing a password and a second factor at the provider. */
const SIGNING_IN_SECONDS = 900;

/**
 * A sign-in that is under way at the provider, and where it leads. `userId`: of whoever links an identity, or confirms who they are
 * (`isAgain`); null: of somebody who signs in.
 */
const attemptSchema = z.object({
  ...{ userId: z.int().nullable(), state: z.string(), nonce: z.string(), verifier: z.string() },
  ...{ returnTo: z.string(), isAgain: z.boolean() },
});

export const buildSignInAttempts = (security: CookieSecurity) =>
  createSealedCookie('sealpaste-signing-in', SIGNING_IN_SECONDS, security, attemptSchema);
