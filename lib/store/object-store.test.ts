import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startFakeStore } from '../testing/fake-store';
import { freePort } from '../testing/free-port';
import { createObjectStore, probeStore } from './object-store';
import { parseStoreAddress, type StoreAddress } from './store-address';

const SECRET = 'test-secret';

/** A real server, as e2e/swift/run.sh starts it. */
const { TEST_CONTENT_STORE, TEST_CONTENT_STORE_KEY_ID = '', TEST_CONTENT_STORE_SECRET = '' } = process.env;
const real = TEST_CONTENT_STORE
  ? { address: parseStoreAddress(TEST_CONTENT_STORE) as StoreAddress, keyId: TEST_CONTENT_STORE_KEY_ID, secret: TEST_CONTENT_STORE_SECRET }
  : null;

async function withStore(
  run: (
    fake: Awaited<ReturnType<typeof startFakeStore>>,
    settings: { address: StoreAddress; keyId: string; secret: string },
  ) => Promise<void>,
) {
  const fake = await startFakeStore();
  const address = parseStoreAddress(fake.variables.CONTENT_STORE) as StoreAddress;
  try {
    await run(fake, { address, keyId: fake.variables.CONTENT_STORE_KEY_ID, secret: SECRET });
  } finally {
    await fake.close();
  }
}

describe('an object store', () => {
  it('takes, returns, lists and removes objects', { timeout: 120_000 }, () =>
    withStore(async (fake, settings) => {
      const store = createObjectStore(real ?? settings);
      await probeStore(store);
      expect(fake.objects.size).toBe(0);
      const names = Array.from({ length: real ? 20 : 1_050 }, (_, index) => `v1/${String(index).padStart(24, '0')}`);
      for (const name of [...names, 'other/1']) await store.put(name, Buffer.from(name));
      const listed: string[] = [];
      for await (const name of store.list('v1/')) listed.push(name);
      expect(listed).toEqual(names);
      expect(String(await store.get('v1/000000000000000000000001'))).toBe('v1/000000000000000000000001');
      expect([await store.has('other/1'), await store.has('other/2'), await store.get('other/2')]).toEqual([true, false, null]);
      for (const name of [...names, 'other/1', 'other/2']) await store.remove(name);
      expect(await store.has('other/1')).toBe(false);
      const wrong = createObjectStore({ ...(real ?? settings), secret: 'wrong-secret' });
      await expect(wrong.get('v1/a')).rejects.toMatchObject({ refusal: '403 SignatureDoesNotMatch' });
    }),
  );

  it.each([
    ['secret', { secret: 'wrong-secret' }, '403 SignatureDoesNotMatch'],
    ['key', { keyId: 'wrong-key' }, '403 SignatureDoesNotMatch'],
    ['bucket', {}, '404 NoSuchBucket'],
  ])('with a wrong %s fails at once, without the key in its error', (what, wrong, refusal) =>
    withStore(async (_, settings) => {
      const url = what === 'bucket' ? settings.address.url.replace('contents', 'elsewhere') : settings.address.url;
      const store = createObjectStore({ ...settings, address: { ...settings.address, url }, ...wrong });
      for (const call of [() => store.put('v1/a', Buffer.from('CONTENT')), () => store.get('v1/a')]) {
        const error = (await call().catch((caught: Error) => caught)) as Error;
        expect(error).toMatchObject({ status: 503, refusal });
        const said = [error.message, error.stack, String((error.cause as Error).stack), JSON.stringify(error)].join();
        expect(said).not.toMatch(/test-key-id|test-secret|wrong-secret|wrong-key|CONTENT|Signature=/);
      }
    }),
  );

  it('names no address when nobody listens there', async () => {
    const port = await freePort();
    const address = parseStoreAddress(`s3://contents?endpoint=http://127.0.0.1:${port}`) as StoreAddress;
    const error = await createObjectStore({ address, keyId: 'key', secret: SECRET })
      .get('v1/a')
      .then(String, (caught: Error) => caught);
    const cause = (error as Error).cause as Error;
    expect(cause.message).toBe('GET: ECONNREFUSED');
    expect(`${(error as Error).stack}${cause.stack}`).not.toContain(String(port));
  });

  it('does not follow a redirect', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(String(request.url));
      response.writeHead(307, { Location: '/elsewhere' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const address = parseStoreAddress(`s3://contents?endpoint=http://127.0.0.1:${port}`) as StoreAddress;
    await expect(createObjectStore({ address, keyId: 'key', secret: SECRET }).get('v1/a')).rejects.toMatchObject({ refusal: '307' });
    expect(asked).toEqual(['/contents/v1/a']);
    server.close();
    server.closeAllConnections();
  });
});

describe('the address of a store', () => {
  it.each([
    ['s3://pastes', 'https://pastes.s3.us-east-1.amazonaws.com', 'us-east-1'],
    ['s3://pastes?region=eu-central-1', 'https://pastes.s3.eu-central-1.amazonaws.com', 'eu-central-1'],
    ['s3://pastes?endpoint=http://10.0.0.5:9000', 'http://10.0.0.5:9000/pastes', 'us-east-1'],
    ['s3://pastes?endpoint=https://s3.example.org&path-style=false&region=x', 'https://pastes.s3.example.org', 'x'],
  ])('%s is understood', (text, url, region) => {
    expect(parseStoreAddress(text)).toEqual({ bucket: 'pastes', url, region });
  });

  it.each([
    'pastes',
    'https://pastes',
    's3://',
    's3://pastes/folder',
    's3://key:secret@pastes',
    's3://pastes?secret=x',
    's3://pastes?endpoint=ftp://a',
    's3://pastes?endpoint=https://user@a',
    's3://pastes?endpoint=https://a/b',
    's3://pastes?path-style=yes',
    's3://pastes?region=a.evil.example/',
  ])('%s is refused', (text) => {
    expect(parseStoreAddress(text)).toBeNull();
  });
});
