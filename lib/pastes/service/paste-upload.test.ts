/** Uploads of several pieces: their rows are in the database before the paste exists for anybody. */
import { describe, expect, it } from 'vitest';
import type { PieceSink } from '../../http/body';
import { NotFoundError, PayloadTooLargeError, ValidationError } from '../../http/errors';
import { engines } from '../../testing/test-database';
import { contentOf, NEW_PASTE, type TestPastes, useTestPastes } from '../../testing/test-pastes';
import { MAX_CONTENT_BYTES } from '../paste.rules';
import type { PasteFields } from '../paste.schema';
import { CHUNK_BYTES } from '../storage/paste-content';
import type { CreatedPaste } from './paste-creation';

const HOUR_MS = 3_600_000;
const PIECE = Buffer.alloc(CHUNK_BYTES, 'piece of text ');
const FIELDS = NEW_PASTE;

describe.each(engines)('an upload of several pieces on %s', (engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, (opened) => (pastes = opened));

  /** Begins an upload and waits until `pieces` of it are in the database; `resume` goes on with it. */
  async function beginUpload(pieces: number) {
    let resume: (rest: (sink: PieceSink) => Promise<PasteFields>) => void = () => undefined;
    const rest = new Promise<(sink: PieceSink) => Promise<PasteFields>>((resolve) => {
      resume = resolve;
    });
    let created: Promise<CreatedPaste> | undefined;
    await new Promise<void>((resolve) => {
      created = pastes.service.create(pastes.anna, async (sink) => {
        for (let index = 0; index <= pieces; index++) await sink(PIECE);
        resolve();
        return (await rest)(sink);
      });
    });
    const [row] = await pastes.db.read('SELECT id, id_sealed, expires_at FROM pastes WHERE chunk_count = 0');
    return {
      publicId: row ? pastes.publicIdOf(row) : '',
      expiresAt: Number(row?.expires_at),
      created: created as Promise<CreatedPaste>,
      resume,
    };
  }

  it('is invisible to everything, even by its id, until it is finished', async () => {
    const { publicId, created, resume } = await beginUpload(2);
    expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 1, chunks: 2, events: [] });
    for (const credentials of [
      { principal: null, manageToken: null },
      { principal: pastes.anna, manageToken: null },
    ]) {
      await expect(pastes.service.read(publicId)).rejects.toThrow(NotFoundError);
      await expect(pastes.service.peek(publicId)).rejects.toThrow(NotFoundError);
      await expect(pastes.service.describe(publicId)).rejects.toThrow(NotFoundError);
      await expect(pastes.service.extend(publicId, 60, credentials)).rejects.toThrow(NotFoundError);
      await expect(pastes.service.remove(publicId, credentials)).rejects.toThrow(NotFoundError);
    }
    expect(await pastes.service.list(pastes.anna, 100, 0)).toEqual([]);

    resume(async () => FIELDS);
    expect((await created).publicId).toBe(publicId);
    expect(await contentOf(await pastes.service.read(publicId))).toBe(PIECE.toString().repeat(3));
    expect((await pastes.service.list(pastes.anna, 100, 0)).map((paste) => paste.publicId)).toEqual([publicId]);
    await pastes.service.remove(publicId, { principal: pastes.anna, manageToken: null });
  });

  it('an upload whose row is removed before its last piece stores nothing', async () => {
    const { publicId, created, resume } = await beginUpload(2);
    await pastes.db.write([{ sql: 'DELETE FROM pastes WHERE chunk_count = 0', params: [] }]);
    resume(async () => FIELDS);
    await expect(created).rejects.toThrow();
    expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 0, chunks: 0, events: [] });
  });

  it('that is never finished is removed by cleanup after an hour, and not before', async () => {
    const { publicId, expiresAt, created, resume } = await beginUpload(3);
    const { created_at: createdAt } = await pastes.rowOf(publicId);
    expect(expiresAt - Number(createdAt)).toBe(HOUR_MS);
    await pastes.at(expiresAt - 1).service.removeExpired();
    expect((await pastes.rowsOf(publicId)).chunks).toBe(3);
    await pastes.at(expiresAt).service.removeExpired();
    expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 0, chunks: 0, events: [] });

    // If the upload goes on after all, it fails as a whole.
    resume(async (sink) => {
      await sink(PIECE);
      return FIELDS;
    });
    await expect(created).rejects.toThrow();
    expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 0, chunks: 0, events: [] });
  });

  it('whose row has gone when its last piece arrives fails as a whole', async () => {
    const { publicId, expiresAt, created, resume } = await beginUpload(2);
    await pastes.at(expiresAt).service.removeExpired();
    resume(async () => FIELDS);
    await expect(created).rejects.toThrow();
    expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 0, chunks: 0, events: [] });
  });

  it('that is finished after cleanup has found it, and before it removes it, is kept', async () => {
    const { publicId, expiresAt, created, resume } = await beginUpload(2);
    const { repository } = pastes.at(expiresAt);
    const expired = await repository.listExpired(100);
    const { id } = await pastes.rowOf(publicId);
    expect(expired).toContainEqual({
      id,
      endsByReading: false,
      hasSubscribers: false,
      contentBytes: 0,
      expiresAt: expect.any(Number),
    });
    resume(async () => FIELDS);
    await created;
    expect(await repository.removeExpired(expired)).toBe(0);
    expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 1, chunks: 3, events: [] });
    await pastes.service.remove(publicId, { principal: pastes.anna, manageToken: null });
  });

  it.each([
    ['that turns out to be invalid', ValidationError, () => Promise.reject(new ValidationError([]))],
    [
      'that turns out to be a byte too long',
      PayloadTooLargeError,
      async (sink: PieceSink) => {
        for (let bytes = 3 * CHUNK_BYTES; bytes < MAX_CONTENT_BYTES; bytes += CHUNK_BYTES) await sink(PIECE);
        await sink(Buffer.from('x'));
        return FIELDS;
      },
    ],
  ])('%s leaves nothing behind', async (_, error, rest) => {
    const { publicId, created, resume } = await beginUpload(2);
    resume(rest);
    await expect(created).rejects.toThrow(error);
    expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 0, chunks: 0, events: [] });
  });
});
