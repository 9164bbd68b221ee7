/**
 * Counts requests of an identity in a window (mostly a minute), with rate-limiter-flexible.
 *
 * Guarantees: exactly the allowed number of requests pass in a window, counted together by all processes that share a
 * store (PostgreSQL or Redis). While a store fails or is silent, each process counts for itself, so that the service stays
 * open and limited.
 * Shared stores hold no address and no id: counters are under keyed hashes.
 * Not protected: a client with many addresses.
 */

import type { RedisClientType } from '@redis/client';
import type pg from 'pg';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { LateError, within } from './within';

const WINDOW_SECONDS = 60;
/** Milliseconds after which a store counts as silent: the network in between has probably failed. */
const REDIS_TIMEOUT_MS = 500;
/** Milliseconds for which a silent Redis gets no requests, so that nobody waits and no queue builds up. */
const REDIS_PAUSE_MS = 6_000;

/**
 * Names the counter of an identity (an address, a user, a key) in a store that others can read: every process gives the
 * same name, and without MASTER_KEY the name doesn't lead back to the identity.
 */
export type NameCounter = (limiter: string, identity: string) => string;

/** The store of the counters: this process's memory, or one that several processes share. */
export type RateLimitStore =
  | { kind: 'memory' }
  | { kind: 'postgresql'; pool: pg.Pool; nameOf: NameCounter }
  | { kind: 'redis'; client: Pick<RedisClientType, 'eval'>; nameOf: NameCounter };

export interface RateLimitResult {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
}

export interface RateLimiter {
  /** Counts one request. null: this limiter is off. */
  consume(identity: string): Promise<RateLimitResult | null>;
}

export interface NamedRateLimiter extends RateLimiter {
  name: string;
}

/** @param limit requests per window, which is a minute unless told otherwise; 0 is off */
export function createRateLimiter(name: string, limit: number, store: RateLimitStore, windowSeconds = WINDOW_SECONDS): NamedRateLimiter {
  if (limit === 0) return { name, consume: async () => null };
  const limiter = createStore(store, { keyPrefix: name, points: limit, duration: windowSeconds });
  return {
    name,
    async consume(identity) {
      try {
        return present(await limiter.consume(identity), limit, true, windowSeconds);
      } catch (rejection) {
        if (rejection instanceof RateLimiterRes) return present(rejection, limit, false, windowSeconds);
        throw rejection;
      }
    },
  };
}

type CounterOptions = Required<Pick<IRateLimiterOptions, 'keyPrefix' | 'points' | 'duration'>>;

type Counter = Pick<RateLimiterAbstract, 'consume'>;

function createStore(store: RateLimitStore, options: CounterOptions): Counter {
  if (store.kind === 'memory') return new RateLimiterMemory(options);
  const counter = createShared(store, options);
  return { consume: (identity) => counter.consume(store.nameOf(options.keyPrefix, String(identity))) };
}

function createShared(store: Exclude<RateLimitStore, { kind: 'memory' }>, options: CounterOptions): Counter {
  const insuranceLimiter = new RateLimiterMemory(options);
  // Once an identity is beyond the limit, the process needs no store until the window ends.
  const shared = { ...options, insuranceLimiter, inMemoryBlockOnConsumed: options.points + 1 };
  // Other programs may use the same Redis.
  if (store.kind === 'redis')
    return new RateLimiterRedis({
      ...shared,
      keyPrefix: `sealpaste:${options.keyPrefix}`,
      storeClient: impatient(store.client),
      useRedisPackage: true,
    });
  return new RateLimiterPostgres({
    ...shared,
    storeClient: store.pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // The cleanup removes them: the library would keep them for an hour.
    clearExpiredByTimeout: false,
  });
}

/** The client for the limiter. It fails at once while Redis doesn't respond. */
function impatient(client: Pick<RedisClientType, 'eval'>): Pick<RedisClientType, 'eval'> {
  let pausedUntil = 0;
  return {
    async eval(...command) {
      const now = Date.now();
      if (now < pausedUntil) throw new Error('Redis has not responded lately');
      // After a pause one request tries Redis, and the pause goes on for the others.
      if (pausedUntil > 0) pausedUntil = now + REDIS_PAUSE_MS;
      try {
        const reply = await within(REDIS_TIMEOUT_MS, client.eval(...command));
        pausedUntil = 0;
        return reply;
      } catch (error) {
        if (error instanceof LateError) pausedUntil = Date.now() + REDIS_PAUSE_MS;
        throw error;
      }
    },
  };
}

/** A clock that was set back, or one of another process, makes the rest of a window longer than the window. */
function present(result: RateLimiterRes, limit: number, allowed: boolean, windowSeconds: number): RateLimitResult {
  return {
    allowed,
    limit,
    remaining: Math.max(0, result.remainingPoints),
    resetSeconds: Math.min(windowSeconds, Math.max(1, Math.ceil(result.msBeforeNext / 1000))),
  };
}

/** The fields of draft-ietf-httpapi-ratelimit-headers, as structured fields (RFC 9651). */
export function rateLimitHeaders({ limit, remaining, resetSeconds }: RateLimitResult): Record<string, string> {
  return {
    'RateLimit-Policy': `"api";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"api";r=${remaining};t=${resetSeconds}`,
  };
}
