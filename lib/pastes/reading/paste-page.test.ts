/** A paste's page costs one query, burns nothing, and counts a view only for a reader who gets the content. */
import { describe, expect, it } from 'vitest';
import type { Database } from '../../db/database';
import { NotFoundError } from '../../http/errors';
import { shows } from '../../testing/credentials';
import { engines } from '../../testing/test-database';
import { contentOf, NEW_PASTE, store, type TestPastes, useTestPastes } from '../../testing/test-pastes';
import type { PasteFields } from '../paste.schema';

const MAX_BYTES = 1024;
const READER = { maxBytes: MAX_BYTES, isReader: true };
const NOBODY = { maxBytes: MAX_BYTES, isReader: false };

describe.each(engines)('the page of a paste on %s', (engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, (opened) => (pastes = opened));

  const viewsOf = async (publicId: string) => {
    await pastes.service.flush();
    return (await pastes.service.describe(publicId)).viewCount;
  };

  it('takes one query, whatever the paste is', async () => {
    const queries: string[] = [];
    const counting: Database = {
      ...pastes.db,
      read: (sql, params) => {
        queries.push(sql);
        return pastes.db.read(sql, params);
      },
      readEach: (sql, keys) => {
        queries.push(sql);
        return pastes.db.readEach(sql, keys);
      },
    };
    const { service } = pastes.at(pastes.db.dialect.now, counting);
    const { publicId: small } = await store(pastes.service, 'a');
    const { publicId: large } = await store(pastes.service, 'a'.repeat(600_000));
    const { publicId: burning } = await store(pastes.service, 'a', { burnAfterRead: true });
    for (const publicId of [small, large, burning]) {
      await service.openPage(publicId, READER);
      expect(queries.splice(0)).toHaveLength(1);
    }
    await service.flush();
  });

  it('a paste’s page holds a content up to the limit, and counts that as a view', async () => {
    const fits = await store(pastes.service, 'a'.repeat(MAX_BYTES));
    const opened = await pastes.service.openPage(fits.publicId, READER);
    expect(opened).toMatchObject({ viewCount: 1, content: Buffer.from('a'.repeat(MAX_BYTES)) });
    expect(await viewsOf(fits.publicId)).toBe(1);

    const more = await store(pastes.service, 'a'.repeat(MAX_BYTES + 1));
    expect(await pastes.service.openPage(more.publicId, READER)).toMatchObject({ viewCount: 1, content: null });
    expect(await viewsOf(more.publicId)).toBe(0);
  });

  it('never burns, however often it is opened', async () => {
    const { publicId } = await store(pastes.service, 'once', { burnAfterRead: true });
    for (let visit = 0; visit < 20; visit += 1) expect((await pastes.service.openPage(publicId, READER)).content).toBeNull();
    expect(await contentOf(await pastes.service.read(publicId))).toBe('once');
    await expect(pastes.service.openPage(publicId, READER)).rejects.toThrow(NotFoundError);
  });

  it('shows a preview bot the same and counts nothing', async () => {
    const { publicId } = await store(pastes.service, 'text');
    expect(await pastes.service.openPage(publicId, NOBODY)).toMatchObject({ viewCount: 0, content: Buffer.from('text') });
    expect(await viewsOf(publicId)).toBe(0);
  });

  it('is gone when the paste has expired, without cleanup', async () => {
    const { publicId, expiresAt } = await store(pastes.service, 'text', { ttlSeconds: 60 });
    const late = pastes.at(String(expiresAt));
    await expect(late.service.openPage(publicId, READER)).rejects.toThrow(NotFoundError);
  });

  it('counts no view by its owner or an administrator, and copies it for nobody else', async () => {
    const { anna, bert } = pastes;
    const { publicId } = await pastes.service.create(anna, async (sink) => {
      await sink(Buffer.from('text'));
      return NEW_PASTE;
    });
    expect(await pastes.service.openPage(publicId, { ...READER, viewer: anna })).toMatchObject({
      viewCount: 0,
      content: Buffer.from('text'),
    });
    expect(await pastes.service.openPage(publicId, { ...READER, viewer: { ...bert, isAdmin: true } })).toMatchObject({ viewCount: 0 });
    expect(await pastes.service.copyOwned(anna, publicId)).toMatchObject({ viewCount: 0, content: Buffer.from('text') });
    await expect(pastes.service.copyOwned(bert, publicId)).rejects.toThrow(NotFoundError);
    expect(await pastes.service.openPage(publicId, { ...READER, viewer: bert })).toMatchObject({ viewCount: 1 });
    expect(await viewsOf(publicId)).toBe(1);
  });

  it('a browser’s views of its own paste don’t count, unless the paste has an owner', async () => {
    const maker = { ...READER, isMaker: true };
    const { publicId: small } = await store(pastes.service, 'a');
    const { publicId: large } = await store(pastes.service, 'a'.repeat(MAX_BYTES + 1));
    for (const publicId of [small, large]) {
      expect(await pastes.service.openPage(publicId, maker)).toMatchObject({ viewCount: 0, isOwn: true });
      await contentOf(await pastes.service.read(publicId, shows({ isOwn: true })));
      expect(await viewsOf(publicId)).toBe(0);
      await contentOf(await pastes.service.read(publicId, shows({ isOwn: false })));
      expect(await viewsOf(publicId)).toBe(1);
    }
    const owned = await pastes.service.create(pastes.anna, async (sink) => {
      await sink(Buffer.from('text'));
      return NEW_PASTE;
    });
    expect(await pastes.service.openPage(owned.publicId, maker)).toMatchObject({ viewCount: 1, isOwn: false });
  });

  it('a paste that burns or has limited reads is never read without being counted', async () => {
    const access = shows({ isOwn: true });
    const { publicId: twice } = await store(pastes.service, 'a', { maxReads: 2 });
    for (const viewCount of [1, 2]) expect(await pastes.service.read(twice, access)).toMatchObject({ viewCount });
    await expect(pastes.service.read(twice, access)).rejects.toThrow(NotFoundError);
    const { publicId: burning } = await store(pastes.service, 'a', { burnAfterRead: true });
    await pastes.service.read(burning, access);
    await expect(pastes.service.read(burning, access)).rejects.toThrow(NotFoundError);
  });

  it('a paste’s page lets everybody delete only without an owner and a manage token', async () => {
    const create = (owner: TestPastes['anna'] | null, fields: Partial<PasteFields>) =>
      pastes.service.create(owner, async (sink) => {
        await sink(Buffer.from('a'));
        return { ...NEW_PASTE, ...fields };
      });
    const isOpenToAll = async ({ publicId }: { publicId: string }) => (await pastes.service.openPage(publicId, READER)).isOpenToAll;
    expect(await isOpenToAll(await create(null, {}))).toBe(true);
    expect(await isOpenToAll(await create(null, { protect: true }))).toBe(false);
    expect(await isOpenToAll(await create(pastes.anna, {}))).toBe(false);
  });
});
