/**
 * Creates with an `Idempotency-Key`.
 *
 * Guarantees: for 24 hours the same request with the same key gets the same response and makes one paste, through any
 * number of processes at once, since the transaction that creates the paste also stores the response. The same key with
 * another body is refused. The holder of the key can cancel the request: its paste is deleted, and a request still on its
 * way creates nothing.
 * The key is stored as a hash; the response (with the manage token) and the request's hash are sealed. A user's keys belong
 * to that user. Without an account the key itself identifies the request, so it must be 32 random bytes.
 * Not protected: an anonymous client whose keys can be guessed.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Principal } from '../../accounts/principal';
import { sha256 } from '../../encoding/sha256';
import { nothingIfMissing } from '../../http/errors';
import type { Keyring } from '../../vault/keyring';
import { openValue, sealValue } from '../../vault/vault';
import { badIdempotencyKey, CreateCancelledError, contentTooLarge, KeyReusedError } from '../paste.errors';
import { isToken, MAX_CONTENT_BYTES } from '../paste.rules';
import type { PasteService } from './paste.service';
import type { CreatedPaste, Receive } from './paste-creation';
import { answerPlace, type IdempotencyRepository, type StoredCreate } from './paste-idempotency.repository';

const USERS_KEY = /^[!-~]{1,255}$/;

/** The stored response, before sealing. */
interface KeptAnswer extends Omit<CreatedPaste, 'expiresAt'> {
  /** SHA-256, base64url. */
  requestHash: string;
}

export type Idempotency = ReturnType<typeof createIdempotency>;

export function createIdempotency(repository: IdempotencyRepository, pastes: Pick<PasteService, 'create' | 'remove'>, keyring: Keyring) {
  const open = (id: string, sealed: Uint8Array): KeptAnswer => JSON.parse(openValue(keyring, answerPlace(id), sealed));

  function answerAgain(id: string, { answerSealed, expiresAt }: StoredCreate, hash: string): CreatedPaste {
    if (answerSealed === null) throw new CreateCancelledError();
    const { requestHash, ...made } = open(id, answerSealed);
    if (!timingSafeEqual(Buffer.from(requestHash), Buffer.from(hash))) throw new KeyReusedError();
    return { ...made, expiresAt };
  }

  return {
    /**
     * @param key the header; null: the create happens once for each request
     * @throws ValidationError, KeyReusedError, CreateCancelledError, and what `pastes.create` throws
     */
    async create(principal: Principal | null, key: string | null, receive: Receive): Promise<CreatedPaste> {
      if (key === null) return pastes.create(principal, receive);
      const id = requestId(principal, key);
      const request = hashing(receive);
      const before = await repository.find(id);
      if (before) {
        // The content is stored already.
        await request.receive(() => undefined);
        return answerAgain(id, before, request.hash() as string);
      }
      try {
        return await pastes.create(principal, request.receive, (made, pasteId) => {
          const kept: KeptAnswer = { ...made, requestHash: request.hash() as string };
          return repository.record(id, sealValue(keyring, answerPlace(id), JSON.stringify(kept)), pasteId);
        });
      } catch (error) {
        // Another one with this key may have been first, or it was called off meanwhile: either makes the transaction fail.
        const first = request.hash() === null ? null : await repository.find(id).catch(() => null);
        if (!first) throw error;
        return answerAgain(id, first, request.hash() as string);
      }
    },

    /** @returns whether there was a paste, which is deleted now @throws ValidationError */
    async callOff(principal: Principal | null, key: string): Promise<boolean> {
      const id = requestId(principal, key);
      if (await repository.callOff(id)) return false;
      const stored = await repository.find(id);
      if (!stored?.answerSealed) return false;
      const { publicId, manageToken } = open(id, stored.answerSealed);
      const isDeleted = await pastes.remove(publicId, { principal, manageToken }).then(() => true, nothingIfMissing);
      await repository.clear(id);
      return isDeleted ?? false;
    },

    prune: () => repository.prune(),
  };
}

/** @throws ValidationError */
function requestId(principal: Principal | null, key: string): string {
  if (principal === null && !isToken(key))
    throw badIdempotencyKey('expected, without an API key, 32 random bytes as 43 characters of base64url');
  if (!USERS_KEY.test(key)) throw badIdempotencyKey('expected 1 to 255 visible characters of ASCII');
  const caller = principal === null ? 'anonymous' : `user/${principal.userId}`;
  return sha256(`${caller}\n${key}`).toString('base64url');
}

/** Wraps `receive` so that it hashes all it receives, up to the largest content; `hash` returns null until the request is complete. */
function hashing(receive: Receive): { receive: Receive; hash(): string | null } {
  const content = createHash('sha256');
  let bytes = 0;
  let hash: string | null = null;
  return {
    hash: () => hash,
    async receive(sink) {
      const fields = await receive((piece) => {
        bytes += piece.length;
        if (bytes > MAX_CONTENT_BYTES) throw contentTooLarge();
        content.update(piece);
        return sink(piece);
      });
      hash = createHash('sha256').update(content.digest()).update(JSON.stringify(fields)).digest('base64url');
      return fields;
    },
  };
}
