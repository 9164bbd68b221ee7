/** Events that an owner's webhook names: who is told, how often, and what it costs those who don't name them. */
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, DAY_SECONDS, MINUTE_MS } from '../../encoding/time.rules';
import { explain, notingDatabase, wholeTable } from '../../testing/plans';
import { engines } from '../../testing/test-database';
import { store, type TestPastes, useTestPastes } from '../../testing/test-pastes';
import type { PasteService } from './paste.service';

/** A time to which the clock is set, in ms since 1970. */
const NOON = Date.UTC(2026, 10, 21, 12);

describe.each(engines)('events that owners name on %s', (engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, (opened) => (pastes = opened));
  const run = async (sql: string) => void (await pastes.db.write([{ sql, params: [] }]));
  beforeEach(async () => {
    for (const table of ['webhook_deliveries', 'pastes']) await run(`DELETE FROM ${table}`);
    await run('UPDATE webhook_endpoints SET is_active = TRUE, on_created = FALSE, on_read = TRUE, on_expiring = TRUE');
  });

  /** The events about all pastes, in the order of their times. */
  const told = async () =>
    (await pastes.db.read('SELECT event, reason, created_at FROM webhook_deliveries ORDER BY created_at')).map(
      ({ event, reason, created_at }) => [reason ?? event, Number(created_at)],
    );
  /** The events that were told, without their times. */
  const events = async () => (await told()).map(([event]) => event);

  async function readAt(now: number | string, publicId: string, service: PasteService = pastes.at(now).service): Promise<void> {
    await service.read(publicId);
    await service.flush();
  }

  describe('paste.read', () => {
    it('tells of a read at most once a minute and paste', async () => {
      const [one, other] = [
        await store(pastes.at(NOON).service, 'text', { owner: pastes.anna }),
        await store(pastes.at(NOON).service, 'text', { owner: pastes.anna }),
      ];
      for (const at of [0, 1, MINUTE_MS - 1, MINUTE_MS, MINUTE_MS + 1]) await readAt(NOON + at, one?.publicId ?? '');
      await readAt(NOON + 2, other?.publicId ?? '');
      expect(await told()).toEqual([
        ['paste.read', NOON],
        ['paste.read', NOON + 2],
        ['paste.read', NOON + MINUTE_MS],
      ]);
    });

    it('tells once when processes write the reads of one paste at the same moment', async () => {
      const { publicId } = await store(pastes.at(NOON).service, 'text', { owner: pastes.anna });
      await Promise.all(Array.from({ length: 6 }, () => readAt(NOON, publicId)));
      expect(await events()).toEqual(['paste.read']);
      expect(Number((await pastes.rowOf(publicId)).view_count)).toBe(6);
    });

    it('tells of each counted read but the last of a paste with a number of reads', async () => {
      const { publicId } = await store(pastes.service, 'text', { owner: pastes.anna, maxReads: 2 });
      await readAt(NOON, publicId);
      expect(await events()).toEqual(['paste.read']);
      await readAt(NOON + MINUTE_MS, publicId);
      expect((await events()).toSorted()).toEqual(['paste.read', 'read']);
    });

    it('is for owners who name it, and for what counts as a read', async () => {
      const { service } = pastes;
      const other = await store(service, 'text', { owner: pastes.bert });
      const anonymous = await store(service, 'text');
      for (const { publicId } of [other, anonymous]) await readAt(pastes.db.dialect.now, publicId, service);
      const burning = await store(service, 'text', { owner: pastes.anna, burnAfterRead: true });
      await readAt(pastes.db.dialect.now, burning.publicId, service);
      const { publicId } = await store(service, 'text', { owner: pastes.anna });
      const looks = { maxBytes: 100, isReader: true, viewer: pastes.anna };
      await service.openPage(publicId, looks);
      await service.openPage(publicId, { ...looks, isReader: false, viewer: null });
      await service.copyOwned(pastes.anna, publicId);
      await service.describe(publicId);
      await service.flush();
      expect(await events()).toEqual(['burned']);
      await service.openPage(publicId, { ...looks, viewer: pastes.bert });
      await service.flush();
      expect((await events()).toSorted()).toEqual(['burned', 'paste.read']);
    });

    it('costs a read nothing, and other owners one query for all reads of a second', async () => {
      const { noting, statements } = notingDatabase(pastes.db);
      const { service } = pastes.at(pastes.db.dialect.now, noting);
      const made = await Promise.all(Array.from({ length: 5 }, () => store(service, 'text', { owner: pastes.bert })));
      statements.length = 0;
      for (const { publicId } of made) await service.read(publicId);
      // Reads of pastes are `readEach`, which is not noted.
      expect(statements).toEqual([]);
      await service.flush();
      expect(statements.map(({ sql }) => sql.split(' ')[0])).toEqual(['SELECT', ...made.map(() => 'UPDATE')]);
      const [query] = statements;
      // PostgreSQL rightly scans a table that is so small.
      if (engine === 'sqlite') expect(query && (await explain(pastes.db, query))).not.toMatch(wholeTable(pastes.db, 'pastes', 'p'));
    });

    it('waits with its view while neither can be written, and is written with it later', async () => {
      const { publicId } = await store(pastes.service, 'text', { owner: pastes.anna });
      await refuse();
      await readAt(pastes.db.dialect.now, publicId, pastes.service);
      await allow();
      expect([await events(), Number((await pastes.rowOf(publicId)).view_count)]).toEqual([[], 0]);
      await pastes.service.flush();
      expect([await events(), Number((await pastes.rowOf(publicId)).view_count)]).toEqual([['paste.read'], 1]);
    });
  });

  const refuse = () =>
    run(
      engine === 'sqlite'
        ? "CREATE TRIGGER refused BEFORE INSERT ON webhook_deliveries BEGIN SELECT RAISE(ABORT, 'refused'); END"
        : 'ALTER TABLE webhook_deliveries ADD CONSTRAINT refused CHECK (false) NOT VALID',
    );
  const allow = () => run(engine === 'sqlite' ? 'DROP TRIGGER refused' : 'ALTER TABLE webhook_deliveries DROP CONSTRAINT refused');

  describe('paste.expiring', () => {
    const tellAt = (now: number) => pastes.at(now).service.notifyExpiring();
    const storeAt = (ttlSeconds: number, fields: Parameters<typeof store>[2] = { owner: pastes.anna }) =>
      store(pastes.at(NOON).service, 'text', { ttlSeconds, ...fields });

    it.each([
      ['never for a life of a second less than a day', DAY_SECONDS - 1, []],
      ['at once for a life of a day', DAY_SECONDS, [0]],
      ['a day before the end of a longer life', DAY_SECONDS + 60, [MINUTE_MS]],
    ])('tells %s', async (_, ttlSeconds, times) => {
      await storeAt(ttlSeconds);
      for (const at of [0, 1, MINUTE_MS - 1, MINUTE_MS, 2 * MINUTE_MS, DAY_MS]) await tellAt(NOON + at);
      expect(await told()).toEqual(times.map((at) => ['paste.expiring', NOON + at]));
    });

    it('tells once, by however many workers, and not again after the paste was extended', async () => {
      const { publicId } = await storeAt(DAY_SECONDS);
      await storeAt(DAY_SECONDS);
      await Promise.all(Array.from({ length: 6 }, () => tellAt(NOON + 1)));
      expect(await events()).toEqual(['paste.expiring', 'paste.expiring']);
      const { service } = pastes.at(NOON + 2);
      await service.extend(publicId, DAY_SECONDS, { principal: pastes.anna, manageToken: null });
      await tellAt(NOON + DAY_MS + 1);
      expect(await events()).toHaveLength(2);
    });

    it('waits for the later end of a paste that was extended before', async () => {
      const { publicId } = await storeAt(DAY_SECONDS + 60);
      await pastes.at(NOON).service.extend(publicId, 60, { principal: pastes.anna, manageToken: null });
      for (const at of [MINUTE_MS, 2 * MINUTE_MS - 1, 2 * MINUTE_MS]) await tellAt(NOON + at);
      expect(await told()).toEqual([['paste.expiring', NOON + 2 * MINUTE_MS]]);
    });

    it('tells nobody of pastes without an owner, of others’ and of those for ever', async () => {
      await storeAt(DAY_SECONDS, { owner: null });
      await storeAt(DAY_SECONDS, { owner: pastes.bert });
      await storeAt(DAY_SECONDS, { owner: pastes.anna, ttlSeconds: null });
      expect(await tellAt(NOON)).toEqual({ announced: 0, more: false });
      expect(await events()).toEqual([]);
    });

    it('is recorded and marked together: what could not be told is told by the next', async () => {
      await storeAt(DAY_SECONDS);
      await refuse();
      await expect(tellAt(NOON)).rejects.toThrow(/refused/);
      await allow();
      expect(await events()).toEqual([]);
      await tellAt(NOON + 1);
      expect(await told()).toEqual([['paste.expiring', NOON + 1]]);
    });

    it('is found by an index, whatever else is stored', async () => {
      await storeAt(DAY_SECONDS);
      const { noting, statements } = notingDatabase(pastes.db);
      await pastes.at(NOON, noting).service.notifyExpiring();
      const [query] = statements;
      const plan = (query && (await explain(pastes.db, query))) ?? '';
      expect(plan).not.toMatch(wholeTable(pastes.db, 'pastes', 'p'));
    });
  });
});
