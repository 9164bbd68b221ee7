/** A change of an owned paste and its event are both stored, or neither. */
import { describe, expect, it } from 'vitest';
import { type Database, only } from '../../db/database';
import { openIdAndTitle } from '../../outbox/event-paste';
import { engines } from '../../testing/test-database';
import { store, type TestPastes, useTestPastes } from '../../testing/test-pastes';
import { CHUNK_BYTES } from '../storage/paste-content';

describe.each(engines)('a paste and its events on %s', (engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, (opened) => (pastes = opened));

  const asAnna = () => ({ principal: pastes.anna, manageToken: null });
  const count = async (table: string) => (await pastes.db.read(`SELECT 1 AS one FROM ${table}`)).length;
  const run = async (sql: string) => void (await pastes.db.write([{ sql, params: [] }]));

  it('creating records what the paste is, once', async () => {
    const { publicId, expiresAt } = await store(pastes.service, 'text', { owner: pastes.anna, ttlSeconds: 60, burnAfterRead: true });
    const events = await pastes.eventsOf(publicId);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ event: 'paste.created', reason: null, status: 'pending', attempts: 0, paste_expires_at: expiresAt });
  });

  it('an anonymous paste has nobody to tell: no event ever', async () => {
    const { publicId } = await store(pastes.service, 'text', { burnAfterRead: true });
    await pastes.service.read(publicId);
    expect(await pastes.eventsOf(publicId)).toEqual([]);
  });

  it('an owner without webhooks leaves no event, whatever happens to the paste', async () => {
    const options = { owner: pastes.bert, ttlSeconds: 60 };
    const burned = await store(pastes.service, 'text', { ...options, burnAfterRead: true });
    const deleted = await store(pastes.service, 'text', options);
    const expired = await store(pastes.at(0).service, 'text', options);
    await pastes.service.read(burned.publicId);
    await pastes.service.remove(deleted.publicId, { principal: pastes.bert, manageToken: null });
    await pastes.service.removeExpired();
    for (const { publicId } of [burned, deleted, expired]) {
      expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 0, chunks: 0, events: [] });
      expect(await pastes.eventsOf(publicId)).toEqual([]);
    }
  });

  describe.each([
    ['switched off', 'is_active = FALSE', []],
    ['subscribed to deletions only', 'on_created = FALSE, on_expired = FALSE', ['burned', 'deleted']],
    ['subscribed to creations only', 'on_deleted = FALSE, on_expired = FALSE', ['paste.created']],
    ['subscribed to expiries only', 'on_created = FALSE, on_deleted = FALSE', ['paste.expired']],
  ])('to a webhook %s', (_, change, told) => {
    it(`is told: ${told.join(', ') || 'nothing'}`, async () => {
      await run(`UPDATE webhook_endpoints SET ${change}`);
      const before = new Set((await pastes.db.read('SELECT id FROM webhook_deliveries')).map(({ id }) => id));
      const options = { owner: pastes.anna, ttlSeconds: 60 };
      const burned = await store(pastes.service, 'text', { ...options, burnAfterRead: true });
      const deleted = await store(pastes.service, 'text', options);
      await store(pastes.at(0).service, 'text', options);
      await pastes.service.read(burned.publicId);
      await pastes.service.remove(deleted.publicId, asAnna());
      await pastes.service.removeExpired();
      const events = (await pastes.db.read('SELECT id, event, reason FROM webhook_deliveries')).filter(({ id }) => !before.has(id ?? null));
      expect([...new Set(events.map(({ event, reason }) => String(reason ?? event)))].sort()).toEqual(told);
      await run('UPDATE webhook_endpoints SET is_active = TRUE, on_created = TRUE, on_deleted = TRUE, on_expired = TRUE');
    });
  });

  it("an event carries the paste's title where there is one to tell, and never a key", async () => {
    const told = async (publicId: string) => {
      const row = only(await pastes.eventsOf(publicId));
      expect(Object.keys(row).filter((column) => column.includes('key'))).toEqual([]);
      return openIdAndTitle(pastes.keyring, row);
    };
    const options = { owner: pastes.anna };
    for (const [title, isE2ee, expected] of [
      ['a title', false, 'a title'],
      ['', false, ''],
      ['a title', true, ''],
    ] as const) {
      const { publicId } = await store(pastes.service, 'text', { ...options, title, isE2ee });
      expect(await told(publicId)).toEqual({ publicId, title: expected });
    }
  });

  describe('when the event cannot be recorded', () => {
    const refuse = () =>
      run(
        engine === 'sqlite'
          ? "CREATE TRIGGER refused BEFORE INSERT ON webhook_deliveries BEGIN SELECT RAISE(ABORT, 'refused'); END"
          : 'ALTER TABLE webhook_deliveries ADD CONSTRAINT refused CHECK (false) NOT VALID',
      );
    const allow = () => run(engine === 'sqlite' ? 'DROP TRIGGER refused' : 'ALTER TABLE webhook_deliveries DROP CONSTRAINT refused');
    const whileRefused = async <Result>(act: () => Promise<Result>): Promise<Result> => {
      await refuse();
      try {
        return await act();
      } finally {
        await allow();
      }
    };

    it.each([
      ['one piece', 'text'],
      ['several pieces', 'text'.repeat(CHUNK_BYTES)],
    ])('a paste of %s is not created', async (_, content) => {
      const before = { pastes: await count('pastes'), chunks: await count('paste_chunks') };
      await expect(whileRefused(() => store(pastes.service, content, { owner: pastes.anna }))).rejects.toThrow(/refused/);
      expect({ pastes: await count('pastes'), chunks: await count('paste_chunks') }).toEqual(before);
    });

    it('a paste is neither burned, deleted nor expired, and each works once it can', async () => {
      const options = { owner: pastes.anna, ttlSeconds: 60 };
      const burn = await store(pastes.service, 'text', { ...options, burnAfterRead: true });
      const owned = await store(pastes.service, 'text', options);
      const expired = await store(pastes.at(0).service, 'text', options);
      const acts: Record<string, () => Promise<unknown>> = {
        [burn.publicId]: () => pastes.service.read(burn.publicId),
        [owned.publicId]: () => pastes.service.remove(owned.publicId, asAnna()),
        [expired.publicId]: () => pastes.service.removeExpired(),
      };
      for (const [publicId, act] of Object.entries(acts)) {
        await expect(whileRefused(act)).rejects.toThrow(/refused/);
        expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 1, chunks: 1, events: [] });
      }
      for (const act of Object.values(acts)) await act();
      expect((await pastes.rowsOf(burn.publicId)).events).toEqual(['burned']);
      expect((await pastes.rowsOf(owned.publicId)).events).toEqual(['deleted']);
      expect((await pastes.rowsOf(expired.publicId)).events).toEqual(['paste.expired']);
    });

    it('a paste whose event is refused keeps no anonymous paste from being created', async () => {
      await expect(whileRefused(() => store(pastes.service, 'text'))).resolves.toMatchObject({ isE2ee: false });
    });
  });

  describe('when the paste expires between the statements that change it', () => {
    /** A clock that stands still within a statement and moves on by a millisecond after each. */
    const CLOCK = "(SELECT expires_at FROM leases WHERE name = 'clock')";
    const tick = { sql: "UPDATE leases SET expires_at = expires_at + 1 WHERE name = 'clock'", params: [] };
    const setClock = (ms: number) =>
      run(`INSERT INTO leases (name, holder, expires_at) VALUES ('clock', 'test', ${ms})
        ON CONFLICT (name) DO UPDATE SET expires_at = excluded.expires_at`);
    const ticking = (db: Database): Database => ({
      ...db,
      write: async (statements) => {
        const results = await db.write(statements.flatMap((statement) => [statement, tick]));
        return results.filter((_, index) => index % 2 === 0);
      },
    });

    it.each(['burn', 'remove'] as const)('%s changes nothing and tells nobody, and cleanup tells of the expiry', async (change) => {
      const { repository, service } = pastes.at(CLOCK, ticking(pastes.db));
      for (const left of [0, 1, 2, 3]) {
        await setClock(0);
        const { publicId, expiresAt } = await store(service, 'text', { owner: pastes.anna, ttlSeconds: 1, burnAfterRead: true });
        await setClock(Number(expiresAt) - left);
        const id = String((await pastes.rowOf(publicId)).id);
        const changed = await repository[change]({ id, endsByReading: true, hasSubscribers: true }, null);
        const told = change === 'burn' ? 'burned' : 'deleted';
        const kept = { pastes: 1, chunks: 1, events: [] };
        expect(await pastes.rowsOf(publicId)).toEqual(changed ? { pastes: 0, chunks: 0, events: [told] } : kept);
        await setClock(Number(expiresAt));
        await service.removeExpired();
        expect((await pastes.rowsOf(publicId)).events).toEqual([changed ? told : 'paste.expired']);
      }
    });
  });
});
