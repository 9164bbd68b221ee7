/**
 * Envelopes that our writer would never write, put together by hand from RFC 7516 §5.1 on bare Web Crypto: with any
 * header, any plaintext, any bytes under `zip`. Only `alg: dir`.
 */
import { decode, encode } from 'jose/base64url';

/** 43 characters, for tests only. */
export const FORGED_KEY = 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVowMTIzNDU';

export const PLAIN_HEADER = { alg: 'dir', enc: 'A256GCM' };

interface Forgery {
  header?: Record<string, unknown>;
  /** What is encrypted: under `zip`, the compressed bytes. */
  plaintext: string | Uint8Array;
}

/** An authentic envelope under FORGED_KEY, or as authentic as such a header allows. */
export async function forge({ header = PLAIN_HEADER, plaintext }: Forgery): Promise<string> {
  const encodedHeader = encode(JSON.stringify(header));
  const key = await crypto.subtle.importKey('raw', toBytes(decode(FORGED_KEY)), 'AES-GCM', false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = toBytes(typeof plaintext === 'string' ? new TextEncoder().encode(plaintext) : plaintext);
  const additionalData = new TextEncoder().encode(encodedHeader);
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes));
  return [encodedHeader, '', encode(iv), encode(sealed.subarray(0, -16)), encode(sealed.subarray(-16))].join('.');
}

export async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([toBytes(bytes)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Web Crypto's types exclude shared memory, which nothing here uses. */
function toBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes as Uint8Array<ArrayBuffer>;
}
