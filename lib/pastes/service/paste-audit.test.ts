/** Pastes in the audit, and what it leaves out. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createAuditService } from '../../audit/audit.service';
import type { Database } from '../../db/database';
import { CREATED_AT, EXPIRES_AT, NOBODY, newToken, shows, TTL_SECONDS } from '../../testing/credentials';
import { engines } from '../../testing/test-database';
import { LEASE_MS, store, type TestPastes, useTestPastes } from '../../testing/test-pastes';

const NOW = CREATED_AT + 1_000;

describe.each(engines)('the audit of pastes on %s', (engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, (opened) => (pastes = opened));
  beforeEach(() =>
    pastes.db.write(['audit', 'pastes', 'burn_receipts', 'removed_pastes'].map((table) => ({ sql: `DELETE FROM ${table}`, params: [] }))),
  );

  const create = (options: Parameters<typeof store>[2] = {}) =>
    store(pastes.at(CREATED_AT).service, 'a text', { ttlSeconds: TTL_SECONDS, ...options });
  const asAnna = () => ({ principal: pastes.anna, manageToken: null });
  const audited = async () => (await createAuditService(pastes.db, pastes.keyring, 365).list({}, 100)).entries;
  const rowId = async (publicId: string) => String((await pastes.rowOf(publicId)).id);

  it('the audit has no creates, reads, burns, claims, reader deletions or expiries', async () => {
    const { service } = pastes.at(NOW);
    const plain = await create();
    await service.read(plain.publicId);
    await service.read((await create({ owner: pastes.anna, burnAfterRead: true })).publicId);
    await service.read((await create({ maxReads: 1 })).publicId);
    const claim = newToken();
    const claimed = await create({ burnAfterRead: true });
    await service.claim(claimed.publicId, claim, shows());
    await service.acknowledge(claimed.publicId, claim);
    await service.remove(plain.publicId, NOBODY);
    await service.remove((await create({ readerMayDelete: true, owner: pastes.anna })).publicId, NOBODY);
    const kept = await create({ protect: true });
    await service.remove(kept.publicId, { principal: null, manageToken: kept.manageToken });
    await create({ owner: pastes.anna });
    await pastes.at(EXPIRES_AT).service.removeExpired();
    expect(await audited()).toEqual([]);
  });

  it('says that an owner deleted a paste, also one that a reader has claimed', async () => {
    const { service } = pastes.at(NOW);
    const owned = await create({ owner: pastes.anna });
    const claimed = await create({ owner: pastes.anna, burnAfterRead: true });
    const ids = [await rowId(claimed.publicId), await rowId(owned.publicId)];
    await service.remove(owned.publicId, asAnna());
    await pastes.at(NOW + 1).service.claim(claimed.publicId, newToken(), shows());
    await pastes.at(NOW + 2).service.remove(claimed.publicId, asAnna());
    const by = { actor: 'user', userId: pastes.anna.userId, userName: 'anna', action: 'paste.deleted' };
    expect(await audited()).toMatchObject([
      { ...by, objectId: ids[0], details: { publicId: claimed.publicId } },
      { ...by, objectId: ids[1], details: { publicId: owned.publicId } },
    ]);
  });

  it('the audit has each act of operators and administrators on a paste once', async () => {
    const { publicId } = await create();
    const id = await rowId(publicId);
    const { moderation } = pastes.at(NOW);
    await moderation.hold({ publicId }, 'operator');
    await expect(moderation.hold({ publicId }, 'operator')).rejects.toThrow();
    await pastes.at(NOW + 1).moderation.release({ id }, pastes.bert);
    await expect(moderation.release({ id }, pastes.bert)).rejects.toThrow();
    await pastes.at(NOW + 2).moderation.remove({ id }, pastes.bert);
    await expect(moderation.remove({ publicId }, 'operator')).rejects.toThrow();
    // Only entries about pastes that are gone have the public id, which is the right to read.
    expect(
      (await audited()).map(({ at, actor, userId, action, objectId, details }) => [at, actor, userId, action, objectId, details]),
    ).toEqual([
      [NOW + 2, 'user', pastes.bert.userId, 'paste.removed', id, { publicId }],
      [NOW + 1, 'user', pastes.bert.userId, 'paste.released', id, {}],
      [NOW, 'operator', null, 'paste.held', id, {}],
    ]);
  });

  it('the audit names each of many pastes deleted at once, with or without an owner', async () => {
    const made = [await create(), await create({ owner: pastes.anna }), await create({ owner: pastes.bert })];
    const gone = await create();
    await pastes.at(NOW).service.remove(gone.publicId, NOBODY);
    await pastes.at(NOW).service.removeMeant({}, true, 'operator');
    expect(await audited()).toEqual([]);
    expect(await pastes.at(NOW).service.removeMeant({}, false, 'operator')).toBe(3);
    const named = (await audited()).map(({ action, details }) => [action, details.publicId]);
    expect(named.toSorted()).toEqual(made.map(({ publicId }) => ['paste.deleted', publicId]).toSorted());
  });

  it('is there with what it tells of, or neither is', async () => {
    const broken: Database = {
      ...pastes.db,
      write: (statements) =>
        pastes.db.write(
          statements.map((one) => (one.sql.includes('INTO audit') ? { ...one, sql: 'INSERT INTO nowhere VALUES (1)', params: [] } : one)),
        ),
    };
    const { publicId } = await create({ owner: pastes.anna });
    const held = await create();
    await pastes.at(NOW).moderation.hold({ publicId: held.publicId }, 'operator');
    const claimed = await create({ owner: pastes.anna, burnAfterRead: true });
    await pastes.at(NOW).service.claim(claimed.publicId, newToken(), shows());
    const { service, moderation } = pastes.at(NOW, broken, LEASE_MS);
    const before = await pastes.db.read('SELECT id, chunk_count, held_at FROM pastes ORDER BY id');
    const attempts = [
      () => service.remove(publicId, asAnna()),
      () => service.remove(claimed.publicId, asAnna()),
      () => service.removeAny(publicId, 'operator'),
      () => service.removeMeant({ owner: pastes.anna.userId }, false, 'operator'),
      () => moderation.hold({ publicId }, 'operator'),
      () => moderation.release({ publicId: held.publicId }, 'operator'),
      () => moderation.remove({ publicId }, 'operator'),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(/nowhere/);
    expect(await pastes.db.read('SELECT id, chunk_count, held_at FROM pastes ORDER BY id')).toEqual(before);
    expect(await pastes.db.read('SELECT id FROM removed_pastes')).toEqual([]);
    expect(await audited()).toHaveLength(1);
  });
});
