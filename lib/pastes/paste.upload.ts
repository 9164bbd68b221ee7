import { randomBytes } from 'node:crypto';
import { base62Generator } from '../encoding/base62';
import type { Keyring } from '../vault/keyring';
import {
  createDataKey,
  currentLookup,
  type PasteTerms,
  pasteIdPlace,
  pasteKeysOf,
  sealTitle,
  sealValue,
  wrapDataKey,
} from '../vault/vault';
import { CHUNK_BYTES, encodeChunk, type StoredChunk } from './paste.content';
import { contentTooLarge } from './paste.errors';
import type { PasteRepository } from './paste.repository';
import { newRowId } from './paste.row-id';
import type { StoredKeys } from './paste.rows';
import { MAX_CONTENT_BYTES } from './paste.rules';
import { NO_TERMS } from './paste.upload.repository';

/** 24 characters of base62 are 142 bits: nobody guesses one, and two are never the same. */
const newPublicId = base62Generator(24);

/**
 * A content on its way in. Whole pieces go to the database as they fill, so that a 10 MB paste takes
 * no more memory than a small one; what fits into one piece is stored in one statement with the paste.
 */
export interface Upload {
  readonly publicId: string;
  readonly contentBytes: number;
  readonly chunkCount: number;
  /** Whether pieces are in the database already. */
  readonly isStaged: boolean;
  /** @throws PayloadTooLargeError as soon as the content is a byte too long */
  append(piece: Buffer): Promise<void> | undefined;
  /** Encodes the last piece, which the caller stores. */
  finish(): Promise<StoredChunk>;
  /** What the paste is stored under, with its key bound to the terms. */
  storedKeys(terms: PasteTerms): StoredKeys;
  sealTitle(title: string): Uint8Array | null;
  /** Removes what was stored. */
  discard(): Promise<void>;
}

export function startUpload(repository: PasteRepository, keyring: Keyring): Upload {
  const publicId = newPublicId();
  const id = newRowId(Date.now());
  const keys = pasteKeysOf(keyring, publicId);
  const key = createDataKey();
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let contentBytes = 0;
  let staged = 0;

  function storedKeys(terms: PasteTerms): StoredKeys {
    const idSealed = sealValue(keyring, pasteIdPlace(id), publicId);
    return { id, lookup: currentLookup(keys), idSealed, wrappedKey: wrapDataKey(keys, terms, key) };
  }

  /** Stores pieces that are full and not the last; at least one byte stays behind for the last. */
  async function stageFullChunks(): Promise<void> {
    const bytes = Buffer.concat(waiting);
    let from = 0;
    for (; bytes.length - from > CHUNK_BYTES; from += CHUNK_BYTES) {
      const chunk = await encodeChunk(key, { publicId, seq: staged, last: false }, bytes.subarray(from, from + CHUNK_BYTES));
      if (staged === 0) await repository.beginUpload(storedKeys(NO_TERMS), chunk);
      else await repository.continueUpload(id, chunk);
      staged += 1;
    }
    waiting = [bytes.subarray(from)];
    waitingBytes = bytes.length - from;
  }

  return {
    publicId,
    get contentBytes() {
      return contentBytes;
    },
    get chunkCount() {
      return staged + 1;
    },
    get isStaged() {
      return staged > 0;
    },
    append(piece) {
      contentBytes += piece.length;
      if (contentBytes > MAX_CONTENT_BYTES) throw contentTooLarge();
      waiting.push(piece);
      waitingBytes += piece.length;
      return waitingBytes > CHUNK_BYTES ? stageFullChunks() : undefined;
    },
    finish: () =>
      encodeChunk(key, { publicId, seq: staged, last: true }, waiting.length === 1 ? (waiting[0] as Buffer) : Buffer.concat(waiting)),
    storedKeys,
    sealTitle: (title) => (title === '' ? null : sealTitle(keys, title)),
    discard: () => (staged > 0 ? repository.discardUpload(id) : Promise.resolve()),
  };
}

/** A manage token: 32 characters of base64url, 192 bits. */
export function newManageToken(): string {
  return randomBytes(24).toString('base64url');
}
