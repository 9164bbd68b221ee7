/**
 * Encryption at rest: a random data key for every paste and every webhook's secret, AES-256-GCM, the
 * data key itself encrypted under the master key.
 *
 * Guarantees: what is stored opens only for the paste, the column and the position it was sealed
 * for, whole: a row re-labelled, swapped, cut short or changed in any bit fails (`SealBrokenError`).
 * Changing the master key touches data keys only, never contents.
 * Not protected: someone who has the master key and the database; a running process's memory; and
 * that rows are deleted or an old state of a row is put back.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keyring } from './keyring';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What is sealed, each under a number of its own. */
const COLUMNS = { title: 1, content: 2, secret: 3 } as const;

/** Stored bytes don't match their place: damaged, moved, or sealed under another data key. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
}

/** A data key in the form in which it is stored. */
export interface WrappedKey {
  /** nonce, encrypted key, tag: 60 bytes */
  dataKey: Uint8Array;
  masterKeyId: string;
}

/** What a sealed value is and where it belongs; every part is authenticated. */
export interface Place {
  /** Identifier of the row, e.g. a paste's public id. */
  row: string;
  column: keyof typeof COLUMNS;
  /** Position of this piece of the column, from 0. */
  seq: number;
  /** Whether it is the last piece, so that a value can't be cut short unnoticed. */
  last: boolean;
  /** How to read what was sealed, a number below 256; so that it can't be read another way. 0: as it is. */
  encoding: number;
}

/** A fresh data key for the row, plain and wrapped under the current master key. */
export function createDataKey(keyring: Keyring, row: string): { key: Buffer; wrapped: WrappedKey } {
  const key = randomBytes(KEY_BYTES);
  return { key, wrapped: wrapDataKey(keyring, row, key) };
}

export function wrapDataKey(keyring: Keyring, row: string, key: Uint8Array): WrappedKey {
  const nonce = randomBytes(NONCE_BYTES);
  const sealed = encrypt(keyring.current.wrappingKey, nonce, `data-key/${row}`, key);
  return { dataKey: Buffer.concat([nonce, sealed]), masterKeyId: keyring.current.id };
}

/** @throws UnknownMasterKeyError, SealBrokenError */
export function unwrapDataKey(keyring: Keyring, row: string, { dataKey, masterKeyId }: WrappedKey): Buffer {
  const { wrappingKey } = keyring.find(masterKeyId);
  return decrypt(wrappingKey, dataKey.subarray(0, NONCE_BYTES), `data-key/${row}`, dataKey.subarray(NONCE_BYTES));
}

/** Encrypts one piece. A data key must seal each place at most once. Answers ciphertext and tag (16 bytes more). */
export function seal(key: Uint8Array, place: Place, plaintext: Uint8Array): Buffer {
  return encrypt(key, nonceOf(place), `${place.column}/${place.row}`, plaintext);
}

/** @throws SealBrokenError */
export function open(key: Uint8Array, place: Place, sealed: Uint8Array): Buffer {
  return decrypt(key, nonceOf(place), `${place.column}/${place.row}`, sealed);
}

/**
 * Position as nonce, as in STREAM (Hoang, Reyhanitabar, Rogaway, Vizár 2015): a data key serves one
 * row and seals each place once, so no nonce repeats, and order and end are authenticated.
 */
function nonceOf({ column, seq, last, encoding }: Place): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce[0] = COLUMNS[column];
  nonce[1] = last ? 1 : 0;
  nonce[2] = encoding;
  nonce.writeUInt32BE(seq, 8);
  return nonce;
}

function encrypt(key: Uint8Array, nonce: Uint8Array, context: string, plaintext: Uint8Array): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce);
  cipher.setAAD(Buffer.from(`sealpaste/v1/${context}`));
  const body = cipher.update(plaintext);
  cipher.final();
  return Buffer.concat([body, cipher.getAuthTag()]);
}

function decrypt(key: Uint8Array, nonce: Uint8Array, context: string, sealed: Uint8Array): Buffer {
  if (sealed.length < TAG_BYTES) throw new SealBrokenError(`sealed value of ${context.split('/')[0]} is too short`);
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(`sealpaste/v1/${context}`));
  decipher.setAuthTag(sealed.subarray(end));
  try {
    const body = decipher.update(sealed.subarray(0, end));
    decipher.final();
    return body;
  } catch (cause) {
    throw new SealBrokenError(`sealed value of ${context.split('/')[0]} doesn't open`, { cause });
  }
}
