/** Each statement decides expiry by the database's clock: cleanup runs in these tests only when they call it. */
import { describe, expect, it } from 'vitest';
import { NotFoundError, ValidationError } from '../../http/errors';
import { CREATED_AT, EXPIRES_AT, NOBODY, TTL_SECONDS } from '../../testing/credentials';
import { engines } from '../../testing/test-database';
import { contentOf, store, type TestPastes, useTestPastes } from '../../testing/test-pastes';
import { LAST_EXPIRY_MS } from '../paste.rules';

describe.each(engines)('the expiry of a paste on %s', (engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, (opened) => (pastes = opened));

  const create = (options: Parameters<typeof store>[2] = {}) =>
    store(pastes.at(CREATED_AT).service, 'text', { ttlSeconds: TTL_SECONDS, ...options });
  const asAnna = () => ({ principal: pastes.anna, manageToken: null });
  const isListed = async (now: number, publicId: string) =>
    (await pastes.at(now).service.list(pastes.anna, 100, 0)).some((paste) => paste.publicId === publicId);

  describe('one millisecond before', () => {
    const NOW = EXPIRES_AT - 1;

    it('everything sees it', async () => {
      const { publicId, expiresAt } = await create({ owner: pastes.anna });
      const { service } = pastes.at(NOW);
      expect(expiresAt).toBe(EXPIRES_AT);
      expect(await contentOf(await service.read(publicId))).toBe('text');
      expect(await service.peek(publicId)).toMatchObject({ publicId });
      expect(await service.describe(publicId)).toMatchObject({ publicId });
      expect(await isListed(NOW, publicId)).toBe(true);
      expect(await service.extend(publicId, 1, asAnna())).toEqual({ expiresAt: EXPIRES_AT + 1000 });
      await service.remove(publicId, asAnna());
      await expect(service.read(publicId)).rejects.toThrow(NotFoundError);
    });

    it('a burn paste is still handed out', async () => {
      const { publicId } = await create({ burnAfterRead: true });
      expect(await contentOf(await pastes.at(NOW).service.read(publicId))).toBe('text');
    });

    it('cleanup leaves it alone', async () => {
      const { publicId } = await create({ owner: pastes.anna });
      await pastes.at(NOW).service.removeExpired();
      expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 1, chunks: 1, events: [] });
    });
  });

  describe.each([
    ['at its very millisecond', EXPIRES_AT],
    ['one millisecond after', EXPIRES_AT + 1],
  ])('%s', (_, now) => {
    it.each([
      ['an anonymous paste', {}],
      ['a burn paste', { burnAfterRead: true }],
    ])('nothing reads, extends or deletes %s, whose rows are all still there', async (_kind, options) => {
      const { publicId } = await create(options);
      const { service } = pastes.at(now);
      await expect(service.read(publicId)).rejects.toThrow(NotFoundError);
      await expect(service.peek(publicId)).rejects.toThrow(NotFoundError);
      await expect(service.describe(publicId)).rejects.toThrow(NotFoundError);
      await expect(service.extend(publicId, 60, NOBODY)).rejects.toThrow(NotFoundError);
      await expect(service.remove(publicId, NOBODY)).rejects.toThrow(NotFoundError);
      expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 1, chunks: 1, events: [] });
    });

    it('its owner neither lists, extends nor deletes it', async () => {
      const { publicId } = await create({ owner: pastes.anna });
      const { service } = pastes.at(now);
      expect(await isListed(now, publicId)).toBe(false);
      await expect(service.extend(publicId, 60, asAnna())).rejects.toThrow(NotFoundError);
      await expect(service.remove(publicId, asAnna())).rejects.toThrow(NotFoundError);
      expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 1, chunks: 1, events: [] });
    });

    it('the write itself refuses, whatever an earlier read has seen', async () => {
      const { publicId } = await create({ burnAfterRead: true, owner: pastes.anna });
      const { repository } = pastes.at(now);
      const id = String((await pastes.rowOf(publicId)).id);
      expect(await repository.burn({ id, endsByReading: true, hasSubscribers: true })).toBe(false);
      expect(await repository.remove({ id, endsByReading: true, hasSubscribers: true }, null)).toBe(false);
      expect(await repository.extend(id, 60_000)).toBeNull();
      expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 1, chunks: 1, events: [] });
    });

    it('cleanup removes it, with one event', async () => {
      const { publicId } = await create({ owner: pastes.anna });
      await pastes.at(now).service.removeExpired();
      await pastes.at(now).service.removeExpired();
      expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 0, chunks: 0, events: ['paste.expired'] });
    });
  });

  it('extensions end with the year 9999, the last in the promised format', async () => {
    const { publicId } = await create({ owner: pastes.anna });
    const { service } = pastes.at(CREATED_AT);
    const seconds = (LAST_EXPIRY_MS - EXPIRES_AT - 999) / 1000;
    expect(await service.extend(publicId, seconds, asAnna())).toEqual({ expiresAt: LAST_EXPIRY_MS - 999 });
    await expect(service.extend(publicId, 1, asAnna())).rejects.toThrow(ValidationError);
    expect(await service.describe(publicId)).toMatchObject({ expiresAt: LAST_EXPIRY_MS - 999 });
    expect(new Date(LAST_EXPIRY_MS).toISOString()).toBe('9999-12-31T23:59:59.999Z');
  });

  it('a paste without an expiry never gets one, not even by extending it', async () => {
    const { publicId } = await store(pastes.at(CREATED_AT).service, 'text');
    const { service } = pastes.at(Number.MAX_SAFE_INTEGER);
    expect(await service.extend(publicId, 60, NOBODY)).toEqual({ expiresAt: null });
    await service.removeExpired();
    expect(await contentOf(await service.read(publicId))).toBe('text');
  });
});
