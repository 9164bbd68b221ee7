/**
 * Objects in a bucket of an S3-compatible store.
 *
 * Guarantees: a call ends within DEADLINE_MS, with its tries. The body of a request is part of its signature. Redirects are
 * not followed, so nobody else gets a signature. No error contains a key, a signature, an address or bytes of an object.
 * Not protected: whoever has the keys of the bucket can remove objects, and exchange them, which decryption notices.
 */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Pool } from 'undici';
import { OperatorError } from '../errors/operator-error';
import { StoreUnavailableError } from './store.errors';
import type { StoreAddress } from './store-address';

/** Time for a call with all its tries. */
const DEADLINE_MS = 20_000;
const CONNECT_MS = 3_000;
/** Silence of the store after which a try has failed. */
const SILENCE_MS = 8_000;
const MAX_TRIES = 3;
/** Wait before the second try; doubled before the third. */
const RETRY_MS = 100;
const CONNECTIONS = 32;
/** The largest response is a list of 1,000 objects. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

export interface StoreSettings {
  address: StoreAddress;
  keyId: string;
  secret: string;
}

export interface ObjectStore {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** @returns null when there is no such object */
  get(name: string): Promise<Buffer | null>;
  has(name: string): Promise<boolean>;
  /** Removes the object, if there is one. */
  remove(name: string): Promise<void>;
  /** Names that begin with the prefix, in order. */
  list(prefix: string): AsyncIterable<string>;
}

type Method = 'PUT' | 'GET' | 'HEAD' | 'DELETE';

interface StoreResponse {
  status: number;
  bytes: Buffer;
}

/** @param onResult called after each call, for the metrics */
export function createObjectStore(
  { address, keyId, secret }: StoreSettings,
  onResult: (method: Method, isWell: boolean) => void = () => undefined,
): ObjectStore {
  const bucket = new URL(address.url);
  const pool = new Pool(bucket.origin, {
    connections: CONNECTIONS,
    connect: { timeout: CONNECT_MS },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
    maxResponseSize: MAX_RESPONSE_BYTES,
  });
  const signingKeys = new Map<string, ArrayBuffer>();

  async function attempt(method: Method, path: string, body: Uint8Array | null, signal: AbortSignal): Promise<StoreResponse> {
    const signer = new AwsV4Signer({
      method,
      url: `${address.url}${path}`,
      headers: {
        'X-Amz-Content-Sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      accessKeyId: keyId,
      secretAccessKey: secret,
      service: 's3',
      region: address.region,
      cache: signingKeys,
    });
    const { url, headers } = await signer.sign();
    const response = await pool.request({ method, path: url.pathname + url.search, headers: Object.fromEntries(headers), body, signal });
    return { status: response.statusCode, bytes: Buffer.from(await response.body.arrayBuffer()) };
  }

  /** @param expected statuses of success @throws StoreUnavailableError */
  async function call(method: Method, path: string, expected: readonly number[], body: Uint8Array | null = null): Promise<StoreResponse> {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    for (let tries = 1; ; tries++) {
      const result = await attempt(method, path, body, signal).catch((error: Error) => error);
      if (!(result instanceof Error) && expected.includes(result.status)) {
        onResult(method, true);
        return result;
      }
      const mayPass = result instanceof Error ? !signal.aborted : result.status >= 500 || result.status === 429;
      if (mayPass && tries < MAX_TRIES) {
        await sleep(RETRY_MS * 2 ** (tries - 1));
        continue;
      }
      onResult(method, false);
      throw asUnavailable(method, result);
    }
  }

  return {
    async put(name, bytes) {
      await call('PUT', `/${name}`, [200], bytes);
    },

    async get(name) {
      const { status, bytes } = await call('GET', `/${name}`, [200, 404]);
      if (status === 200) return bytes;
      // A bucket that is missing is no object that is missing.
      if (codeOf(bytes) === 'NoSuchBucket') throw asUnavailable('GET', { status, bytes });
      return null;
    },

    async has(name) {
      return (await call('HEAD', `/${name}`, [200, 404])).status === 200;
    },

    async remove(name) {
      const response = await call('DELETE', `/${name}`, [200, 204, 404]);
      if (codeOf(response.bytes) === 'NoSuchBucket') throw asUnavailable('DELETE', response);
    },

    async *list(prefix) {
      for (let after = ''; ; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...(after === '' ? {} : { 'start-after': after }) });
        const text = (await call('GET', `/?${query}`, [200])).bytes.toString('utf8');
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
export async function probeStore(store: ObjectStore): Promise<void> {
  const name = `v1/probe-${randomBytes(12).toString('hex')}`;
  const bytes = randomBytes(16);
  await store.put(name, bytes);
  const read = await store.get(name);
  await store.remove(name);
  if (!read?.equals(bytes)) throw new OperatorError('CONTENT_STORE: the store does not return what was written to it');
}

/** The code in an error of the store, whose other parts may repeat the request. */
const codeOf = (bytes: Buffer): string => /<Code>(\w+)<\/Code>/.exec(bytes.toString('utf8', 0, 4096))?.[1] ?? '';

function asUnavailable(method: Method, result: StoreResponse | Error): StoreUnavailableError {
  // The message of a network error has the address.
  if (result instanceof Error)
    return new StoreUnavailableError(null, new Error(`${method}: ${(result as NodeJS.ErrnoException).code ?? result.name}`));
  const refusal = `${result.status} ${codeOf(result.bytes)}`.trim();
  return new StoreUnavailableError(refusal, new Error(`the object store responded to ${method} with ${refusal}`));
}
