/** Pastes for administrators. Tests set the database's clock. */
import { beforeEach, describe, expect, it } from 'vitest';
import { newToken, shows } from '../../testing/credentials';
import { engines } from '../../testing/test-database';
import { store, type TestPastes, useTestPastes } from '../../testing/test-pastes';
import { shortened } from '../paste.rules';
import { createPasteLookup } from '../storage/paste-lookup';
import { createOversight } from './paste-oversight';

const HOUR_MS = 3_600_000;

describe.each(engines)('the list of all pastes on %s', (engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, (opened) => (pastes = opened));
  beforeEach(() => pastes.db.write([{ sql: 'DELETE FROM pastes', params: [] }]));

  const now = Date.now();
  const oversight = (at: number = now) => {
    const db = { ...pastes.db, dialect: { ...pastes.db.dialect, now: String(at) } };
    return createOversight(db, createPasteLookup(pastes.keyring));
  };
  const create = (options: Parameters<typeof store>[2] = {}, at: number = now) =>
    store(pastes.at(at).service, 'canary', { title: 'canary', ttlSeconds: 7_200, ...options });
  const idOf = async (publicId: string) => String((await pastes.rowOf(publicId)).id);
  const listed = async (filter: Parameters<ReturnType<typeof createOversight>['list']>[0]) =>
    (await oversight().list(filter, 10, '')).pastes.map(({ id }) => id);

  it('shows neither title nor content, and too little of the public id to read by', async () => {
    const { publicId } = await create({ owner: pastes.anna });
    const { pastes: found } = await oversight().list({}, 10, '');
    expect(found).toMatchObject([
      { id: await idOf(publicId), shortId: shortened(publicId), ownerName: 'anna', contentBytes: 6, heldAt: null, isClaimed: false },
    ]);
    expect(found[0]?.shortId).toHaveLength(9);
    expect(JSON.stringify(found)).not.toMatch(new RegExp(`canary|${publicId}`));
    expect(await oversight().find(publicId)).toEqual(found[0]);
    expect(await oversight().findRow(String(found[0]?.id))).toEqual(found);
  });

  it('is filtered by owner, hold and the time at which they were made', async () => {
    const ofAnna = await idOf((await create({ owner: pastes.anna })).publicId);
    const ofNobody = await create({}, now - HOUR_MS);
    const nobody = await idOf(ofNobody.publicId);
    await pastes.at(now).moderation.hold({ publicId: ofNobody.publicId }, 'operator');
    expect(await listed({ owner: pastes.anna.userId })).toEqual([ofAnna]);
    expect(await listed({ owner: null })).toEqual([nobody]);
    expect(await listed({ owner: pastes.bert.userId })).toEqual([]);
    expect(await listed({ isHeld: true })).toEqual([nobody]);
    expect(await listed({ createdFrom: now })).toEqual([ofAnna]);
    expect(await listed({ createdBefore: now })).toEqual([nobody]);
    expect(await listed({ createdFrom: now + 1 })).toEqual([]);
  });

  it('has what is held or claimed, and nothing that has expired', async () => {
    const claimed = await create({ burnAfterRead: true });
    await pastes.at(now).service.claim(claimed.publicId, newToken(), shows());
    expect(await oversight().find(claimed.publicId)).toMatchObject({ isClaimed: true });
    const { publicId } = await create();
    await pastes.at(now).moderation.hold({ publicId }, 'operator');
    expect(await oversight().find(publicId)).toMatchObject({ heldAt: now });
    expect(await oversight(now + 2 * HOUR_MS).find(publicId)).toBeNull();
    expect((await oversight(now + 2 * HOUR_MS).list({}, 10, '')).pastes).toEqual([]);
  });

  it('is paged without gaps or repeats', async () => {
    for (let count = 0; count < 5; count++) await create();
    const seen: string[] = [];
    for (let before = ''; ; ) {
      const page = await oversight().list({}, 2, before);
      seen.push(...page.pastes.map(({ id }) => id));
      if (page.next === null) break;
      before = page.next;
    }
    expect(seen).toHaveLength(5);
    expect((await oversight().list({}, 5, '')).next).toBeNull();
    expect(seen).toEqual([...new Set(seen)].toSorted().toReversed());
    expect((await oversight().list({}, 2, 'not a cursor')).pastes.map(({ id }) => id)).toEqual(seen.slice(0, 2));
  });
});
