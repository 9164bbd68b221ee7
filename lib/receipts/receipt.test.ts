/** Receipts: their words, how long they last, and who gets them. Tests set the database's clock. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Statement } from '../db/database';
import { NotFoundError } from '../http/errors';
import { CREATED_AT, EXPIRES_AT, NOBODY, newToken, readProofOf, shows, TTL_SECONDS } from '../testing/credentials';
import { explain, notingDatabase } from '../testing/plans';
import { engines } from '../testing/test-database';
import { RECEIPT_DAYS, store, type TestPastes, useTestPastes } from '../testing/test-pastes';
import { pasteIdPlace, sealValue } from '../vault/vault';
import type { ReceiptCredentials } from './receipt.service';

const CHANGED_AT = CREATED_AT + 5_000;
const KEPT_MS = RECEIPT_DAYS * 86_400_000;
const UNKNOWN: ReceiptCredentials = { ...NOBODY, readToken: null, clientAddress: null };

describe.each(engines)('the receipt of a burn paste on %s', (engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, (opened) => (pastes = opened));

  const create = (options: Parameters<typeof store>[2] = {}) =>
    store(pastes.at(CREATED_AT).service, 'a secret', { burnAfterRead: true, ttlSeconds: TTL_SECONDS, ...options });
  const find = (publicId: string, credentials: Partial<ReceiptCredentials>, now = CHANGED_AT) =>
    pastes.at(now).receipts.find(publicId, { ...UNKNOWN, ...credentials });
  const claim = newToken();

  const changes: [string, string, number, (publicId: string, manageToken: string) => Promise<unknown>][] = [
    ['read', 'opened', CHANGED_AT, (publicId) => pastes.at(CHANGED_AT).service.read(publicId)],
    ['claimed', 'opened', CHANGED_AT, (publicId) => pastes.at(CHANGED_AT).service.claim(publicId, claim, shows())],
    [
      'deleted',
      'deleted',
      CHANGED_AT,
      (publicId, manageToken) => pastes.at(CHANGED_AT).service.remove(publicId, { principal: null, manageToken }),
    ],
    ['expired and not yet removed', 'expired', EXPIRES_AT, async () => undefined],
    ['expired and removed', 'expired', EXPIRES_AT, () => pastes.at(EXPIRES_AT + 4_000).service.removeExpired()],
  ];

  it.each(changes)('when it is %s says: %s, and when', async (_, state, at, change) => {
    const { publicId, manageToken } = await create({ protect: true });
    expect(await find(publicId, { manageToken }, EXPIRES_AT - 1)).toMatchObject({
      publicId,
      state: 'created',
      createdAt: CREATED_AT,
      at: CREATED_AT,
    });
    await change(publicId, String(manageToken));
    const told = { publicId, state, createdAt: CREATED_AT, at };
    for (const now of [EXPIRES_AT, EXPIRES_AT + 4_000]) expect(await find(publicId, { manageToken }, now)).toMatchObject(told);
    // The end of a lease, and the cleanup after it, change nothing.
    const later = EXPIRES_AT + 86_400_000;
    await pastes.at(later).service.removeExpired();
    expect(await find(publicId, { manageToken }, later)).toMatchObject(told);
  });

  it('a receipt is removed when its time is over, and never while its paste is there', async () => {
    const [read, waiting] = [await create({ protect: true }), await create({ protect: true, ttlSeconds: 31_536_000 })];
    await pastes.at(CHANGED_AT).service.read(read.publicId);
    const end = CHANGED_AT + KEPT_MS;
    expect(await find(read.publicId, read, end - 1)).toMatchObject({ state: 'opened' });
    await expect(find(read.publicId, read, end)).rejects.toThrow(NotFoundError);
    const rows = async ({ publicId }: { publicId: string }) =>
      (await pastes.db.read('SELECT id FROM burn_receipts WHERE lookup = ?', [pastes.lookupOf(publicId)])).length;
    await pastes.at(end - 1).receipts.prune();
    expect(await rows(read)).toBe(1);
    await pastes.at(end).receipts.prune();
    expect([await rows(read), await rows(waiting)]).toEqual([0, 1]);
    expect(await find(waiting.publicId, waiting, end)).toMatchObject({ state: 'created' });
  });

  it('is pruned by the index, at most a batch at a time', async () => {
    await pastes.db.write([
      {
        sql: `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 600)
          INSERT INTO burn_receipts (id, lookup, id_sealed, created_at, outcome, outcome_at, keep_until) SELECT 'old' || n, 'old' || n, '', 0, 'opened', 0, 1 FROM numbers`,
        params: [],
      },
    ]);
    const { receipts } = pastes.at(2);
    expect([await receipts.prune(), await receipts.prune(), await receipts.prune()]).toEqual([500, 100, 0]);
  });

  it('owner, manage token and key give the receipt, also later; others find none', async () => {
    const token = newToken();
    const readProof = readProofOf(token);
    const paste = await create({ owner: pastes.anna, protect: true, isE2ee: true, readProof });
    const mayKnow: Partial<ReceiptCredentials>[] = [{ principal: pastes.anna }, { manageToken: paste.manageToken }, { readToken: token }];
    const mayNot: Partial<ReceiptCredentials>[] = [
      {},
      { principal: pastes.bert },
      { manageToken: 'x' },
      { manageToken: token },
      { readToken: newToken() },
      { readToken: readProof },
      { readToken: 'x' },
    ];
    const expectTold = async (state: string) => {
      for (const credentials of mayKnow) expect(await find(paste.publicId, credentials)).toMatchObject({ state });
      for (const credentials of mayNot) await expect(find(paste.publicId, credentials)).rejects.toThrow(NotFoundError);
    };
    await expectTold('created');
    await pastes.at(CHANGED_AT).service.read(paste.publicId, { readToken: token, claim: null, clientAddress: null });
    await expectTold('opened');
  });

  describe('in its owner’s list of those that ended', () => {
    const LATER = CREATED_AT + 1_000_000;
    const owned = (createdAt: number, ttlSeconds: number | null = null) =>
      store(pastes.at(createdAt).service, 'a secret', {
        burnAfterRead: true,
        owner: pastes.bert,
        ...(ttlSeconds === null ? {} : { ttlSeconds }),
      });
    const endedOf = (now: number, owner = pastes.bert, limit = 100) => pastes.at(now).receipts.listEnded(owner, limit);
    beforeEach(async () => {
      await pastes.db.write(['burn_receipts', 'pastes'].map((table) => ({ sql: `DELETE FROM ${table}`, params: [] })));
    });

    it('an owner’s list has opened, expired and deleted pastes, latest first', async () => {
      const [opened, expired, deleted, unread] = [
        await owned(CREATED_AT),
        await owned(CREATED_AT, TTL_SECONDS),
        await owned(CREATED_AT),
        await owned(CREATED_AT),
      ];
      await pastes.at(EXPIRES_AT - 10).service.read(opened.publicId);
      await pastes.at(EXPIRES_AT + 10).service.remove(deleted.publicId, { principal: pastes.bert, manageToken: null });
      const told = [
        { publicId: deleted.publicId, createdAt: CREATED_AT, state: 'deleted', at: EXPIRES_AT + 10 },
        { publicId: expired.publicId, createdAt: CREATED_AT, state: 'expired', at: EXPIRES_AT },
        { publicId: opened.publicId, createdAt: CREATED_AT, state: 'opened', at: EXPIRES_AT - 10 },
      ];
      expect(await endedOf(EXPIRES_AT + 20)).toEqual(told);
      await pastes.at(EXPIRES_AT + 30).service.removeExpired();
      expect(await endedOf(EXPIRES_AT + 40)).toEqual(told);
      expect(await endedOf(EXPIRES_AT + 40, pastes.bert, 2)).toEqual(told.slice(0, 2));
      expect(await endedOf(EXPIRES_AT + 40, pastes.anna)).toEqual([]);
      expect(JSON.stringify(told)).not.toContain(unread.publicId);
    });

    it('is there once while its one reader is fetching it, and as long as it is kept', async () => {
      const { publicId } = await owned(CREATED_AT);
      await pastes.at(CHANGED_AT).service.claim(publicId, claim, shows());
      const told = [{ publicId, createdAt: CREATED_AT, state: 'opened', at: CHANGED_AT }];
      // The claimed paste's row exists while the lease runs, and until cleanup.
      for (const now of [CHANGED_AT, CHANGED_AT + 86_400_000, CHANGED_AT + KEPT_MS - 1]) expect(await endedOf(now)).toEqual(told);
      expect(await endedOf(CHANGED_AT + KEPT_MS)).toEqual([]);
    });

    it('is found by an index, among many of many owners', async () => {
      const numbers = 'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)';
      const keepUntil = LATER + KEPT_MS;
      await pastes.db.write([
        {
          sql: `${numbers} INSERT INTO burn_receipts (id, lookup, id_sealed, owner_id, created_at, outcome, outcome_at, keep_until)
            SELECT 'ended' || n, 'ended' || n, '', CASE WHEN n % 2 = 0 THEN ${pastes.anna.userId} ELSE ${pastes.bert.userId} END, 0, 'opened', n, ${keepUntil} FROM numbers`,
          params: [],
        },
        {
          sql: `${numbers} INSERT INTO burn_receipts (id, lookup, id_sealed, owner_id, created_at) SELECT 'unread' || n, 'unread' || n, '', ${pastes.bert.userId}, 0 FROM numbers`,
          params: [],
        },
        {
          sql: `${numbers} INSERT INTO pastes (id, lookup, id_sealed, owner_id, syntax, is_e2ee, burn_after_read, content_bytes, chunk_count, data_key,
              master_key_id, created_at, expires_at)
            SELECT 'paste' || n, 'paste' || n, '', ${pastes.bert.userId}, '', FALSE, n % 2 = 0, 1, 1, ?, '', 0, CASE WHEN n % 1000 = 0 THEN n ELSE ${LATER} + n END FROM numbers`,
          params: [Buffer.alloc(1)],
        },
        ...[19_999, 19_997, 19_995].map((n) => ({
          sql: 'UPDATE burn_receipts SET id_sealed = ? WHERE id = ?',
          params: [sealValue(pastes.keyring, pasteIdPlace(`ended${n}`), `ended${n}`), `ended${n}`],
        })),
      ]);
      expect((await endedOf(LATER, pastes.bert, 3)).map(({ at }) => at)).toEqual([19_999, 19_997, 19_995]);
      const { noting, statements } = notingDatabase(pastes.db);
      await pastes.at(LATER, noting).receipts.listEnded(pastes.bert, 3);
      expect(statements).toHaveLength(1);
      await pastes.db.write([{ sql: 'ANALYZE', params: [] }]);
      const plan = await explain(pastes.db, statements[0] as Statement);
      expect(plan).toContain('burn_receipts_owner_id_outcome_at_id_idx');
      expect(plan).toContain('pastes_expires_at_idx');
      expect(plan).not.toMatch(engine === 'sqlite' ? /SCAN (r|pastes)\b/ : /Seq Scan on (burn_receipts|pastes)/);
    });
  });

  it('a receipt is only of a burn paste that somebody may ask about, without content', async () => {
    const exists = async ({ publicId }: { publicId: string }) =>
      (await pastes.db.read('SELECT id FROM burn_receipts WHERE lookup = ?', [pastes.lookupOf(publicId)])).length === 1;
    expect(await exists(await create())).toBe(false);
    expect(await exists(await create({ burnAfterRead: false, owner: pastes.anna, protect: true }))).toBe(false);
    expect(await exists(await create({ owner: pastes.bert }))).toBe(true);
    const [row] = await pastes.db.read('SELECT * FROM burn_receipts');
    expect(Object.keys(row ?? {}).sort()).toEqual([
      'approved_at',
      'created_at',
      'id',
      'id_sealed',
      'keep_until',
      'last_read_at',
      'lookup',
      'manage_token_hash',
      'max_reads',
      'outcome',
      'outcome_at',
      'owner_id',
      'read_proof',
      'reads',
      'released_at',
    ]);
  });

  it('is begun with the paste or not at all', async () => {
    const [refuse, allow] =
      engine === 'sqlite'
        ? ["CREATE TRIGGER refused BEFORE INSERT ON burn_receipts BEGIN SELECT RAISE(ABORT, 'refused'); END", 'DROP TRIGGER refused']
        : ['ALTER TABLE burn_receipts ADD CONSTRAINT refused CHECK (false) NOT VALID', 'ALTER TABLE burn_receipts DROP CONSTRAINT refused'];
    const count = async () => (await pastes.db.read('SELECT id FROM pastes')).length;
    const before = await count();
    await pastes.db.write([{ sql: refuse, params: [] }]);
    try {
      await expect(create({ protect: true })).rejects.toThrow(/refused/);
    } finally {
      await pastes.db.write([{ sql: allow, params: [] }]);
    }
    expect(await count()).toBe(before);
  });
});
