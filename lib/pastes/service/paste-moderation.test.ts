/** Effects of an operator's hold and removal on everybody else. Tests set the database's clock. */
import { describe, expect, it } from 'vitest';
import { NotFoundError } from '../../http/errors';
import { CREATED_AT, EXPIRES_AT, NOBODY, newToken, shows, TTL_SECONDS } from '../../testing/credentials';
import { engines } from '../../testing/test-database';
import { contentOf, LEASE_MS, store, type TestPastes, useTestPastes } from '../../testing/test-pastes';

const NOW = CREATED_AT + 1_000;
const TOLD_MS = 90 * 86_400_000;
const MISSING = 'A'.repeat(24);

describe.each(engines)('an operator on %s', (engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, (opened) => (pastes = opened));

  const create = (options: Parameters<typeof store>[2] = {}) =>
    store(pastes.at(CREATED_AT).service, 'a text', { ttlSeconds: TTL_SECONDS, ...options });
  const { moderation, service } = { moderation: () => pastes.at(NOW).moderation, service: () => pastes.at(NOW).service };
  const asAnna = () => ({ principal: pastes.anna, manageToken: null });

  it('holds a paste: nobody reads, claims, changes, lists or copies it', async () => {
    const { publicId } = await create({ owner: pastes.anna, burnAfterRead: true });
    await moderation().hold({ publicId }, 'operator');
    const attempts: (() => Promise<unknown>)[] = [
      () => service().read(publicId),
      () => service().claim(publicId, newToken(), shows()),
      () => service().peek(publicId),
      () => service().describe(publicId),
      () => service().openPage(publicId, { maxBytes: 100, isReader: true }),
      () => service().extend(publicId, 60, asAnna()),
      () => service().remove(publicId, asAnna()),
      () => service().copyOwned(pastes.anna, publicId),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(NotFoundError);
    expect((await service().list(pastes.anna, 100, 0)).map((paste) => paste.publicId)).not.toContain(publicId);
    expect(await moderation().stateOf(publicId)).toBe('held');
  });

  it('holds a paste that a reader has claimed, who is given nothing more', async () => {
    const { publicId } = await create({ burnAfterRead: true });
    const claim = newToken();
    await service().claim(publicId, claim, shows());
    await moderation().hold({ publicId }, 'operator');
    await expect(service().read(publicId, shows({ claim }))).rejects.toThrow(NotFoundError);
    await expect(service().acknowledge(publicId, claim)).rejects.toThrow(NotFoundError);
    await pastes.at(NOW + LEASE_MS).service.removeExpired();
    expect((await pastes.rowsOf(publicId)).pastes).toBe(0);
  });

  it('releases a held paste, which is what it was', async () => {
    const { publicId } = await create({ owner: pastes.anna });
    await moderation().hold({ publicId }, 'operator');
    await moderation().release({ publicId }, 'operator');
    expect(await contentOf(await service().read(publicId))).toBe('a text');
    expect(await moderation().stateOf(publicId)).toBeNull();
    expect((await pastes.rowsOf(publicId)).events).toEqual([]);
  });

  it.each(['as it is', 'while it is held', 'while it is claimed'])(
    'removes a paste %s, and its readers are told for 90 days',
    async (when) => {
      const { publicId } = await create({ burnAfterRead: true, owner: pastes.anna });
      if (when === 'while it is held') await moderation().hold({ publicId }, 'operator');
      if (when === 'while it is claimed') await service().claim(publicId, newToken(), shows());
      await moderation().remove({ publicId }, 'operator');
      // The claim has recorded already that the paste was opened.
      expect(await pastes.rowsOf(publicId)).toEqual({
        pastes: 0,
        chunks: 0,
        events: [when === 'while it is claimed' ? 'burned' : 'removed'],
      });
      expect(await moderation().stateOf(publicId)).toBe('removed');
      expect(await pastes.at(NOW + TOLD_MS - 1).moderation.prune()).toBe(0);
      expect(await pastes.at(NOW + TOLD_MS).moderation.stateOf(publicId)).toBeNull();
      expect(await pastes.at(NOW + TOLD_MS).moderation.prune()).toBe(1);
    },
  );

  it.each([{ burnAfterRead: true }, { maxReads: 3 }])(
    'removes a paste with %o, and its receipt says that it was deleted',
    async (terms) => {
      const { publicId, manageToken } = await create({ ...terms, protect: true });
      await moderation().remove({ publicId }, 'operator');
      const credentials = { ...NOBODY, manageToken: String(manageToken), readToken: null, clientAddress: null };
      expect(await pastes.at(NOW).receipts.find(publicId, credentials)).toMatchObject({ state: 'deleted', at: NOW });
    },
  );

  it('can do nothing about a paste that is missing or has expired', async () => {
    const { publicId } = await create();
    const late = pastes.at(EXPIRES_AT).moderation;
    for (const [id, at] of [
      [MISSING, moderation()],
      [publicId, late],
    ] as const) {
      await expect(at.hold({ publicId: id }, 'operator')).rejects.toThrow(NotFoundError);
      await expect(at.release({ publicId: id }, 'operator')).rejects.toThrow(NotFoundError);
      await expect(at.remove({ publicId: id }, 'operator')).rejects.toThrow(NotFoundError);
      expect(await at.stateOf(id)).toBeNull();
    }
  });

  it('holds once: a second hold, and a release of what is not held, find nothing', async () => {
    const { publicId } = await create();
    await expect(moderation().release({ publicId }, 'operator')).rejects.toThrow(NotFoundError);
    await moderation().hold({ publicId }, 'operator');
    await expect(moderation().hold({ publicId }, 'operator')).rejects.toThrow(NotFoundError);
  });

  it('removing a burn paste while it is read has one outcome', async () => {
    for (let round = 0; round < 20; round++) {
      const { publicId } = await create({ burnAfterRead: true, owner: pastes.anna });
      const [removed, read] = await Promise.allSettled([
        moderation().remove({ publicId }, 'operator'),
        service().read(publicId, { ...NOBODY, ...shows() }),
      ]);
      expect([removed.status, read.status].filter((status) => status === 'fulfilled')).toHaveLength(1);
      for (const result of [removed, read]) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(NotFoundError);
      const { pastes: rows, events } = await pastes.rowsOf(publicId);
      expect([rows, events]).toEqual([0, [removed.status === 'fulfilled' ? 'removed' : 'burned']]);
    }
  });

  it.each(['acknowledged', 'fetched'])('removing a claimed burn paste while it is %s has one outcome', async (how) => {
    for (let round = 0; round < 20; round++) {
      const { publicId } = await create({ burnAfterRead: true, owner: pastes.anna });
      const claim = newToken();
      await service().claim(publicId, claim, shows());
      const [removed, done] = await Promise.allSettled([
        moderation().remove({ publicId }, 'operator'),
        how === 'acknowledged' ? service().acknowledge(publicId, claim) : service().read(publicId, shows({ claim })).then(contentOf),
      ]);
      if (done.status === 'rejected') expect(done.reason).toBeInstanceOf(NotFoundError);
      else if (how === 'fetched') expect(done.value).toBe('a text');
      const isRemoved = removed.status === 'fulfilled';
      // Either an acknowledgement or a removal ends the paste; a fetch leaves it to its claim.
      if (how === 'acknowledged') expect(done.status === 'fulfilled').toBe(!isRemoved);
      else expect(isRemoved).toBe(true);
      expect(await moderation().stateOf(publicId)).toBe(isRemoved ? 'removed' : null);
      // The claim has recorded already that the paste was opened.
      expect(await pastes.rowsOf(publicId)).toMatchObject({ pastes: 0, chunks: 0, events: ['burned'] });
      await expect(service().read(publicId, shows({ claim }))).rejects.toThrow(NotFoundError);
    }
  });
});
