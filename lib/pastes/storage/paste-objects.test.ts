/** Contents in an object store: which, when they go, and what a store that is down and a process that is killed do to them. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../db/database';
import { NotFoundError } from '../../http/errors';
import { createObjectStore } from '../../store/object-store';
import { StoreUnavailableError } from '../../store/store.errors';
import { parseStoreAddress, type StoreAddress } from '../../store/store-address';
import { type FakeStore, startFakeStore } from '../../testing/fake-store';
import { engines } from '../../testing/test-database';
import { contentOf, store as create, pastesOn, type TestPastes, useTestPastes } from '../../testing/test-pastes';
import { SealBrokenError } from '../../vault/vault';
import { createObjectMoves } from './paste-object-moves';
import { createPasteObjects } from './paste-objects';

const MIN_BYTES = 65_536;
const SMALL = 'small';
/** Three pieces that stay large when compressed. */
const LARGE = randomBytes(500_000).toString('base64');
/** Longer than any time for which an object may stay without a paste. */
const LATER_MS = 61_000;
/** Time in which a paste may still take an object. */
const IN_TIME_MS = 44_000;

describe.each(engines)('contents in a store, rows on %s', (engine) => {
  let pastes: TestPastes;
  let fake: FakeStore;
  useTestPastes(engine, (opened) => (pastes = opened));
  beforeAll(async () => void (fake = await startFakeStore()));
  afterAll(() => fake.close());

  beforeEach(async () => {
    fake.state.fault = () => null;
    fake.state.after = async () => undefined;
    await pastes.db.write(['pastes', 'content_objects'].map((table) => ({ sql: `DELETE FROM ${table}`, params: [] })));
    fake.objects.clear();
    fake.asked.length = 0;
  });

  /** The services of a process whose clock is ahead. */
  function processOf({ aheadMs = 0, fromBytes = MIN_BYTES } = {}) {
    const { db, keyring } = pastes;
    const there: Database = { ...db, dialect: { ...db.dialect, now: `(${db.dialect.now} + ${aheadMs})` } };
    const { CONTENT_STORE_KEY_ID: keyId, CONTENT_STORE_SECRET: secret, CONTENT_STORE } = fake.variables;
    const store = createObjectStore({ address: parseStoreAddress(CONTENT_STORE) as StoreAddress, keyId, secret });
    const objects = createPasteObjects(there, store, fromBytes);
    const { service, lookup } = pastesOn(there, keyring, [], { objects });
    const moves = createObjectMoves(there, lookup, objects);
    const read = async (publicId: string) => contentOf(await service.read(publicId));
    return { objects, service, moves, read, create: (content: string, more = {}) => create(service, content, more) };
  }

  const rows = () => pastes.db.read('SELECT object, length(bytes) AS size FROM paste_chunks ORDER BY paste_id, seq');
  const pastesLeft = async () => (await pastes.db.read('SELECT id FROM pastes')).length;
  const cut = (method: string) => (asked: string) => (asked === method ? 'cut' : null);

  it('a large content is in the store, encrypted, and a small one in its row', async () => {
    const { create, read } = processOf();
    const [small, large] = [await create(SMALL), await create(LARGE)];
    // Which of two pastes of one millisecond has the first rows is chance.
    expect((await rows()).map(({ object, size }) => [object !== null, Number(size) > 0]).toSorted()).toEqual([
      [false, true],
      [true, false],
      [true, false],
      [true, false],
    ]);
    expect([...fake.objects.keys()].every((name) => /^v1\/\w{24}$/.test(name))).toBe(true);
    expect(Buffer.concat([...fake.objects.values()]).includes(LARGE.slice(0, 64))).toBe(false);
    expect([await read(small.publicId), await read(large.publicId)]).toEqual([SMALL, LARGE]);
  });

  it('a burned paste is read once, and its objects are removed', async () => {
    const { create, read, objects } = processOf();
    const { publicId } = await create(LARGE, { burnAfterRead: true });
    const answers = await Promise.allSettled([read(publicId), read(publicId)]);
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value === LARGE : answer.reason.name)).sort()).toEqual(
      ['NotFoundError', true].sort(),
    );
    expect(await objects.removeDue()).toBe(3);
    expect(fake.objects.size).toBe(0);
    expect(await pastes.db.read('SELECT id FROM content_objects')).toEqual([]);
  });

  it('the content of a paste stays, however often and late the worker looks', async () => {
    const { create, read } = processOf();
    const { publicId } = await create(LARGE);
    expect(await processOf({ aheadMs: LATER_MS }).objects.removeDue()).toBe(0);
    expect(await read(publicId)).toBe(LARGE);
  });

  it.each(['before its object', 'after its object'])('a create killed %s leaves nothing after a minute', async (moment) => {
    const { objects } = processOf();
    if (moment === 'before its object') fake.state.fault = cut('PUT');
    await objects.place({ seq: 0, encoding: 0, bytes: randomBytes(MIN_BYTES) }).catch(() => undefined);
    fake.state.fault = () => null;
    expect(await processOf({ aheadMs: IN_TIME_MS }).objects.removeDue()).toBe(0);
    expect(await processOf({ aheadMs: LATER_MS }).objects.removeDue()).toBe(1);
    expect(fake.objects.size).toBe(0);
  });

  it.each([
    [
      'its object may be removed',
      () => pastes.db.write([{ sql: 'UPDATE content_objects SET remove_after = remove_after - 46000', params: [] }]),
    ],
    // The worker came between the object's row and the object.
    ['its object was removed', () => pastes.db.write([{ sql: 'DELETE FROM content_objects WHERE paste_id IS NULL', params: [] }])],
  ])('a create that stood still until %s gets 503 and leaves nothing', async (_, standStill) => {
    const { create } = processOf();
    for (const [pieces, content] of [
      [1, LARGE.slice(0, 200_000)],
      [3, LARGE],
    ] as const) {
      let written = 0;
      fake.state.after = async (method) => {
        if (method === 'PUT' && ++written === pieces) await standStill();
      };
      await expect(create(content)).rejects.toMatchObject({ status: 503, name: 'StoreUnavailableError' });
      expect(written).toBe(pieces);
      expect(await pastesLeft()).toBe(0);
      await processOf({ aheadMs: LATER_MS }).objects.removeDue();
      expect(fake.objects.size).toBe(0);
    }
  });

  it('a store that is down fails large contents alone, with 503, and is asked again', async () => {
    const { create, read, objects } = processOf();
    const [small, large, burned] = [await create(SMALL), await create(LARGE), await create(LARGE, { burnAfterRead: true })];
    fake.state.fault = () => 'cut';
    const unavailable = expect.objectContaining({ status: 503, name: 'StoreUnavailableError' });
    await expect(create(LARGE)).rejects.toEqual(unavailable);
    await expect(read(large.publicId)).rejects.toEqual(unavailable);
    await expect(read(burned.publicId)).rejects.toEqual(unavailable);
    expect(await read(small.publicId)).toBe(SMALL);
    expect(await read((await create(SMALL)).publicId)).toBe(SMALL);
    await pastes.service.removeAny(large.publicId, 'operator');
    await expect(objects.removeDue()).rejects.toThrow(StoreUnavailableError);
    fake.state.fault = () => null;
    expect(await read(burned.publicId)).toBe(LARGE);
    await processOf({ aheadMs: LATER_MS }).objects.removeDue();
    expect(fake.objects.size).toBe(0);
  });

  it('the first failure of each kind of request is not noticed', async () => {
    fake.state.fault = (method) => (fake.asked.filter((one) => one.method === method).length === 1 ? 503 : null);
    const { create, read } = processOf();
    expect(await read((await create(LARGE)).publicId)).toBe(LARGE);
  });

  it('an object that can not be removed hinders no other', async () => {
    const { create, objects, service } = processOf();
    await service.removeAny((await create(LARGE)).publicId, 'operator');
    const [stuck] = fake.objects.keys();
    fake.state.fault = (method, name) => (method === 'DELETE' && name === stuck ? 403 : null);
    await expect(objects.removeDue()).rejects.toThrow(StoreUnavailableError);
    expect([...fake.objects.keys()]).toEqual([stuck]);
  });

  it('an object that somebody removed or exchanged is never shown as a content', async () => {
    const { create, read } = processOf();
    const [{ publicId }, other] = [await create(LARGE), await create(LARGE)];
    const [name] = fake.objects.keys();
    fake.objects.set(String(name), [...fake.objects.values()][3] as Buffer);
    await expect(read(publicId)).rejects.toThrow(SealBrokenError);
    fake.objects.delete(String(name));
    await expect(read(publicId)).rejects.toThrow(SealBrokenError);
    expect(await read(other.publicId)).toBe(LARGE);
  });

  it('contents move to the store and back, and are readable all the time', async () => {
    const inRows = processOf({ fromBytes: Number.POSITIVE_INFINITY });
    const { moves, read, objects } = processOf();
    const ids = await Promise.all([SMALL, LARGE, LARGE].map(async (content) => (await inRows.create(content)).publicId));
    const readAll = () => Promise.all(ids.map(read));
    for (const [to, size] of [
      ['store', 6],
      ['database', 0],
    ] as const) {
      const [moved, ...answers] = await Promise.all([moves.move(to), readAll(), readAll()]);
      expect(moved).toEqual({ pieces: 6, missing: 0 });
      for (const answer of [...answers, await readAll()])
        expect(answer.map((content) => content.length)).toEqual([SMALL.length, LARGE.length, LARGE.length]);
      while ((await objects.removeDue()) > 0);
      expect(fake.objects.size).toBe(size);
    }
    expect(await moves.move('database')).toEqual({ pieces: 0, missing: 0 });
  });

  it('a reader who knows the old place of a piece finds it in the new one', async () => {
    const { create, moves, objects, service } = processOf();
    const { publicId } = await create(LARGE);
    const [known] = await pastes.db.read('SELECT paste_id, object FROM paste_chunks WHERE seq = 0');
    const bytes = fake.objects.get(`v1/${known?.object}`);
    const reading = await service.read(publicId);
    await moves.move('database');
    await objects.removeDue();
    expect(fake.objects.size).toBe(0);
    expect(bytes?.equals(await objects.fetch(String(known?.paste_id), 0, String(known?.object)))).toBe(true);
    expect(await contentOf(reading)).toBe(LARGE);
    await service.removeAny(publicId, 'operator');
    await expect(objects.fetch(String(known?.paste_id), 0, String(known?.object))).rejects.toThrow(NotFoundError);
  });

  it.each(['store', 'database'] as const)('a move to the %s that was killed goes on where it stopped', async (to) => {
    const { create, read, moves } = processOf(to === 'store' ? { fromBytes: MIN_BYTES } : {});
    const source = to === 'store' ? processOf({ fromBytes: Number.POSITIVE_INFINITY }) : { create };
    const { publicId } = await source.create(LARGE);
    let steps = 0;
    fake.state.fault = () => (++steps > 1 ? 'cut' : null);
    await expect(moves.move(to)).rejects.toThrow(StoreUnavailableError);
    fake.state.fault = () => null;
    expect(await read(publicId)).toBe(LARGE);
    await moves.move(to);
    expect(await read(publicId)).toBe(LARGE);
    expect((await rows()).map(({ object }) => object !== null)).toEqual(Array(3).fill(to === 'store'));
    await processOf({ aheadMs: LATER_MS }).objects.removeDue();
    expect(fake.objects.size).toBe(to === 'store' ? 3 : 0);
  });

  it('a paste that is burned while it moves is gone from both places', async () => {
    const inRows = processOf({ fromBytes: Number.POSITIVE_INFINITY });
    const { moves, read } = processOf();
    const { publicId } = await inRows.create(LARGE, { burnAfterRead: true });
    let burned: Promise<string> | undefined;
    fake.state.after = async (method) => {
      if (method === 'PUT') await (burned ??= inRows.read(publicId));
    };
    expect(await moves.move('store')).toEqual({ pieces: 0, missing: 0 });
    expect(await burned).toBe(LARGE);
    await expect(read(publicId)).rejects.toThrow(NotFoundError);
    await processOf({ aheadMs: LATER_MS }).objects.removeDue();
    expect([fake.objects.size, (await rows()).length]).toEqual([0, 0]);
  });

  it('moves and burns of the same pastes never wait for each other', async () => {
    const inRows = processOf({ fromBytes: Number.POSITIVE_INFINITY });
    const { moves, objects } = processOf();
    const ids = await Promise.all(Array.from({ length: 8 }, async () => (await inRows.create(LARGE, { burnAfterRead: true })).publicId));
    const burns = ids.map((publicId) => inRows.read(publicId));
    await moves.move('store');
    expect((await Promise.all(burns)).every((content) => content === LARGE)).toBe(true);
    await vi.waitFor(async () => expect(await objects.removeDue()).toBe(0));
    await processOf({ aheadMs: LATER_MS }).objects.removeDue();
    expect(fake.objects.size).toBe(0);
  });

  it('a check names pastes without content, and removes what no paste has', async () => {
    const { create, moves } = processOf();
    const [{ publicId }] = [await create(LARGE), await create(LARGE)];
    const [name] = fake.objects.keys();
    fake.objects.delete(String(name));
    fake.objects.set('v1/leftover', Buffer.from('x'));
    expect(await moves.check(false)).toEqual({ objects: 6, unknown: 1, missing: [publicId] });
    await moves.check(true);
    expect(fake.objects.has('v1/leftover')).toBe(false);
    expect(fake.objects.size).toBe(5);
  });

  it('a process without CONTENT_STORE serves what is in rows', async () => {
    const { create } = processOf();
    const large = await create(LARGE);
    await expect(pastes.service.read(large.publicId)).rejects.toThrow(StoreUnavailableError);
    const { publicId } = await create(SMALL);
    expect(await contentOf(await pastes.service.read(publicId))).toBe(SMALL);
  });
});
