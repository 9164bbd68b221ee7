import * as z from 'zod';
import { createFlashCookie } from '../accounts/flash-cookie';
import { type CookieSecurity, deriveCookieSecret } from '../accounts/sealed-cookie';
import type { Config } from '../config/config';
import { createWebhookOutcomes } from '../webhooks/webhook.outcome';
import type { FlashCookies } from './services';

export function cookieSecurity({ SESSION_SECRET, MASTER_KEY, BASE_URL }: Config): CookieSecurity {
  return { secret: SESSION_SECRET ?? deriveCookieSecret(MASTER_KEY), isHttps: BASE_URL.startsWith('https:') };
}

/** How long a new key can be looked at: that of an account until its maker says that it is saved, others until they were seen. */
const NEW_KEY_SECONDS = 3_600;
/** A linking token is good for 15 minutes; its page says for a while longer what became of it. */
const LINKING_SECONDS = 3_600;

/** Typing a password and a second factor at the provider. */
const SIGNING_IN_SECONDS = 900;

/** What was changed is said on the next page, and not much longer. */
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
