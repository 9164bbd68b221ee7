/** Creates with an `Idempotency-Key`: one paste, the same response, cancelling, and simultaneous requests, on both databases. */
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ValidationError } from '../../http/errors';
import { engines } from '../../testing/test-database';
import { NEW_PASTE, type TestPastes, useTestPastes } from '../../testing/test-pastes';
import { CreateCancelledError, KeyReusedError } from '../paste.errors';
import { MAX_CONTENT_BYTES } from '../paste.rules';
import type { PasteFields } from '../paste.schema';
import type { Receive } from './paste-creation';
import type { Idempotency } from './paste-idempotency';

const DAY_MS = 86_400_000;
const FIELDS: PasteFields = { ...NEW_PASTE, title: 'a title', ttlSeconds: 3_600, protect: true };
const newKey = () => randomBytes(32).toString('base64url');

const body =
  (content: string, fields: Partial<PasteFields> = {}): Receive =>
  async (sink) => {
    await sink(Buffer.from(content));
    return { ...FIELDS, ...fields };
  };

describe.each(engines)('a create with an Idempotency-Key on %s', (engine) => {
  let pastes: TestPastes;
  let requests: Idempotency;

  useTestPastes(engine, (opened) => (pastes = opened));
  beforeEach(async () => {
    requests = pastes.requests;
    await pastes.db.write(
      ['create_requests', 'webhook_deliveries', 'pastes'].map((table) => ({ sql: `DELETE FROM ${table}`, params: [] })),
    );
  });

  const count = async (table: string) => (await pastes.db.read(`SELECT 1 AS one FROM ${table}`)).length;
  const LARGE = 'x'.repeat(3 * 1024 * 1024);

  it.each([
    ['small', 'text'],
    ['large', LARGE],
  ])('a %s one sent twice gets the same response and makes one paste', async (_, content) => {
    const key = newKey();
    const first = await requests.create(null, key, body(content));
    expect(await requests.create(null, key, body(content))).toEqual(first);
    expect(first.manageToken).not.toBeNull();
    expect([await count('pastes'), await count('create_requests')]).toEqual([1, 1]);
  });

  it.each([
    ['small', 'text'],
    ['large', LARGE],
  ])('%s ones sent at once with one key make one paste and get one response', async (_, content) => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 5 }, () => requests.create(null, key, body(content))));
    expect(new Set(answers.map(({ publicId }) => publicId)).size).toBe(1);
    expect(await count('pastes')).toBe(1);
    const chunks = await pastes.db.read('SELECT 1 AS one FROM paste_chunks WHERE paste_id NOT IN (SELECT id FROM pastes)');
    expect(chunks).toEqual([]);
  });

  it('an idempotency key with other content or fields is refused and makes nothing', async () => {
    const key = newKey();
    await requests.create(null, key, body('text'));
    await expect(requests.create(null, key, body('other'))).rejects.toThrow(KeyReusedError);
    await expect(requests.create(null, key, body('text', { title: 'other' }))).rejects.toThrow(KeyReusedError);
    await expect(requests.create(null, key, body('x'.repeat(MAX_CONTENT_BYTES + 1)))).rejects.toThrow('Payload Too Large');
    expect(await count('pastes')).toBe(1);
  });

  it('a user’s key is that user’s only, and an anonymous one nobody else’s', async () => {
    const key = newKey();
    const made = await Promise.all([null, pastes.anna, pastes.bert].map((user) => requests.create(user, key, body('text'))));
    expect(new Set(made.map(({ publicId }) => publicId)).size).toBe(3);
    expect(await requests.callOff(pastes.bert, key)).toBe(true);
    expect(await count('pastes')).toBe(2);
  });

  it.each([
    ['a short one without an account', () => null, 'retry-1'],
    ['none without an account', () => null, ''],
    ['an empty one', () => pastes.anna, ''],
    ['one with a space', () => pastes.anna, 'a b'],
    ['256 characters', () => pastes.anna, 'k'.repeat(256)],
  ])('a key that can’t be is refused: %s', async (_, user, key) => {
    await expect(requests.create(user(), key, body('text'))).rejects.toThrow(ValidationError);
    await expect(requests.callOff(user(), key)).rejects.toThrow(ValidationError);
    expect(await count('pastes')).toBe(0);
  });

  it('a user’s key may be any visible characters, up to 255', async () => {
    for (const key of ['1', 'k'.repeat(255)]) await expect(requests.create(pastes.anna, key, body('text'))).resolves.toBeDefined();
  });

  it('the response is given for 24 hours, then the key is free; cleanup removes it', async () => {
    const key = newKey();
    const at = Date.parse('2026-11-01T00:00:00.000Z');
    const first = await pastes.at(at).requests.create(null, key, body('text', { ttlSeconds: null }));
    expect(await pastes.at(at + DAY_MS - 1).requests.create(null, key, body('text', { ttlSeconds: null }))).toEqual(first);
    expect(await pastes.at(at + DAY_MS - 1).requests.prune()).toBe(0);
    const second = await pastes.at(at + DAY_MS).requests.create(null, key, body('text', { ttlSeconds: null }));
    expect(second.publicId).not.toBe(first.publicId);
    expect(await pastes.at(at + 2 * DAY_MS).requests.prune()).toBe(1);
    expect(await count('create_requests')).toBe(0);
  });

  it('what failed is not kept: the key can be used again', async () => {
    const key = newKey();
    await expect(requests.create(null, key, body(''))).rejects.toThrow(ValidationError);
    await expect(requests.create(null, key, body('text'))).resolves.toBeDefined();
  });

  it('calling off a create deletes its paste and stops the same request for good', async () => {
    const key = newKey();
    const { publicId } = await requests.create(pastes.anna, key, body('text'));
    expect(await requests.callOff(pastes.anna, key)).toBe(true);
    expect(await pastes.rowsOf(publicId)).toEqual({ pastes: 0, chunks: 0, events: ['deleted'] });
    expect(await requests.callOff(pastes.anna, key)).toBe(false);
    await expect(requests.create(pastes.anna, key, body('text'))).rejects.toThrow(CreateCancelledError);
    expect(await count('pastes')).toBe(0);
  });

  it.each([
    ['small', 'text'],
    ['large', LARGE],
  ])('called off while a %s one is on its way, it makes nothing', async (_, content) => {
    const key = newKey();
    const creating = requests.create(null, key, async (sink) => {
      await sink(Buffer.from(content));
      expect(await requests.callOff(null, key)).toBe(false);
      return FIELDS;
    });
    await expect(creating).rejects.toThrow(CreateCancelledError);
    expect([await count('pastes'), await count('paste_chunks')]).toEqual([0, 0]);
  });

  it('calling off a create while it is stored leaves no paste', async () => {
    for (let round = 0; round < 10; round++) {
      const key = newKey();
      const creating = requests.create(null, key, body('text')).catch((error: unknown) => error);
      await requests.callOff(null, key);
      await creating;
    }
    expect(await count('pastes')).toBe(0);
  });

  it('called off after its paste has gone, there was nothing to delete', async () => {
    const key = newKey();
    const { publicId } = await requests.create(null, key, body('text', { burnAfterRead: true }));
    await pastes.service.read(publicId);
    expect(await requests.callOff(null, key)).toBe(false);
  });

  it('neither key, id, token nor content can be read in what is kept', async () => {
    const key = newKey();
    const { publicId, manageToken } = await requests.create(null, key, body('the content'));
    const [row] = await pastes.db.read('SELECT * FROM create_requests');
    const text = Buffer.concat(Object.values(row ?? {}).map((value) => Buffer.from(value instanceof Uint8Array ? value : String(value))));
    for (const secret of [key, publicId, String(manageToken), 'the content']) expect(text.includes(secret)).toBe(false);
  });
});
