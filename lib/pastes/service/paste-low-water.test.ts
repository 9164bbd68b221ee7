/** Tests where cleanup begins to look while index entries of removed rows remain. */
import { describe, expect, it } from 'vitest';
import type { Database } from '../../db/database';
import { engines } from '../../testing/test-database';
import { store, type TestPastes, useTestPastes } from '../../testing/test-pastes';
import { createLowWaterMark } from './paste-removal';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('the low-water mark', () => {
  it('the low-water mark stays a minute behind removed pastes and never goes back', () => {
    const mark = createLowWaterMark(() => 0);
    expect(mark.read()).toBe(0);
    mark.advance(HOUR_MS);
    expect(mark.read()).toBe(59 * MINUTE_MS);
    mark.advance(30 * MINUTE_MS);
    expect(mark.read()).toBe(59 * MINUTE_MS);
  });

  it('is forgotten every hour, so that nothing stays behind it for good', () => {
    let now = 0;
    const mark = createLowWaterMark(() => now);
    mark.advance(HOUR_MS);
    now = HOUR_MS - 1;
    expect(mark.read()).toBeGreaterThan(0);
    now = HOUR_MS;
    expect(mark.read()).toBe(0);
  });
});

describe.each(engines)('cleanup on %s', (engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, (opened) => (pastes = opened));

  it('does not look again among what it has removed', async () => {
    const since: unknown[] = [];
    const read: Database['read'] = (sql, params = []) => {
      if (sql.includes('ORDER BY p.expires_at')) since.push(params[0]);
      return pastes.db.read(sql, params);
    };
    const { service } = pastes.at(pastes.db.dialect.now, { ...pastes.db, read });
    const { expiresAt } = await store(service, 'text', { ttlSeconds: 3_600 });
    await pastes.db.write([{ sql: `UPDATE pastes SET expires_at = ${pastes.db.dialect.now} - 1`, params: [] }]);
    expect(await service.removeExpired()).toEqual({ removed: 1, more: false });
    await service.removeExpired();
    expect(since[0]).toBe(0);
    // An hour and a minute before the paste would have expired.
    expect(Math.abs(Number(since[1]) - ((expiresAt ?? 0) - HOUR_MS - MINUTE_MS))).toBeLessThan(MINUTE_MS / 2);
  });
});
