/** Cleanup by any number of workers; each test runs `cleanUp` itself, without its interval. */
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLease } from '#lib/db/lease';
import { silentLogger } from '#lib/testing/loggers';
import { engines } from '#lib/testing/test-database';
import { store, type TestPastes, useTestPastes } from '#lib/testing/test-pastes';
import { CLEANUP_LEASE_MS, type CleanupOptions, cleanUp } from './cleanup';

/** Enough for several batches. */
const EXPIRED = 201;
const LIVE = 5;

describe.each(engines)('cleanup on %s', (engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, (opened) => (pastes = opened));
  beforeEach(async () => {
    const { db } = pastes;
    await db.write(['leases', 'webhook_deliveries', 'pastes'].map((table) => ({ sql: `DELETE FROM ${table}`, params: [] })));
    const owner = pastes.anna;
    const [model] = await Promise.all([
      store(pastes.at(0).service, 'text', { owner, ttlSeconds: 1 }),
      ...Array.from({ length: LIVE }, () => store(pastes.service, 'text', { owner, ttlSeconds: 3600 })),
    ]);
    // Each copy equals the first paste, including its piece.
    const copies = `WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${EXPIRED})`;
    const columns =
      'id_sealed, owner_id, syntax, is_e2ee, burn_after_read, content_bytes, chunk_count, data_key, master_key_id, created_at, expires_at';
    const params = [pastes.lookupOf(model?.publicId ?? '')];
    await db.write([
      {
        sql: `${copies} INSERT INTO pastes (id, lookup, ${columns}) SELECT 'expired' || n, 'expired' || n, ${columns} FROM numbers CROSS JOIN pastes WHERE lookup = ?`,
        params,
      },
      {
        sql: `${copies} INSERT INTO paste_chunks (paste_id, seq, encoding, bytes)
          SELECT 'expired' || n, seq, encoding, bytes FROM numbers CROSS JOIN paste_chunks WHERE paste_id = (SELECT id FROM pastes WHERE lookup = ?)`,
        params,
      },
      // Removes the events of the pastes' creation; the test is about their end.
      { sql: 'DELETE FROM webhook_deliveries', params: [] },
    ]);
  });

  const count = async (table: string) => (await pastes.db.read(`SELECT 1 AS one FROM ${table}`)).length;
  const expiredEvents = async () => {
    const rows = await pastes.db.read("SELECT paste_id FROM webhook_deliveries WHERE event = 'paste.expired'");
    return { events: rows.length, pastes: new Set(rows.map((row) => row.paste_id)).size };
  };
  const ALL_DONE = { events: EXPIRED, pastes: EXPIRED };

  /** A worker's cleanup, with a count of the batches it ran and what they removed. */
  function createCleaner(holder: string, overrides: Partial<CleanupOptions> = {}) {
    const stopping = new AbortController();
    const ran = { batches: 0, removed: 0, rests: 0 };
    const options: CleanupOptions = {
      lease: createLease(pastes.db, 'cleanup', holder, CLEANUP_LEASE_MS),
      old: { receipts: { prune: async () => 0 } },
      log: silentLogger,
      async rest() {
        ran.rests += 1;
      },
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

  it('removes all expired pastes with one event each, and nothing else', async () => {
    const cleaner = createCleaner('A');
    await cleaner.run();
    // It rests between batches, and not after the last.
    expect(cleaner.ran).toEqual({ batches: 3, removed: EXPIRED, rests: 2 });
    expect(await count('pastes')).toBe(LIVE);
    expect(await count('paste_chunks')).toBe(LIVE);
    expect(await expiredEvents()).toEqual(ALL_DONE);
  });

  it('does nothing when it runs again', async () => {
    await createCleaner('A').run();
    const second = createCleaner('B');
    await second.run();
    expect(second.ran).toEqual({ batches: 1, removed: 0, rests: 0 });
    expect(await count('pastes')).toBe(LIVE);
    expect(await expiredEvents()).toEqual(ALL_DONE);
  });

  it('runs in one of two workers at a time', async () => {
    const cleaners = [createCleaner('A'), createCleaner('B')];
    await Promise.all(cleaners.map((cleaner) => cleaner.run()));
    expect(cleaners.map(({ ran }) => ran.removed).sort((a, b) => a - b)).toEqual([0, EXPIRED]);
    expect(cleaners.map(({ ran }) => ran.batches).sort((a, b) => a - b)).toEqual([0, 3]);
    expect(await expiredEvents()).toEqual(ALL_DONE);
  });

  it('passes from a frozen worker to another when the lease ends', async () => {
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
    await vi.waitFor(async () => expect(await count('leases')).toBe(1));

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

  it('stops when another worker has taken the lease between batches', async () => {
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

  it('removes each paste once, even in two simultaneous batches', async () => {
    const rounds = await Promise.all(Array.from({ length: 4 }, () => pastes.service.removeExpired()));
    const removed = rounds.reduce((sum, batch) => sum + batch.removed, 0);
    expect(await count('pastes')).toBe(EXPIRED - removed + LIVE);
    expect(await expiredEvents()).toEqual({ events: removed, pastes: removed });
  });

  it('releases its lease when it ends, stops or fails', async () => {
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

  it('rests between batches, and ends the rest when it is stopped', async () => {
    const stopping = new AbortController();
    const nothing = { prune: async () => 0 };
    let batches = 0;
    const removeExpired = async () => {
      batches += 1;
      // The next turn happens during the rest after the batch.
      setImmediate(() => stopping.abort());
      return { removed: 1, more: true };
    };
    const lease = { acquire: async () => true, isHeld: async () => true, release: async () => undefined };
    // The batch seems to take an hour.
    const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(3_600_000);
    try {
      await cleanUp(
        {
          lease,
          pastes: { removeExpired },
          old: { receipts: nothing },
          log: silentLogger,
        },
        stopping.signal,
      );
    } finally {
      clock.mockRestore();
    }
    expect(batches).toBe(1);
  });
});
