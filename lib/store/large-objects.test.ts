import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeStore, startFakeStore } from '../testing/fake-store';
import { createLargeObjects, type LargeObjects } from './large-objects';
import { parseStoreAddress, type StoreAddress } from './store-address';

const NAME = 'sealpaste-20260101T000000Z.backup';

/** A real server, as e2e/swift/run.sh starts it, which wants larger parts. */
const { TEST_CONTENT_STORE, TEST_CONTENT_STORE_KEY_ID = '', TEST_CONTENT_STORE_SECRET = '' } = process.env;
const PART_BYTES = TEST_CONTENT_STORE ? 8_388_608 : 65_536;
/** Two parts and a bit. */
const CONTENT = randomBytes(2 * PART_BYTES + 5);

async function* piecesOf(content: Buffer, fails = false): AsyncGenerator<Buffer> {
  for (let from = 0; from < content.length; from += 7_000) yield content.subarray(from, from + 7_000);
  if (fails) throw new Error('the source ended');
}

describe('a large object', () => {
  let fake: FakeStore;
  let objects: LargeObjects;

  beforeAll(async () => {
    fake = await startFakeStore();
    const { CONTENT_STORE, CONTENT_STORE_KEY_ID: keyId, CONTENT_STORE_SECRET: secret } = fake.variables;
    const settings = TEST_CONTENT_STORE
      ? { address: parseStoreAddress(TEST_CONTENT_STORE), keyId: TEST_CONTENT_STORE_KEY_ID, secret: TEST_CONTENT_STORE_SECRET }
      : { address: parseStoreAddress(CONTENT_STORE), keyId, secret };
    objects = createLargeObjects({ ...settings, address: settings.address as StoreAddress }, PART_BYTES);
  });
  afterAll(() => fake.close());
  beforeEach(async () => {
    fake.state.fault = () => null;
    fake.state.after = async () => undefined;
    await objects.remove(NAME);
    fake.asked.length = 0;
  });

  async function readAll(): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of objects.read(NAME)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  it.each([0, 5, PART_BYTES, CONTENT.length])('of %i bytes comes back as it was', async (length) => {
    const content = CONTENT.subarray(0, length);
    expect(await objects.sizeOf(NAME)).toBeNull();
    expect(await objects.write(NAME, piecesOf(content))).toBe(length);
    expect(await objects.sizeOf(NAME)).toBe(length);
    expect((await readAll()).equals(content)).toBe(true);
  });

  const test = it.runIf(!TEST_CONTENT_STORE);

  test('is not seen before it is complete, and leaves nothing when it fails', async () => {
    await expect(objects.write(NAME, piecesOf(CONTENT, true))).rejects.toThrow('the source ended');
    fake.state.fault = (method) => {
      expect(fake.objects.size).toBe(0);
      return method === 'PUT' && fake.asked.length > 2 ? 403 : null;
    };
    await expect(objects.write(NAME, piecesOf(CONTENT))).rejects.toMatchObject({ refusal: '403 Made' });
    expect([fake.objects.size, fake.uploads.size]).toEqual([0, 0]);
  });

  test('is written and read though requests fail and the last response is lost', async () => {
    let turn = 0;
    fake.state.fault = () => (turn++ % 2 === 0 ? 503 : null);
    await objects.write(NAME, piecesOf(CONTENT));
    expect((await readAll()).equals(CONTENT)).toBe(true);
    fake.state.fault = () => null;
    let isLost = false;
    fake.state.after = async (method) => {
      if (method !== 'POST' || fake.uploads.size > 0 || isLost) return;
      isLost = true;
      throw new Error('lost');
    };
    await objects.write(NAME, piecesOf(CONTENT));
    expect((await readAll()).equals(CONTENT)).toBe(true);
  });

  test('that changes while it is read is not read further', async () => {
    await objects.write(NAME, piecesOf(CONTENT));
    const reading = objects.read(NAME);
    await reading.next();
    fake.objects.set(NAME, randomBytes(CONTENT.length));
    await expect(reading.next()).rejects.toMatchObject({ refusal: '412 PreconditionFailed' });
    fake.objects.delete(NAME);
    await expect(readAll()).rejects.toMatchObject({ refusal: '404' });
  });

  test('whose writer was killed is removed by the one who knows its name and age', async () => {
    const begunAt = '2026-01-01T00:00:00.000Z';
    for (const id of ['one', 'two']) fake.uploads.set(id, { name: `sealpaste-${id}`, begunAt, parts: new Map() });
    await objects.removeUnfinished('sealpaste-', (name, at) => name === 'sealpaste-one' && at.toISOString() === begunAt);
    expect([...fake.uploads.keys()]).toEqual(['two']);
    fake.uploads.clear();
  });
});
