/**
 * Objects in a bucket of an S3-compatible store.
 *
 * Not protected: whoever has the keys of the bucket can remove objects, and exchange them, which decryption notices.
 */
import { randomBytes } from 'node:crypto';
import { OperatorError } from '../errors/operator-error';
import { asUnavailable, codeOf, createStoreCall, type Patience, type StoreCall, type StoreSettings } from './store-calls';

/** A client waits for these calls. */
const PATIENCE: Patience = { deadlineMs: 20_000, silenceMs: 8_000 };

export type ObjectStore = ReturnType<typeof objectsBy>;

/** @param onResult called after each call, for the metrics @throws StoreUnavailableError in each method */
export function createObjectStore(settings: StoreSettings, onResult?: Parameters<typeof createStoreCall>[2]): ObjectStore {
  return objectsBy(createStoreCall(settings, PATIENCE, onResult));
}

export function objectsBy(call: StoreCall) {
  return {
    async put(name: string, bytes: Uint8Array): Promise<void> {
      await call('PUT', `/${name}`, { expected: [200], body: bytes });
    },

    /** @returns null when there is no such object */
    async get(name: string): Promise<Buffer | null> {
      const { status, bytes } = await call('GET', `/${name}`, { expected: [200, 404] });
      if (status === 200) return bytes;
      // A bucket that is missing is no object that is missing.
      if (codeOf(bytes) === 'NoSuchBucket') throw asUnavailable('GET', { status, bytes });
      return null;
    },

    async has(name: string): Promise<boolean> {
      return (await call('HEAD', `/${name}`, { expected: [200, 404] })).status === 200;
    },

    async remove(name: string): Promise<void> {
      const response = await call('DELETE', `/${name}`, { expected: [200, 204, 404] });
      if (codeOf(response.bytes) === 'NoSuchBucket') throw asUnavailable('DELETE', response);
    },

    /** Yields names that begin with the prefix, in order. */
    async *list(prefix: string): AsyncGenerator<string> {
      for (let after = ''; ; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...(after === '' ? {} : { 'start-after': after }) });
        const text = (await call('GET', `/?${query}`, { expected: [200] })).bytes.toString('utf8');
        // Our names need no escapes, and a name that does is none of ours.
        const names = [...text.matchAll(/<Key>([\w/.-]+)<\/Key>/g)].map(([, name]) => name as string);
        yield* names;
        after = names.at(-1) ?? '';
        if (after === '' || !text.includes('<IsTruncated>true</IsTruncated>')) return;
      }
    },
  };
}

/** Writes, reads and removes an object, as the service will. @throws StoreUnavailableError, OperatorError */
export async function probeStore(store: Pick<ObjectStore, 'put' | 'get' | 'remove'>, folder = 'v1/'): Promise<void> {
  const name = `${folder}probe-${randomBytes(12).toString('hex')}`;
  const bytes = randomBytes(16);
  await store.put(name, bytes);
  const read = await store.get(name);
  await store.remove(name);
  if (!read?.equals(bytes)) throw new OperatorError('the store does not return what was written to it');
}
