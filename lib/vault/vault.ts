/**
 * Encryption at rest, AES-256-GCM. Each content is encrypted under a random data key of its own, which is encrypted
 * under a key derived from the master key and the paste's public id; so is the title.
 * Every other value is encrypted under a key derived from the master key and its row.
 *
 * Guarantees: a stored value can be decrypted only whole, and only for the paste or row, the column and the position
 * it was sealed for: one that was moved, swapped, cut short or changed in any bit fails (`SealBrokenError`), and
 * so does a content when a fixed field of its row has changed since the create (the terms of `wrapDataKey`).
 * A paste is found by a keyed hash of its public id: somebody with the database and without the master key
 * learns no paste's id. Changing the master key rewrites keys and short values only, never contents.
 * Not protected: data from somebody who has the master key and the database, or reads a running process's memory; rows
 * from being deleted, given to another owner, or set back to an old state.
 */
import { type CipherKey, createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import { derivePasteKey, deriveRowKey, type Keyring, type PasteKey, UnknownMasterKeyError } from './keyring';
import { randomSupply } from './random-supply';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Length of the master key's fingerprint at the beginning of a sealed value. */
const KEY_ID_BYTES = 8;

/** The first byte of a piece's nonce. */
const CONTENT = 2;

/** A stored value doesn't match its place: it is damaged, moved, or sealed under another key. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
}

export interface WrappedKey {
  /** nonce, encrypted key, tag: 60 bytes */
  dataKey: Uint8Array;
  masterKeyId: string;
}

/** The place of a piece within a content; every field is authenticated. */
export interface Place {
  row: string;
  /** Position of this piece, from 0. */
  seq: number;
  /** Whether it is the last piece, so that a value can't be cut short unnoticed. */
  last: boolean;
  /** Encoding of the piece before encryption, below 256: authenticated, so that nobody can have it read another way. 0: none. */
  encoding: number;
}

/** The place of a value that is sealed by itself. `row` is unique among all rows that have such values. */
export interface ValuePlace {
  row: string;
  column:
    | 'paste-id'
    | 'webhook-url'
    | 'webhook-secret'
    | 'webhook-response'
    | 'chat-title'
    | 'chat-reply'
    | 'mail-address'
    | 'recipient'
    | 'key-name'
    | 'identity-label'
    | 'list-cursor'
    | 'created-answer'
    | 'request-id'
    | 'request-details'
    | 'report'
    | 'audit';
}

/** Place of a paste's public id: the same in every row that copies the value from the paste's. @param id id of the paste's row */
export const pasteIdPlace = (id: string): ValuePlace => ({ row: `paste/${id}`, column: 'paste-id' });

/** Place of the address of a paste's recipient. @param id id of the paste's row */
export const recipientPlace = (id: string): ValuePlace => ({ row: `paste/${id}`, column: 'recipient' });

/** Place of the id of the secret request that a paste answers: the same in every row with a copy. @param id id of the paste's row */
export const answeredRequestPlace = (id: string): ValuePlace => ({ row: `paste/${id}`, column: 'request-id' });

const LOOKUP_BYTES = 16;

/**
 * Keyed hashes under which a secret request is stored, one for each configured master key, the current one's first: 22
 * characters of base64url. Finding the id in its link takes the key and trying all ids.
 */
export function requestLookups(keyring: Keyring, requestId: string): string[] {
  return keyring.all.map((master) => deriveRowKey(master, `request-lookup/${requestId}`).toString('base64url', 0, LOOKUP_BYTES));
}

/** Names the counter of an address, a user or a key by a keyed hash: 22 characters of base64url. */
export function counterName(keyring: Keyring, limiter: string, identity: string): string {
  return deriveRowKey(keyring.current, `rate-limit/${limiter}/${identity}`).toString('base64url', 0, LOOKUP_BYTES);
}

/**
 * Keyed hashes that show that a link was in a mail of ours, one for each configured master key, the current one's first: 22
 * characters of base64url.
 * @param link what it is for
 */
export function mailLinkProofs(keyring: Keyring, link: string): string[] {
  return keyring.all.map((master) => deriveRowKey(master, `mail-link/${link}`).toString('base64url', 0, LOOKUP_BYTES));
}

/**
 * Codes of six digits, one for each configured master key, the current one's first. 48 bits favour no code noticeably.
 * @param wait names the claim and its wait
 */
export function mailedCodes(keyring: Keyring, wait: string): string[] {
  return keyring.all.map((master) => String(deriveRowKey(master, `mailed-code/${wait}`).readUIntBE(0, 6) % 1_000_000).padStart(6, '0'));
}

/** Shows that `admin doctor` has the master key of the service that it asks. Opens nothing: the service then says what it saw of the request. */
export function doctorToken(keyring: Keyring): string {
  return deriveRowKey(keyring.current, 'doctor').toString('base64url', 0, LOOKUP_BYTES);
}

export interface PasteKeys {
  publicId: string;
  /** One for each master key, the current one's first. */
  all: readonly PasteKey[];
}

export function pasteKeysOf(keyring: Keyring, publicId: string): PasteKeys {
  return { publicId, all: keyring.all.map((master) => derivePasteKey(master, publicId)) };
}

export function currentLookup({ all }: PasteKeys): string {
  return (all[0] as PasteKey).lookup;
}

export const createDataKey: () => Buffer = randomSupply(KEY_BYTES);

/** Encrypts a data key under the current master key. @param terms the paste's fixed fields as a text; decryption needs the same text */
export function wrapDataKey({ all }: PasteKeys, terms: string, dataKey: Uint8Array): WrappedKey {
  const { key, masterKeyId } = all[0] as PasteKey;
  const nonce = newNonce();
  return { dataKey: encrypt(key, nonce, contextOf(terms), dataKey, nonce), masterKeyId };
}

/** @throws UnknownMasterKeyError, SealBrokenError */
export function unwrapDataKey(keys: PasteKeys, terms: string, { dataKey, masterKeyId }: WrappedKey): Buffer {
  const { key } = pasteKey(keys, masterKeyId);
  return decrypt(key, dataKey.subarray(0, NONCE_BYTES), contextOf(terms), dataKey.subarray(NONCE_BYTES));
}

const contextOf = (terms: string) => `v2/data-key/${terms}`;

const TITLE = 'v2/title';

/** Encrypts a title: fingerprint of the current master key (8 bytes), nonce, ciphertext, tag. */
export function sealTitle({ all }: PasteKeys, title: string): Buffer<ArrayBuffer> {
  const { key, masterKeyId } = all[0] as PasteKey;
  return sealed(masterKeyId, key, TITLE, Buffer.from(title));
}

/** @throws UnknownMasterKeyError, SealBrokenError */
export function openTitle(keys: PasteKeys, bytes: Uint8Array): string {
  return opened(pasteKey(keys, masterKeyIdOf(bytes)).key, TITLE, bytes).toString('utf8');
}

function pasteKey({ all }: PasteKeys, masterKeyId: string): PasteKey {
  const found = all.find((key) => key.masterKeyId === masterKeyId);
  if (!found) throw new UnknownMasterKeyError(masterKeyId);
  return found;
}

/** Encrypts a short text for its row; the bytes have the form of `sealTitle`'s. */
export function sealValue(keyring: Keyring, { row, column }: ValuePlace, text: string): Buffer<ArrayBuffer> {
  return sealed(keyring.current.id, deriveRowKey(keyring.current, row), `v2/${column}`, Buffer.from(text));
}

/** @throws UnknownMasterKeyError, SealBrokenError */
export function openValue(keyring: Keyring, { row, column }: ValuePlace, bytes: Uint8Array): string {
  return opened(deriveRowKey(keyring.find(masterKeyIdOf(bytes)), row), `v2/${column}`, bytes).toString('utf8');
}

/** Fingerprint of the master key under which a value is encrypted. */
function masterKeyIdOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(KEY_ID_BYTES, bytes.length)).toString('hex');
}

function sealed(masterKeyId: string, key: Uint8Array, context: string, plaintext: Uint8Array): Buffer<ArrayBuffer> {
  const nonce = newNonce();
  return encrypt(key, nonce, context, plaintext, Buffer.from(masterKeyId, 'hex'), nonce);
}

function opened(key: Uint8Array, context: string, bytes: Uint8Array): Buffer {
  const end = KEY_ID_BYTES + NONCE_BYTES;
  return decrypt(key, bytes.subarray(KEY_ID_BYTES, end), context, bytes.subarray(end));
}

/** Encrypts one piece. A data key must seal each place at most once. @returns ciphertext and tag (16 bytes more) */
export function seal(key: Uint8Array, place: Place, plaintext: Uint8Array): Buffer {
  return encrypt(key, nonceOf(place), `v1/content/${place.row}`, plaintext);
}

/** @throws SealBrokenError */
export function open(key: Uint8Array, place: Place, bytes: Uint8Array): Buffer {
  return decrypt(key, nonceOf(place), `v1/content/${place.row}`, bytes);
}

const newNonce = randomSupply(NONCE_BYTES);

/**
 * The position as nonce, as in STREAM (Hoang, Reyhanitabar, Rogaway, Vizár 2015): a data key serves one
 * row and seals each place once, so no nonce repeats, and order and end are authenticated.
 */
function nonceOf({ seq, last, encoding }: Place): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce[0] = CONTENT;
  nonce[1] = last ? 1 : 0;
  nonce[2] = encoding;
  nonce.writeUInt32BE(seq, 8);
  return nonce;
}

/**
 * Node 24 makes two errors with their stacks inside of a cipher whose key is bytes, which takes three times as long as the cipher.
 * Node 20 and 22 don't, and there the object would take a third of the cipher.
 */
const cipherKey: (key: Uint8Array) => CipherKey = Number.parseInt(process.versions.node, 10) >= 24 ? createSecretKey : (key) => key;

/** @param before stands before the ciphertext in the result */
function encrypt(key: Uint8Array, nonce: Uint8Array, context: string, plaintext: Uint8Array, ...before: Uint8Array[]): Buffer<ArrayBuffer> {
  const cipher = createCipheriv(CIPHER, cipherKey(key), nonce);
  cipher.setAAD(Buffer.from(`sealpaste/${context}`));
  const body = cipher.update(plaintext);
  cipher.final();
  return Buffer.concat([...before, body, cipher.getAuthTag()]);
}

function decrypt(key: Uint8Array, nonce: Uint8Array, context: string, bytes: Uint8Array): Buffer {
  const end = bytes.length - TAG_BYTES;
  if (nonce.length < NONCE_BYTES || end < 0) throw new SealBrokenError(`sealed value of ${context.split('/')[1]} is too short`);
  const decipher = createDecipheriv(CIPHER, cipherKey(key), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(`sealpaste/${context}`));
  decipher.setAuthTag(bytes.subarray(end));
  try {
    const body = decipher.update(bytes.subarray(0, end));
    decipher.final();
    return body;
  } catch (cause) {
    throw new SealBrokenError(`sealed value of ${context.split('/')[1]} doesn't open`, { cause });
  }
}
