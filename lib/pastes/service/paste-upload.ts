import { randomBytes } from 'node:crypto';
import { base62Generator } from '../../encoding/base62';
import type { Keyring } from '../../vault/keyring';
import {
  createDataKey,
  currentLookup,
  type PasteKeys,
  pasteIdPlace,
  pasteKeysOf,
  recipientPlace,
  sealTitle,
  sealValue,
  wrapDataKey,
} from '../../vault/vault';
import { contentTooLarge } from '../paste.errors';
import { MAX_CONTENT_BYTES } from '../paste.rules';
import type { PasteRepository } from '../storage/paste.repository';
import { CHUNK_BYTES, encodeChunk, type StoredChunk } from '../storage/paste-content';
import { JWE_HEAD_BYTES } from '../storage/paste-envelope';
import { newRowId } from '../storage/paste-rows';
import type { StoredKeys } from '../storage/paste-upload.repository';

/** 24 characters of base62 are 142 bits: nobody can guess an id, and no two are the same. */
const newPublicId = base62Generator(24);

/**
 * A content while it arrives. Full pieces go to the database at once, so that a 10 MB paste takes no more memory than a
 * small one. A content of one piece is stored in the transaction of its paste.
 *
 * This is a class since V8 keeps the content and key of an object literal with getters in memory until a full collection.
 */
export class Upload {
  readonly publicId = newPublicId();
  readonly #id = newRowId(Date.now());
  readonly #key = createDataKey();
  readonly #keys: PasteKeys;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #contentBytes = 0;
  #staged = 0;
  /** The beginning of a content whose first piece is stored already. */
  #stagedBeginning: Buffer | null = null;

  constructor(
    private readonly repository: PasteRepository,
    private readonly keyring: Keyring,
  ) {
    this.#keys = pasteKeysOf(keyring, this.publicId);
  }

  get contentBytes(): number {
    return this.#contentBytes;
  }

  get chunkCount(): number {
    return this.#staged + 1;
  }

  /** The first bytes of the content, as many as an envelope's header may have. */
  get beginning(): Buffer {
    return this.#stagedBeginning ?? Buffer.concat(this.#waiting, Math.min(this.#waitingBytes, JWE_HEAD_BYTES));
  }

  /** @returns a promise only where something is stored @throws PayloadTooLargeError as soon as the content is a byte too long */
  append(piece: Buffer): Promise<void> | undefined {
    this.#contentBytes += piece.length;
    if (this.#contentBytes > MAX_CONTENT_BYTES) throw contentTooLarge();
    this.#waiting.push(piece);
    this.#waitingBytes += piece.length;
    return this.#waitingBytes > CHUNK_BYTES ? this.#stageFullChunks() : undefined;
  }

  /** Encodes the last piece, which the caller stores. */
  finish(): Promise<StoredChunk> {
    const [first = Buffer.alloc(0), ...others] = this.#waiting;
    const last = others.length === 0 ? first : Buffer.concat(this.#waiting);
    return encodeChunk(this.#key, { row: this.publicId, seq: this.#staged, last: true }, last);
  }

  /** The ids and keys under which the paste is stored; its content's key is bound to the terms. An upload under way has none. */
  storedKeys(terms = ''): StoredKeys {
    const id = this.#id;
    const idSealed = sealValue(this.keyring, pasteIdPlace(id), this.publicId);
    return { id, lookup: currentLookup(this.#keys), idSealed, wrappedKey: wrapDataKey(this.#keys, terms, this.#key) };
  }

  sealTitle(title: string): Uint8Array | null {
    return title === '' ? null : sealTitle(this.#keys, title);
  }

  sealRecipient(address: string | null): Uint8Array | null {
    return address === null ? null : sealValue(this.keyring, recipientPlace(this.#id), address);
  }

  async discard(): Promise<void> {
    if (this.#staged > 0) await this.repository.discardUpload(this.#id);
  }

  /** Stores all full pieces but the last; at least one byte stays in memory for that one. */
  async #stageFullChunks(): Promise<void> {
    const { publicId, repository } = this;
    const bytes = Buffer.concat(this.#waiting);
    let from = 0;
    // A copy, since a part would keep all of it in memory.
    this.#stagedBeginning ??= Buffer.from(bytes.subarray(0, JWE_HEAD_BYTES));
    for (; bytes.length - from > CHUNK_BYTES; from += CHUNK_BYTES) {
      const place = { row: publicId, seq: this.#staged, last: false };
      const chunk = await encodeChunk(this.#key, place, bytes.subarray(from, from + CHUNK_BYTES));
      await repository.stage(this.storedKeys(), chunk);
      this.#staged += 1;
    }
    this.#waiting = [bytes.subarray(from)];
    this.#waitingBytes = bytes.length - from;
  }
}

/** A manage token: 32 characters of base64url, 192 bits. */
export function newManageToken(): string {
  return randomBytes(24).toString('base64url');
}
