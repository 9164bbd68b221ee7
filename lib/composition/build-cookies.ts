import * as z from 'zod';
import { createFlashCookie } from '../accounts/flash-cookie';
import { type CookieSecurity, deriveCookieSecret } from '../accounts/sealed-cookie';
import type { Config } from '../config/config';
import { createWebhookOutcomes } from '../webhooks/webhook.outcome';
import type { FlashCookies } from './services';

export function cookieSecurity({ SESSION_SECRET, MASTER_KEY, BASE_URL }: Config): CookieSecurity {
  return { secret: SESSION_SECRET ?? deriveCookieSecret(MASTER_KEY), isHttps: BASE_URL.startsWith('https:') };
}

/** Seconds for which a page can show a new key: an account's until its user confirms to have saved it, others until they were seen. */
const NEW_KEY_SECONDS = 3_600;
/** Longer than the 15 minutes of a linking token, so that its page can still say what became of the token. */
const LINKING_SECONDS = 3_600;

/** Seconds for typing a password and a second factor at the provider. */
const SIGNING_IN_SECONDS = 900;

/** Seconds for which a flash cookie keeps the names of changed pastes for the next page. */
const CHANGED_SECONDS = 60;

export function buildFlashCookies(security: CookieSecurity): FlashCookies {
  return {
    newKey: createFlashCookie('sealpaste-new-key', NEW_KEY_SECONDS, security, z.string()),
    changedPastes: createFlashCookie('sealpaste-changed', CHANGED_SECONDS, security, z.array(z.string())),
    linkingToken: createFlashCookie('sealpaste-linking', LINKING_SECONDS, security, z.string()),
    webhookOutcome: createWebhookOutcomes(security),
    oidcAttempt: createFlashCookie(
      'sealpaste-signing-in',
      SIGNING_IN_SECONDS,
      security,
      z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), returnTo: z.string(), isAgain: z.boolean() }),
    ),
  };
}
