/** The limiters of requests, forms and sign-ins. Limits that an operator sets come from the configuration; the others stand here. */
import type { Config } from '../config/config';
import { createRateLimiter, type RateLimitStore } from '../http/rate-limit';

/** Accounts that one address may make. */
const REGISTRATIONS_PER_HOUR = 5;
/** Reports about pastes that one address may send. */
const REPORTS_PER_HOUR = 3;
const HOUR_SECONDS = 3_600;
/** Forms of the account pages that one address may send: enough for many people behind one address. */
const FORMS_PER_MINUTE = 120;
/** Sign-in attempts of one address; each may cost a query. */
const SIGN_INS_PER_MINUTE = 20;
/** Sign-in attempts with one key from all addresses: more, because somebody who knows the id of the key could lock its owner out. */
const SIGN_INS_PER_KEY = 60;
/** Log lines about refused forms of one address: enough for fail2ban. */
const ABUSE_LINES_PER_MINUTE = 20;
/** Users at their limit that one address may have, unless RATE_LIMIT_ADDRESS says otherwise. */
const USERS_PER_ADDRESS = 10;
/** Requests to receivers that one user may start on the webhook pages: more than a person presses buttons. */
const WEBHOOK_SENDS_PER_MINUTE = 20;

/** Counters of this process alone: they need no query, and are enough to bound an address. */
const LOCAL: RateLimitStore = { kind: 'memory' };

/** The limits of the forms are off when anonymous requests aren't limited. */
export function buildLimiters(config: Config, store: RateLimitStore) {
  const { RATE_LIMIT_ANONYMOUS: anonymous, RATE_LIMIT_AUTHENTICATED: authenticated, RATE_LIMIT_BURN: burn } = config;
  return {
    anonymousLimiter: createRateLimiter('anonymous', anonymous, store),
    authenticatedLimiter: createRateLimiter('user', authenticated, store),
    /** Limits API requests of all users of an address together. */
    addressLimiter: createRateLimiter('address', config.RATE_LIMIT_ADDRESS ?? authenticated * USERS_PER_ADDRESS, LOCAL),
    formLimiter: createRateLimiter('form', anonymous && FORMS_PER_MINUTE, store),
    /** Limits pages and raw texts by address. */
    pageLimiter: createRateLimiter('page', anonymous && config.RATE_LIMIT_PAGES, LOCAL),
    signInLimiter: createRateLimiter('sign-in', anonymous && SIGN_INS_PER_MINUTE, store),
    signInKeyLimiter: createRateLimiter('sign-in-key', anonymous && SIGN_INS_PER_KEY, store),
    registrationLimiter: createRateLimiter('registration', anonymous && REGISTRATIONS_PER_HOUR, store, HOUR_SECONDS),
    reportLimiter: createRateLimiter('report', anonymous && REPORTS_PER_HOUR, store, HOUR_SECONDS),
    abuseLogLimiter: createRateLimiter('abuse-log', ABUSE_LINES_PER_MINUTE, LOCAL),
    webhookSendLimiter: createRateLimiter('webhook-send', authenticated && WEBHOOK_SENDS_PER_MINUTE, store),
    /** Claims, acknowledgements and receipts have limits of their own, by address, so that the other requests keep theirs. */
    claimLimiter: createRateLimiter('claim', burn, store),
    receiptLimiter: createRateLimiter('receipt', burn, store),
  };
}

export type Limiters = ReturnType<typeof buildLimiters>;
