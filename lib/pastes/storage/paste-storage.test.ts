/** Limits of storage, for everybody and for one owner, as creates meet them. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { PieceSink } from '../../http/body';
import { ClientGoneError } from '../../http/errors';
import { silentLogger } from '../../testing/loggers';
import { OPEN_POLICY, UNLIMITED_STORAGE } from '../../testing/open-policy';
import { engines } from '../../testing/test-database';
import { LEASE_MS, NEW_PASTE, store, type TestPastes, UNLIMITED_PROOFS, useTestPastes } from '../../testing/test-pastes';
import { DiskFullError, StorageFullError, TooManyBytesError, TooManyPastesError } from '../service/limits.errors';
import { createPasteService, type PasteService } from '../service/paste.service';
import { createOwnerQuotas, createQuota } from '../service/paste-quota';
import { createDiskFloor, type StorageLimits } from '../service/paste-storage-limits';
import { CHUNK_BYTES } from './paste-content';

const MAX_PIECES = 6;
const PIECE = Buffer.alloc(CHUNK_BYTES, 'x');
const FIELDS = NEW_PASTE;

describe.each(engines)('storage on %s', (engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, (opened) => (pastes = opened));

  beforeEach(async () => {
    await pastes.db.write(['pastes', 'burn_receipts'].map((table) => ({ sql: `DELETE FROM ${table}`, params: [] })));
  });

  function limitedBy(limits: Partial<StorageLimits>): PasteService {
    const { claims, waiting } = pastes;
    const burning = { claims, waiting, proofs: UNLIMITED_PROOFS, leaseMs: LEASE_MS };
    const storage = { ...UNLIMITED_STORAGE, ...limits };
    return createPasteService(pastes.repository, pastes.keyring, silentLogger, burning, { ...OPEN_POLICY, storage });
  }

  const byBytes = () => {
    const max = MAX_PIECES * CHUNK_BYTES;
    return createQuota({ max, measure: () => pastes.repository.storedBytes(), refusal: () => new StorageFullError(max) });
  };
  const byOwner = (max: number) =>
    createOwnerQuotas((ownerId) =>
      createQuota({ max, measure: () => pastes.repository.countOwned(ownerId, max), refusal: () => new TooManyPastesError(max) }),
    );
  const chunksInAll = async () => Number((await pastes.db.read('SELECT count(*) AS chunks FROM paste_chunks'))[0]?.chunks);

  /** Begins a create, and waits until the sender has sent its pieces. @returns the outcome when the sender goes on or leaves */
  async function begin(service: PasteService, pieces: number) {
    let end: (isThere: boolean) => void = () => undefined;
    const ended = new Promise<boolean>((resolve) => {
      end = resolve;
    });
    let arrived: () => void = () => undefined;
    const hasArrived = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const created = service.create(null, async (sink: PieceSink) => {
      for (let index = 0; index < pieces; index++) await sink(PIECE);
      arrived();
      if (!(await ended)) throw new ClientGoneError();
      return FIELDS;
    });
    await Promise.race([hasArrived, created]);
    return { created, end };
  }

  it('uploads under way never hold more than the limit together', async () => {
    const service = limitedBy({ bytes: byBytes() });
    const begun = [await begin(service, 2), await begin(service, 2), await begin(service, 2)];
    await expect(begin(service, 1)).rejects.toThrow(StorageFullError);
    expect(await chunksInAll()).toBeLessThanOrEqual(MAX_PIECES);
    for (const { end } of begun) end(true);
    await Promise.all(begun.map(({ created }) => created));
    await expect(store(service, 'x')).rejects.toMatchObject({ status: 507, message: 'Insufficient Storage' });
  });

  it('an upload that loses its room midway is refused and leaves nothing', async () => {
    const service = limitedBy({ bytes: byBytes() });
    const first = await begin(service, 4);
    await expect(begin(service, 3)).rejects.toThrow(StorageFullError);
    expect(await chunksInAll()).toBe(3);
    first.end(true);
    await first.created;
  });

  it('gives back what was taken by those who went away, were refused, or sent nothing', async () => {
    const service = limitedBy({ bytes: byBytes() });
    for (let round = 0; round < 3; round++) {
      const gone = await begin(service, MAX_PIECES);
      gone.end(false);
      await expect(gone.created).rejects.toThrow(ClientGoneError);
      await expect(begin(service, MAX_PIECES + 1)).rejects.toThrow(StorageFullError);
      await expect(store(service, '')).rejects.toThrow();
    }
    const whole = await begin(service, MAX_PIECES);
    whole.end(true);
    await whole.created;
  });

  it('of one owner holds so many pastes at a time; others have their own', async () => {
    const service = limitedBy({ pastesOf: byOwner(2) });
    const { anna, bert } = pastes;
    const [first] = [await store(service, 'one', { owner: anna }), await store(service, 'two', { owner: anna })];
    await expect(store(service, 'three', { owner: anna })).rejects.toMatchObject({
      status: 409,
      message: 'Conflict',
      options: { details: [{ message: expect.stringContaining('2 pastes') }] },
    });
    await store(service, 'one', { owner: bert });
    await store(service, 'without a key');
    await service.remove(first.publicId, { principal: anna, manageToken: null });
    // A new process measures afresh.
    await store(limitedBy({ pastesOf: byOwner(2) }), 'three', { owner: anna });
  });

  it('an owner’s bytes are limited apart from others’, and deletion makes room', async () => {
    const { anna, bert } = pastes;
    const ofOwner = () =>
      createOwnerQuotas((ownerId) =>
        createQuota({ max: 10, measure: () => pastes.repository.storedBytes(ownerId), refusal: () => new TooManyBytesError(10) }),
      );
    const service = limitedBy({ bytesOf: ofOwner() });
    const { publicId } = await store(service, 'x'.repeat(10), { owner: anna });
    await expect(store(service, 'x', { owner: anna })).rejects.toMatchObject({
      status: 409,
      options: { details: [{ path: ['content'], message: expect.stringContaining('10 bytes') }] },
    });
    await store(service, 'x'.repeat(10), { owner: bert });
    await store(service, 'x'.repeat(100));
    await service.remove(publicId, { principal: anna, manageToken: null });
    await expect(store(limitedBy({ bytesOf: ofOwner() }), 'x'.repeat(11), { owner: anna })).rejects.toThrow(TooManyBytesError);
    await store(limitedBy({ bytesOf: ofOwner() }), 'x'.repeat(10), { owner: anna });
  });

  it('of one owner counts the receipts of burn pastes that have gone', async () => {
    const service = limitedBy({ pastesOf: byOwner(2) });
    const { anna } = pastes;
    const burned = await store(service, 'one', { owner: anna, burnAfterRead: true });
    await store(service, 'two', { owner: anna, burnAfterRead: true });
    await service.read(burned.publicId);
    expect(await pastes.repository.countOwned(anna.userId, 100)).toBe(2);
    await expect(store(limitedBy({ pastesOf: byOwner(2) }), 'three', { owner: anna })).rejects.toThrow(TooManyPastesError);
  });

  it('takes nothing while the disk is nearly full, and reads and deletes all the same', async () => {
    let free = 10;
    let now = 0;
    const disk = createDiskFloor(
      10,
      async () => free,
      () => (now += 1e6),
    );
    const service = limitedBy({ disk });
    const { publicId } = await store(service, 'kept');
    free = 9;
    await expect(store(service, 'refused')).rejects.toThrow(DiskFullError);
    expect((await service.read(publicId)).paste.contentBytes).toBe(4);
    await service.remove(publicId, { principal: null, manageToken: null });
    expect(await chunksInAll()).toBe(0);
  });
});
