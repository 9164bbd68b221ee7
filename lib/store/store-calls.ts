/**
 * Signed requests to a bucket of an S3-compatible store.
 *
 * Guarantees: a call ends within its deadline, with its tries. The body of a request is part of its signature. Redirects are
 * not followed, so nobody else gets a signature. No error contains a key, a signature, an address or bytes of an object.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { Pool } from 'undici';
import { sha256 } from '../encoding/sha256';
import { StoreUnavailableError } from './store.errors';
import type { StoreAddress } from './store-address';

const CONNECT_MS = 3_000;
const MAX_TRIES = 3;
/** Wait before the second try; doubled before the third. */
const RETRY_MS = 100;
const CONNECTIONS = 32;
/** The largest response is a list of 1,000 objects, or a part of a large object. */
export const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

export interface StoreSettings {
  address: StoreAddress;
  keyId: string;
  secret: string;
}

export interface Patience {
  /** Time for a call with all its tries. */
  deadlineMs: number;
  /** Silence of the store after which a try has failed. */
  silenceMs: number;
}

export type Method = 'PUT' | 'GET' | 'HEAD' | 'DELETE' | 'POST';

export interface StoreResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

interface CallOptions {
  expected: readonly number[];
  body?: Uint8Array;
  headers?: Record<string, string>;
  /** Whether a response of an expected status is a success, where its status doesn't tell. */
  isDone?(response: StoreResponse): boolean;
}

/** @param path in the bucket, with its query @throws StoreUnavailableError */
export type StoreCall = (method: Method, path: string, options: CallOptions) => Promise<StoreResponse>;

/** @param onResult called after each call, for the metrics */
export function createStoreCall(
  { address, keyId, secret }: StoreSettings,
  { deadlineMs, silenceMs }: Patience,
  onResult: (method: Method, isWell: boolean) => void = () => undefined,
): StoreCall {
  const bucket = new URL(address.url);
  const pool = new Pool(bucket.origin, {
    connections: CONNECTIONS,
    connect: { timeout: CONNECT_MS },
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    maxResponseSize: MAX_RESPONSE_BYTES,
  });
  const signer = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region: address.region });

  async function attempt(method: Method, path: string, { body, headers }: CallOptions, signal: AbortSignal): Promise<StoreResponse> {
    const hash = sha256(body ?? '').toString('hex');
    const signed = await signer.sign(address.url + path, { method, headers: { ...headers, 'X-Amz-Content-Sha256': hash } });
    const { pathname, search } = new URL(signed.url);
    const options = { method, path: pathname + search, headers: Object.fromEntries(signed.headers), body: body ?? null, signal };
    const response = await pool.request(options);
    return { status: response.statusCode, headers: response.headers, bytes: Buffer.from(await response.body.arrayBuffer()) };
  }

  return async function call(method, path, options) {
    const { expected, isDone = () => true } = options;
    const signal = AbortSignal.timeout(deadlineMs);
    for (let tries = 1; ; tries++) {
      const result = await attempt(method, path, options, signal).catch((error: Error) => error);
      const isExpected = !(result instanceof Error) && expected.includes(result.status);
      if (isExpected && isDone(result)) {
        onResult(method, true);
        return result;
      }
      const mayPass = result instanceof Error ? !signal.aborted : isExpected || result.status >= 500 || result.status === 429;
      if (mayPass && tries < MAX_TRIES) {
        await sleep(RETRY_MS * 2 ** (tries - 1));
        continue;
      }
      onResult(method, false);
      throw asUnavailable(method, result);
    }
  };
}

/** The code in an error of the store, whose other parts may repeat the request. */
export const codeOf = (bytes: Buffer): string => /<Code>(\w+)<\/Code>/.exec(bytes.toString('utf8', 0, 4096))?.[1] ?? '';

export function asUnavailable(method: Method, result: Pick<StoreResponse, 'status' | 'bytes'> | Error): StoreUnavailableError {
  // The message of a network error has the address.
  if (result instanceof Error)
    return new StoreUnavailableError(null, new Error(`${method}: ${(result as NodeJS.ErrnoException).code ?? result.name}`));
  const refusal = `${result.status} ${codeOf(result.bytes)}`.trim();
  return new StoreUnavailableError(refusal, new Error(`the object store responded to ${method} with ${refusal}`));
}
