/**
 * Makes envelopes that our writer would never write, by RFC 7516 §5.1 with Web Crypto alone: with any header, any
 * plaintext, and any bytes under `zip`; only for `alg: dir`.
 */
import { decode, encode } from 'jose/base64url';

/** Key of 43 characters, for tests only. */
export const FORGED_KEY = 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVowMTIzNDU';

export const PLAIN_HEADER = { alg: 'dir', enc: 'A256GCM' };

interface Forgery {
  header?: Record<string, unknown>;
  /** The bytes to encrypt: with `zip`, the compressed ones. */
  plaintext: string | Uint8Array;
}

/** Makes an authentic envelope under FORGED_KEY, as far as the header allows. */
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
