/** Pastes with a number of reads, and pastes that their readers may delete. */
import { describe, expect, it } from 'vitest';
import { NotFoundError } from '../../http/errors';
import { CREATED_AT, NOBODY, newToken, readProofOf, shows } from '../../testing/credentials';
import { type Engine, engines } from '../../testing/test-database';
import { contentOf, store, type TestPastes, useTestPastes } from '../../testing/test-pastes';
import { SealBrokenError } from '../../vault/vault';
import { createPasteSchema } from '../paste.schema';
import { CHUNK_BYTES } from '../storage/paste-content';

const LARGE = 'piece of text '.repeat(Math.ceil((CHUNK_BYTES * 2.5) / 14));

describe.each(engines)('a paste with a number of reads on %s', (engine: Engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, (opened) => (pastes = opened));

  const gone = (publicId: string) => expect(pastes.service.peek(publicId)).rejects.toThrow(NotFoundError);

  it.each([
    ['small', 'text', 5],
    ['of several pieces', LARGE, 3],
  ])('a paste that is %s is returned so often by all processes, and then deleted', async (_, content, maxReads) => {
    const { publicId } = await store(pastes.service, content, { owner: pastes.anna, maxReads });
    // Each service counts views and shares reads by itself, like separate processes.
    const processes = [pastes.service, pastes.at(pastes.db.dialect.now).service, pastes.at(pastes.db.dialect.now).service];
    const attempts = await Promise.allSettled(Array.from({ length: maxReads * 3 }, (_, index) => processes[index % 3]?.read(publicId)));
    const reads = attempts.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : []));
    expect(reads.map(({ viewCount }) => viewCount).sort()).toEqual(Array.from({ length: maxReads }, (_, index) => index + 1));
    for (const read of reads) expect(await contentOf(read)).toBe(content);
    for (const each of attempts) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(NotFoundError);
    expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 0, chunks: 0, events: ['read'] });
  });

  it('is not read by looking at it, its page, its size, or by its owner’s copy', async () => {
    const { publicId } = await store(pastes.service, 'text', { owner: pastes.anna, maxReads: 2 });
    for (let look = 0; look < 3; look++) {
      expect(await pastes.service.peek(publicId)).toMatchObject({ viewCount: 0, maxReads: 2 });
      expect(await pastes.service.describe(publicId)).toMatchObject({ viewCount: 0 });
      expect(await pastes.service.openPage(publicId, { maxBytes: 1_000, isReader: true })).toMatchObject({ content: null, viewCount: 0 });
      expect(await pastes.service.copyOwned(pastes.anna, publicId)).toMatchObject({ content: null });
    }
    await pastes.service.read(publicId);
    await pastes.service.flush();
    expect(await pastes.service.describe(publicId)).toMatchObject({ viewCount: 1 });
  });

  it('is asked before it is used up, and a refusal uses nothing up', async () => {
    const { publicId } = await store(pastes.service, 'text', { maxReads: 2 });
    const refuse = () => {
      throw new Error('only looking');
    };
    await expect(pastes.service.read(publicId, undefined, refuse)).rejects.toThrow('only looking');
    expect(await pastes.service.describe(publicId)).toMatchObject({ viewCount: 0 });
  });

  it.each(['max_reads = 1000', 'max_reads = NULL', 'max_reads = 2'])('does not open when the database says %s', async (change) => {
    const { publicId } = await store(pastes.service, 'text', { maxReads: 3 });
    await pastes.db.write([{ sql: `UPDATE pastes SET ${change} WHERE lookup = ?`, params: [pastes.lookupOf(publicId)] }]);
    await expect(pastes.service.read(publicId)).rejects.toThrow(SealBrokenError);
    expect(await pastes.rowOf(publicId)).toMatchObject({ view_count: 0 });
  });

  it('a receipt counts the reads of a paste, also after the paste has ended', async () => {
    const at = pastes.at(CREATED_AT);
    const create = async () => {
      const { publicId, manageToken } = await store(at.service, 'text', { maxReads: 2, protect: true, ttlSeconds: 60 });
      const receipt = () => at.receipts.find(publicId, { ...NOBODY, manageToken, readToken: null, clientAddress: null });
      return { publicId, manageToken, receipt };
    };
    const counted = (reads: number, lastReadAt: number | null) => ({ reads, maxReads: 2, lastReadAt });
    const read = await create();
    expect(await read.receipt()).toMatchObject({ state: 'created', ...counted(0, null) });
    await pastes.at(CREATED_AT + 1_000).service.read(read.publicId);
    expect(await read.receipt()).toMatchObject({ state: 'created', ...counted(1, CREATED_AT + 1_000) });
    expect(await at.service.peek(read.publicId)).toMatchObject({ viewCount: 1, lastReadAt: CREATED_AT + 1_000 });
    await pastes.at(CREATED_AT + 2_000).service.read(read.publicId);
    await gone(read.publicId);
    expect(await read.receipt()).toMatchObject({ state: 'opened', at: CREATED_AT + 2_000, ...counted(2, CREATED_AT + 2_000) });
    const deleted = await create();
    await pastes.at(CREATED_AT + 1_000).service.read(deleted.publicId);
    await pastes.at(CREATED_AT + 2_000).service.remove(deleted.publicId, { principal: null, manageToken: deleted.manageToken });
    expect(await deleted.receipt()).toMatchObject({ state: 'deleted', ...counted(1, CREATED_AT + 1_000) });
  });

  it('an owner’s list of ended pastes tells how often each was read', async () => {
    const store1 = (maxReads: number) => store(pastes.at(CREATED_AT).service, 'text', { maxReads, owner: pastes.bert, ttlSeconds: 60 });
    const [expired, opened] = [await store1(3), await store1(2)];
    for (const [{ publicId }, times] of [
      [expired, 1],
      [opened, 2],
    ] as const)
      for (let time = 0; time < times; time++) await pastes.at(CREATED_AT + 1_000).service.read(publicId);
    const told = [
      { publicId: expired.publicId, state: 'expired', reads: 1, maxReads: 3, lastReadAt: CREATED_AT + 1_000 },
      { publicId: opened.publicId, state: 'opened', reads: 2, maxReads: 2, lastReadAt: CREATED_AT + 1_000 },
    ];
    const later = pastes.at(CREATED_AT + 61_000);
    expect(await later.receipts.listEnded(pastes.bert, 2)).toMatchObject(told);
    await later.service.removeExpired();
    expect(await later.receipts.listEnded(pastes.bert, 2)).toMatchObject(told);
  });

  describe('its readers may delete', () => {
    it('a paste that was created so, and no other', async () => {
      const open = await store(pastes.service, 'text', { owner: pastes.anna, readerMayDelete: true });
      await pastes.service.remove(open.publicId, NOBODY);
      await gone(open.publicId);
      const own = await store(pastes.service, 'text', { owner: pastes.anna });
      await expect(pastes.service.remove(own.publicId, NOBODY)).rejects.toMatchObject({ status: 401 });
    });

    it('an encrypted one only with the token, which reading it does not need', async () => {
      const token = newToken();
      const fields = { isE2ee: true, protect: true, readerMayDelete: true, readProof: readProofOf(token) };
      const { publicId } = await store(pastes.service, 'envelope', fields);
      expect(await contentOf(await pastes.service.read(publicId))).toBe('envelope');
      expect(await pastes.service.openPage(publicId, { maxBytes: 1_000, isReader: true })).toMatchObject({ needsReadToken: false });
      for (const readToken of [null, 'nonsense', newToken()])
        await expect(pastes.service.remove(publicId, { ...NOBODY, ...shows({ readToken }) })).rejects.toMatchObject({ status: 401 });
      await pastes.service.remove(publicId, { ...NOBODY, ...shows({ readToken: token }) });
      await gone(publicId);
    });
  });
});

describe('the fields of a new paste', () => {
  const refused = (fields: object) =>
    createPasteSchema.safeParse({ content: 'x', ...fields }).error?.issues.map(({ path, message }) => `${path}: ${message}`) ?? [];

  it.each([
    [{ maxReads: 1 }, ['maxReads: expected 2 to 1000 reads']],
    [{ maxReads: 1_001 }, ['maxReads: expected 2 to 1000 reads']],
    [
      { maxReads: 2, burnAfterRead: true },
      ['burnAfterRead: expected either burnAfterRead or maxReads', 'maxReads: expected either burnAfterRead or maxReads'],
    ],
    [
      { readerMayDelete: true, burnAfterRead: true },
      [
        'burnAfterRead: expected either burnAfterRead or readerMayDelete',
        'readerMayDelete: expected either burnAfterRead or readerMayDelete',
      ],
    ],
    [{ readerMayDelete: true, isE2ee: true }, ['readProof: expected together with readerMayDelete and isE2ee']],
  ])('%j are refused by name', (fields, expected) => {
    expect(refused(fields)).toEqual(expected);
  });

  it.each([
    { maxReads: 2 },
    { maxReads: 1_000, isE2ee: true },
    { maxReads: null, burnAfterRead: true },
    { readerMayDelete: true, maxReads: 3 },
  ])('%j are taken', (fields) => {
    expect(refused(fields)).toEqual([]);
  });
});
