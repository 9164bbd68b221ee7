/**
 * Secret requests: somebody asks for secrets, and everybody who has the link can send one, encrypted for the asker's public key.
 *
 * Guarantees:
 * - An answer is a paste of the asker. Only the asker learns its public id, which is the right to read it: through their account, or the
 *   request's manage token. The sender gets a token for the receipt, and nothing else.
 * - Of any number of simultaneous answers, across any number of processes, exactly `maxAnswers` are stored. A request that has ended or
 *   expired, or whose owner is disabled, takes none: the transaction that stores an answer checks this.
 * - An answer that is sent again with its `Idempotency-Key` is stored once, and gets the first response: also when it filled the request,
 *   the request has ended, or both arrive at once. The key is also the token for its receipt.
 * - What is stored of a request is encrypted. A request is found by a keyed hash of its id. What is asked for may be sealed by the asker,
 *   and so is the vault, which only the asker's inbox link opens.
 * - A code finds one open request. The transaction that stores a request takes its code, which a code in use refuses.
 * Not protected: the service sees the public key and a label that isn't sealed, when and from where answers come, and how long they
 * are. It could show another public key: so a link's fragment holds the thumbprint of the right one (docs/requests.md), and whoever
 * types a code computes that of the key, which the service doesn't. It could withhold an answer, or keep a copy,
 * which only the private key decrypts.
 */
import { createPublicKey, randomBytes } from 'node:crypto';
import type { HouseRule } from '../accounts/house-rules.rules';
import type { Principal } from '../accounts/principal';
import { NoRowError } from '../db/database';
import { base62Generator } from '../encoding/base62';
import { sha256 } from '../encoding/sha256';
import { inspectAnswerHeader } from '../envelope/answer-header';
import { MAX_HEADER_CHARACTERS } from '../envelope/envelope.rules';
import type { PieceSink } from '../http/body';
import { NotFoundError, nothingIfMissing, PublicError } from '../http/errors';
import { badIdempotencyKey } from '../pastes/paste.errors';
import { DEFAULT_SYNTAX, isToken } from '../pastes/paste.rules';
import { NO_OPTIONS } from '../pastes/paste-options.rules';
import { TooManyBytesError, TooManyPastesError } from '../pastes/service/limits.errors';
import type { PasteService } from '../pastes/service/paste.service';
import { requireRulesOfRequest, rulesFor } from '../pastes/service/paste-house-rules';
import { admit, allowedTtl, type PastePolicy } from '../pastes/service/paste-policy';
import { type ManageCredentials, requireManager } from '../pastes/service/paste-rights';
import { newManageToken } from '../pastes/service/paste-upload';
import { AskerFullError, CodeTakenError, notAnAnswer, notOnCurve, RequestFullError, TooManySecretRequestsError } from './request.errors';
import type { SecretRequest, SecretRequestRepository } from './request.repository';
import { MAX_REQUESTS_PER_USER } from './request.rules';
import type { PublicKeyJson, SecretRequestFields } from './request.schema';

const NO_RULES: ReadonlySet<HouseRule> = new Set();

/** 24 characters of base62, like a paste's id. */
const newRequestId = base62Generator(24);

export function createSecretRequestService(
  repository: SecretRequestRepository,
  pastes: Pick<PasteService, 'create' | 'removeAny'>,
  policy: PastePolicy,
) {
  /** @throws NotFoundError */
  async function findKept(requestId: string): Promise<SecretRequest> {
    const request = await repository.find(requestId);
    if (!request) throw new NotFoundError();
    return request;
  }

  /** @throws NotFoundError, UnauthorizedError, ForbiddenError */
  async function findOwn(requestId: string, credentials: ManageCredentials): Promise<SecretRequest> {
    const request = await findKept(requestId);
    requireManager(request, credentials);
    return request;
  }

  /** @throws NotFoundError, RequestFullError */
  function requireOpen({ state }: SecretRequest): void {
    if (state === 'full') throw new RequestFullError();
    if (state !== 'open') throw new NotFoundError();
  }

  const ttlSecondsOf = ({ ttlMs }: SecretRequest) => Math.min(ttlMs / 1000, policy.maxTtlSeconds ?? Number.POSITIVE_INFINITY);

  /** @param receiptToken of a burn paste; null for another */
  async function toCreated(request: SecretRequest, createdAt: number, receiptToken: string | null) {
    const { answersLeft } = (await repository.find(request.requestId)) ?? { answersLeft: 0 };
    return { createdAt, expiresAt: createdAt + ttlSecondsOf(request) * 1000, answersLeft, receiptToken };
  }

  /** The response to an earlier answer with the same key; null: there was none. */
  async function findAnswered(request: SecretRequest, idempotencyKey: string | null) {
    const same = idempotencyKey === null ? null : await repository.findAnswered(request, sha256(idempotencyKey));
    return same === null ? null : toCreated(request, same.createdAt, request.burnAfterRead ? idempotencyKey : null);
  }

  return {
    /**
     * @throws ValidationError, KeyRequiredError, StorageFullError, DiskFullError, TooManyPastesError, TooManySecretRequestsError,
     * CodeTakenError
     */
    async create(principal: Principal | null, fields: SecretRequestFields) {
      const { publicKey, manageProof, ttlSeconds } = fields;
      requireRulesOfRequest(rulesFor(policy, principal), principal, fields.burnAfterRead);
      // A request needs room for a paste, since its answers are pastes.
      (await admit(policy, principal)).release();
      allowedTtl(policy, principal, ttlSeconds);
      requirePoint(publicKey);
      const requestId = newRequestId();
      // Only for a request without owner and without a token of its asker's choice; shown once.
      const manageToken = principal === null && manageProof === undefined ? newManageToken() : null;
      const given = manageProof === undefined ? null : Buffer.from(manageProof, 'base64url');
      const manageTokenHash = manageToken === null ? given : sha256(manageToken);
      const ownerId = principal?.userId ?? null;
      const inserted = await repository.insert({ ...fields, requestId, ownerId, manageTokenHash }).catch((error: unknown) => {
        throw error instanceof NoRowError ? new CodeTakenError() : error;
      });
      if (!inserted) throw new TooManySecretRequestsError(MAX_REQUESTS_PER_USER);
      return { requestId, expiresAt: inserted.expiresAt, manageToken };
    },

    /** The request for everybody who has the link, while it takes answers or is full. @throws NotFoundError */
    async find(requestId: string): Promise<SecretRequest> {
      const request = await findKept(requestId);
      if (request.state === 'ended' || request.state === 'expired') throw new NotFoundError();
      return request;
    },

    /** The open request with this code. @throws NotFoundError */
    async findByCode(code: string): Promise<SecretRequest> {
      const request = await repository.findByCode(code);
      if (!request) throw new NotFoundError();
      return request;
    },

    list: ({ userId }: Principal, limit: number, offset: number): Promise<SecretRequest[]> => repository.listOwned(userId, limit, offset),

    /** The asker's request and its answers. @throws NotFoundError, UnauthorizedError, ForbiddenError */
    async listAnswers(requestId: string, credentials: ManageCredentials) {
      const request = await findOwn(requestId, credentials);
      return { request, answers: await repository.listAnswers(request.id) };
    },

    /**
     * Stores an answer. Of its envelope, only the header is checked.
     * @param receive gives the answer's text to the sink; its errors are passed on
     * @param idempotencyKey 32 random bytes as 43 characters of base64url, chosen by the sender; null: none
     * @throws NotFoundError, RequestFullError, AskerFullError, ValidationError, PayloadTooLargeError, KeyRequiredError,
     * StorageFullError, DiskFullError
     */
    async answer(requestId: string, receive: (sink: PieceSink) => Promise<void>, idempotencyKey: string | null = null) {
      if (idempotencyKey !== null && !isToken(idempotencyKey))
        throw badIdempotencyKey('expected 32 random bytes as 43 characters of base64url');
      const request = await findKept(requestId);
      const before = await findAnswered(request, idempotencyKey);
      if (before !== null) {
        // The client sends its body again, which must be read.
        await receive(async () => undefined);
        return before;
      }
      requireOpen(request);
      const { ownerId, burnAfterRead, manageTokenHash, label } = request;
      const receiptToken = burnAfterRead ? (idempotencyKey ?? randomBytes(32).toString('base64url')) : null;
      const known = receiptToken ?? idempotencyKey;
      const ttlSeconds = ttlSecondsOf(request);
      const fields = {
        // Lists and messages name the answer by it. The server knows the label; the answer's own title is in its envelope.
        title: label,
        syntax: DEFAULT_SYNTAX,
        ttlSeconds,
        protect: false,
        readProof: null,
        ...NO_OPTIONS,
        burnAfterRead,
        isE2ee: true,
      };
      return pastes
        .create(
          ownerId === null ? null : { userId: ownerId },
          async (sink) => {
            const header = checkingHeader(sink);
            await receive(header.sink);
            header.end();
            return { ...fields, manageTokenHash };
          },
          (_, pasteId) => repository.countAnswer(request, pasteId, known === null ? null : sha256(known)),
          // The rules were those of the request, when it was made.
          NO_RULES,
        )
        .then(({ expiresAt }) => toCreated(request, (expiresAt as number) - ttlSeconds * 1000, receiptToken))
        .catch(async (error: unknown) => {
          const same = await findAnswered(request, idempotencyKey);
          if (same !== null) return same;
          if (error instanceof TooManyPastesError || error instanceof TooManyBytesError) throw new AskerFullError();
          // The transaction fails when other answers were first, or the request ended or expired meanwhile.
          if (!(error instanceof PublicError)) requireOpen(await findKept(requestId));
          throw error;
        });
    },

    /**
     * The state of an answer, for its sender. A wrong token gets the same response as a request that never existed.
     * @throws NotFoundError
     */
    async receipt(requestId: string, receiptToken: string | null) {
      const receipt = receiptToken === null ? null : await repository.findReceipt(requestId, sha256(receiptToken));
      if (!receipt) throw new NotFoundError();
      return receipt;
    },

    /**
     * Ends the request: it takes no more answers. May be called again.
     * @param withAnswers also deletes the waiting answers, except those that a reader has claimed
     * @returns how many were deleted
     * @throws NotFoundError, UnauthorizedError, ForbiddenError
     */
    async end(requestId: string, withAnswers: boolean, credentials: ManageCredentials): Promise<number> {
      const { id, ownerId } = await findOwn(requestId, credentials);
      await repository.end(id);
      if (!withAnswers) return 0;
      const by = ownerId === null ? null : { userId: ownerId };
      const waiting = (await repository.listAnswers(id)).filter(({ state }) => state === 'created');
      const removed = await Promise.all(
        waiting.map(({ publicId }) => publicId !== null && pastes.removeAny(publicId, by).then(() => true, nothingIfMissing)),
      );
      return removed.filter(Boolean).length;
    },

    prune: () => repository.prune(),
  };
}

/** @throws ValidationError */
function requirePoint(publicKey: PublicKeyJson): void {
  try {
    createPublicKey({ key: publicKey, format: 'jwk' });
  } catch {
    throw notOnCurve();
  }
}

/** Wraps the sink so that it checks the header of an answer. @throws ValidationError as soon as the header is wrong */
function checkingHeader(sink: PieceSink): { sink: PieceSink; end(): void } {
  let header = '';
  let isChecked = false;

  function check(): void {
    try {
      inspectAnswerHeader(header);
    } catch {
      throw notAnAnswer();
    }
    isChecked = true;
  }

  return {
    sink(piece) {
      if (!isChecked) {
        header += piece.toString('latin1', 0, MAX_HEADER_CHARACTERS + 1);
        const end = header.indexOf('.');
        if (end >= 0) header = header.slice(0, end);
        if (end >= 0 || header.length > MAX_HEADER_CHARACTERS) check();
      }
      return sink(piece);
    },
    end() {
      if (!isChecked) check();
    },
  };
}
