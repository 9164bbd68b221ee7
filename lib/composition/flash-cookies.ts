/** Flash cookies by which forms tell the next page what happened. */
import * as z from 'zod';
import { createFlashCookie, type FlashCookie } from '../accounts/flash-cookie';
import { type CookieSecurity, deriveCookieSecret } from '../accounts/sealed-cookie';
import type { Config } from '../config/config';
import type { OidcAttempt } from '../oidc/oidc-provider';
import { createWebhookOutcomes, type WebhookOutcome } from '../webhooks/webhook-outcome';

export function cookieSecurity({ SESSION_SECRET, MASTER_KEY, BASE_URL }: Config): CookieSecurity {
  return { secret: SESSION_SECRET ?? deriveCookieSecret(MASTER_KEY), isHttps: BASE_URL.startsWith('https:') };
}

/** Seconds for which a page can show a new key: an account's until its user confirms to have saved it, others until they were seen. */
const NEW_KEY_SECONDS = 3_600;
/** Longer than the 15 minutes of a linking token, so that its page can still say what became of the token. */
const LINKING_SECONDS = 3_600;
/** Seconds for typing a password and a second factor at the provider. */
const SIGNING_IN_SECONDS = 900;
/** Seconds for which the next page knows the names of changed pastes. */
const CHANGED_SECONDS = 60;

/** Seconds for which the next page has the fields of a refused form. */
const TYPED_SECONDS = 60;

export interface FlashContents {
  newKey: string;
  linkingToken: string;
  /** Names of the pastes that a form has just changed, as the list called them. */
  changedPastes: string[];
  /** The fields of a form that was refused, without secrets. */
  typedFields: Record<string, string>;
  webhookOutcome: WebhookOutcome;
  /** A sign-in that is under way at the provider, and where it leads; `isAgain`: somebody signed in confirms who they are. */
  oidcAttempt: OidcAttempt & { returnTo: string; isAgain: boolean };
}

type FlashCookies = { [What in keyof FlashContents]: FlashCookie<FlashContents[What]> };

const attemptSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), returnTo: z.string(), isAgain: z.boolean() });

export function buildFlashCookies(security: CookieSecurity): FlashCookies {
  return {
    newKey: createFlashCookie('sealpaste-new-key', NEW_KEY_SECONDS, security, z.string()),
    changedPastes: createFlashCookie('sealpaste-changed', CHANGED_SECONDS, security, z.array(z.string())),
    linkingToken: createFlashCookie('sealpaste-linking', LINKING_SECONDS, security, z.string()),
    typedFields: createFlashCookie('sealpaste-typed', TYPED_SECONDS, security, z.record(z.string(), z.string())),
    webhookOutcome: createWebhookOutcomes(security),
    oidcAttempt: createFlashCookie('sealpaste-signing-in', SIGNING_IN_SECONDS, security, attemptSchema),
  };
}
