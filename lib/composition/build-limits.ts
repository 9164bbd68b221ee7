/** The rate limits of requests and forms, and the store that counts them. */
import { REGISTRATIONS_PER_HOUR, SIGN_INS_PER_KEY, SIGN_INS_PER_MINUTE } from '../accounts/accounts.rules';
import type { Config } from '../config/config';
import { HOUR_SECONDS } from '../encoding/time.rules';
import { createRateLimiter, type RateLimitStore } from '../http/rate-limit';
import { ASKED_MAILS_PER_HOUR, UNASKED_MAILS_PER_DAY } from '../mail/mail.rules';
import { REPORTS_PER_HOUR } from '../reports/report.rules';
import { counterName } from '../vault/vault';
import type { Foundation } from './foundation';

/** Forms of the account pages that one address may send: enough for many people behind one address. */
const FORMS_PER_MINUTE = 120;
/** Codes of requests that one address may try. */
const CODES_PER_MINUTE = 10;
/** Users at their limit that one address may have. */
const USERS_PER_ADDRESS = 10;
/** Counters of this process alone: they need no query, and are enough to bound an address. */
const LOCAL: RateLimitStore = { kind: 'memory' };

/** Opens the store that counts: Redis where it is configured, else PostgreSQL, else this process's memory. */
export async function openCounters({ config, db, keyring, log }: Foundation) {
  const { REDIS_URL: url } = config;
  const redis = url === undefined ? null : (await import('../http/rate-limit-redis')).connectRedis(url, log);
  const nameOf = (limiter: string, identity: string) => counterName(keyring, limiter, identity);
  const shared = db.pool ? ({ kind: 'postgresql', pool: db.pool, nameOf } as const) : LOCAL;
  const store: RateLimitStore = redis ? { kind: 'redis', client: redis, nameOf } : shared;
  return { redis, store };
}

/** The limits of the forms are off when anonymous requests aren't limited. */
export function buildLimits(config: Config, store: RateLimitStore) {
  const { RATE_LIMIT_ANONYMOUS: anonymous, RATE_LIMIT_AUTHENTICATED: authenticated, RATE_LIMIT_BURN: burn } = config;
  return {
    anonymous: createRateLimiter('anonymous', anonymous, store),
    user: createRateLimiter('user', authenticated, store),
    /** Limits API requests of all users of an address together. */
    address: createRateLimiter('address', authenticated * USERS_PER_ADDRESS, LOCAL),
    form: createRateLimiter('form', anonymous && FORMS_PER_MINUTE, store),
    /** Limits pages and raw texts by address. */
    page: createRateLimiter('page', anonymous && config.RATE_LIMIT_PAGES, LOCAL),
    /** Limits the data of pages that are files: a page asks for it once. */
    pageData: createRateLimiter('page-data', anonymous && config.RATE_LIMIT_PAGES, LOCAL),
    signIn: createRateLimiter('sign-in', anonymous && SIGN_INS_PER_MINUTE, store),
    signInKey: createRateLimiter('sign-in-key', anonymous && SIGN_INS_PER_KEY, store),
    registration: createRateLimiter('registration', anonymous && REGISTRATIONS_PER_HOUR, store, HOUR_SECONDS),
    report: createRateLimiter('report', anonymous && REPORTS_PER_HOUR, store, HOUR_SECONDS),
    /** Limits the mails that one user causes, and those that one address gets unasked: of others, so that limit is always on. */
    mail: createRateLimiter('mail', anonymous && ASKED_MAILS_PER_HOUR, store, HOUR_SECONDS),
    mailAddress: createRateLimiter('mail-address', UNASKED_MAILS_PER_DAY, store, 24 * HOUR_SECONDS),
    /** Limits guesses at codes that find a request. */
    code: createRateLimiter('code', anonymous && CODES_PER_MINUTE, store),
    /** Claims, acknowledgements and receipts have limits of their own, by address, so that the other requests keep theirs. */
    claim: createRateLimiter('claim', burn, store),
    receipt: createRateLimiter('receipt', burn, store),
  };
}
