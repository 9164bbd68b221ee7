/** Cleanup by any number of workers; each test runs `cleanUp` itself, without its interval. */
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { engines } from '#lib/db/testing/test-database';
import { createLease } from '#lib/leases/lease';
import { openTestPastes, store, type TestPastes } from '#lib/pastes/testing/test-pastes';
import { silentLogger } from '#lib/testing/loggers';
import { CLEANUP_LEASE_MS, type CleanupOptions, cleanUp } from './cleanup';

/** Several batches. */
const EXPIRED = 250;
const LIVE = 5;

describe.each(engines)('cleanup on %s', (engine) => {
  let pastes: TestPastes;

  beforeEach(async () => {
    pastes = await openTestPastes(engine);
    const old = pastes.at(0).service;
    const owner = pastes.anna;
    await Promise.all([
      ...Array.from({ length: EXPIRED }, () => store(old, 'text', { owner, ttlSeconds: 1 })),
      ...Array.from({ length: LIVE }, () => store(pastes.service, 'text', { owner, ttlSeconds: 3600 })),
    ]);
    // Events of the old pastes' creation are old as well; these are about pastes.
    await pastes.db.write([{ sql: 'DELETE FROM webhook_deliveries', params: [] }]);
  });

  afterEach(() => pastes?.close());

  const count = async (table: string) => (await pastes.db.read(`SELECT 1 AS one FROM ${table}`)).length;
  const expiredEvents = async () => {
    const rows = await pastes.db.read("SELECT public_id FROM webhook_deliveries WHERE event = 'paste.expired'");
    return { events: rows.length, pastes: new Set(rows.map((row) => row.public_id)).size };
  };
  const ALL_DONE = { events: EXPIRED, pastes: EXPIRED };

  /** A worker's cleanup, with a count of the batches it ran and what they removed. */
  function createCleaner(holder: string, overrides: Partial<CleanupOptions> = {}) {
    const stopping = new AbortController();
    const ran = { batches: 0, removed: 0 };
    const options: CleanupOptions = {
      lease: createLease(pastes.db, 'cleanup', holder, CLEANUP_LEASE_MS),
      webhooks: { prune: async () => 0 },
      messenger: { prune: async () => 0 },
      receipts: { prune: async () => 0 },
      log: silentLogger,
      pastes: {
        async removeExpired() {
          const batch = await (overrides.pastes ?? pastes.service).removeExpired();
          ran.batches += 1;
          ran.removed += batch.removed;
          return batch;
        },
      },
    };
    return { ran, run: () => cleanUp(options, stopping.signal), stop: () => stopping.abort() };
  }

  it('removes what has expired, to the last batch, each with one event, and nothing else', async () => {
    const cleaner = createCleaner('A');
    await cleaner.run();
    expect(cleaner.ran.removed).toBe(EXPIRED);
    expect(await count('pastes')).toBe(LIVE);
    expect(await count('paste_chunks')).toBe(LIVE);
    expect(await expiredEvents()).toEqual(ALL_DONE);
  });

  it('run twice does nothing the second time', async () => {
    await createCleaner('A').run();
    const second = createCleaner('B');
    await second.run();
    expect(second.ran).toEqual({ batches: 1, removed: 0 });
    expect(await count('pastes')).toBe(LIVE);
    expect(await expiredEvents()).toEqual(ALL_DONE);
  });

  it('of two workers at once only one works', async () => {
    const cleaners = [createCleaner('A'), createCleaner('B')];
    await Promise.all(cleaners.map((cleaner) => cleaner.run()));
    expect(cleaners.map(({ ran }) => ran.removed).sort((a, b) => a - b)).toEqual([0, EXPIRED]);
    expect(cleaners.map(({ ran }) => ran.batches).sort((a, b) => a - b)).toEqual([0, 3]);
    expect(await expiredEvents()).toEqual(ALL_DONE);
  });

  it('waits for no worker that froze: from the end of its lease another one does the work, and the first, awake again, removes nothing extra', async () => {
    let thaw: () => void = () => undefined;
    const frozen = new Promise<void>((resolve) => {
      thaw = resolve;
    });
    const frozenCleaner = createCleaner('A', {
      pastes: {
        async removeExpired() {
          await frozen;
          return pastes.service.removeExpired();
        },
      },
    });
    const running = frozenCleaner.run();
    await vi.waitFor(async () => expect(await count('leases')).toBe(1), 10_000);

    const early = createCleaner('B');
    await early.run();
    expect(early.ran.batches).toBe(0);

    await pastes.db.write([{ sql: `UPDATE leases SET expires_at = ${pastes.db.dialect.now}`, params: [] }]);
    const next = createCleaner('B');
    await next.run();
    expect(next.ran.removed).toBe(EXPIRED);

    thaw();
    await running;
    expect(frozenCleaner.ran.removed).toBe(0);
    expect(await count('pastes')).toBe(LIVE);
    expect(await expiredEvents()).toEqual(ALL_DONE);
  });

  it('a worker that lost its lease between two batches stops, and the new holder keeps it', async () => {
    let batches = 0;
    const loser = createCleaner('A', {
      pastes: {
        async removeExpired() {
          const batch = await pastes.service.removeExpired();
          batches += 1;
          if (batches === 1) {
            await pastes.db.write([{ sql: "UPDATE leases SET holder = 'B'", params: [] }]);
          }
          return batch;
        },
      },
    });
    await loser.run();
    expect(loser.ran.batches).toBe(1);
    expect(await count('pastes')).toBe(EXPIRED - loser.ran.removed + LIVE);
    expect((await pastes.db.read('SELECT holder FROM leases')).map(({ holder }) => holder)).toEqual(['B']);
  });

  it('two batches of the same moment, as after a frozen worker, remove each paste once', async () => {
    const rounds = await Promise.all(Array.from({ length: 4 }, () => pastes.service.removeExpired()));
    const removed = rounds.reduce((sum, batch) => sum + batch.removed, 0);
    expect(await count('pastes')).toBe(EXPIRED - removed + LIVE);
    expect(await expiredEvents()).toEqual({ events: removed, pastes: removed });
  });

  it('gives its lease back when it is done, when it is told to stop, and when it fails', async () => {
    const stopped = createCleaner('A', {
      pastes: {
        async removeExpired() {
          stopped.stop();
          await turn();
          return pastes.service.removeExpired();
        },
      },
    });
    await stopped.run();
    expect(stopped.ran.batches).toBe(1);
    expect(await count('leases')).toBe(0);

    const failing = createCleaner('A', { pastes: { removeExpired: () => Promise.reject(new Error('disk full')) } });
    await expect(failing.run()).rejects.toThrow('disk full');
    expect(await count('leases')).toBe(0);

    await createCleaner('B').run();
    expect(await count('leases')).toBe(0);
    expect(await count('pastes')).toBe(LIVE);
  });
});
