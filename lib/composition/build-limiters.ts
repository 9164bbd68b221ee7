/** The limiters of requests, forms and sign-ins. Limits that an operator sets come from the configuration; the others stand here. */
import type { Config } from '../config/config';
import { createRateLimiter, type LocalStore, type RateLimitStore } from '../http/rate-limit';

/** Accounts that one address may make. */
const REGISTRATIONS_PER_HOUR = 5;
/** Reports about pastes that one address may send. */
const REPORTS_PER_HOUR = 3;
const HOUR_SECONDS = 3_600;
/** Forms of the account pages that one address may send: many people behind one address, none of whom is in a hurry. */
const FORMS_PER_MINUTE = 120;
/** Tries to sign in of one address; each may cost a query. */
const SIGN_INS_PER_MINUTE = 20;
/** Tries with one key, of all addresses: more, since who knows its id could keep its owner out for a minute. */
const SIGN_INS_PER_KEY = 60;
/** Lines about refused forms of one address: as many as fail2ban needs to see. */
const ABUSE_LINES_PER_MINUTE = 20;
/** Users at their limit that one address may have, unless RATE_LIMIT_ADDRESS says otherwise. */
const USERS_PER_ADDRESS = 10;
/** Requests to receivers that one user may ask for on the webhook pages: more than a person presses buttons. */
const WEBHOOK_SENDS_PER_MINUTE = 20;

/**
 * Limits of the forms are off where strangers aren't limited at all.
 * @param local counts at no query, for this machine alone: a bound on what one address can ask for, not a promise of how much
 */
export function buildLimiters(config: Config, store: RateLimitStore, local: LocalStore) {
  const { RATE_LIMIT_ANONYMOUS: anonymous, RATE_LIMIT_AUTHENTICATED: authenticated, RATE_LIMIT_BURN: burn } = config;
  return {
    anonymousLimiter: createRateLimiter('anonymous', anonymous, store),
    authenticatedLimiter: createRateLimiter('user', authenticated, store),
    /** Of API requests of users, whoever they are, by address. */
    addressLimiter: createRateLimiter('address', config.RATE_LIMIT_ADDRESS ?? authenticated * USERS_PER_ADDRESS, local),
    formLimiter: createRateLimiter('form', anonymous && FORMS_PER_MINUTE, store),
    /** Of pages and raw texts, by address. */
    pageLimiter: createRateLimiter('page', anonymous && config.RATE_LIMIT_PAGES, local),
    signInLimiter: createRateLimiter('sign-in', anonymous && SIGN_INS_PER_MINUTE, store),
    signInKeyLimiter: createRateLimiter('sign-in-key', anonymous && SIGN_INS_PER_KEY, store),
    registrationLimiter: createRateLimiter('registration', anonymous && REGISTRATIONS_PER_HOUR, store, HOUR_SECONDS),
    reportLimiter: createRateLimiter('report', anonymous && REPORTS_PER_HOUR, store, HOUR_SECONDS),
    abuseLogLimiter: createRateLimiter('abuse-log', ABUSE_LINES_PER_MINUTE, local),
    webhookSendLimiter: createRateLimiter('webhook-send', authenticated && WEBHOOK_SENDS_PER_MINUTE, store),
    /** Of claims and acknowledgements, and of receipts, by address: they don't use up what a visitor has for the rest. */
    claimLimiter: createRateLimiter('claim', burn, store),
    receiptLimiter: createRateLimiter('receipt', burn, store),
  };
}

export type Limiters = ReturnType<typeof buildLimiters>;
