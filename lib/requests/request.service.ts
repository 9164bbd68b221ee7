/**
 * Request links: somebody asks for secrets, and whoever has the link sends them, encrypted for the asker's public key.
 *
 * Guarantees:
 * - An answer is a paste of the asker. Its public id, the right to read it, is told to nobody but the asker: by their
 *   account, or by the request's manage token. Whoever answered gets a token for the receipt, and nothing else.
 * - Of any number of answers at once, through any number of processes, exactly `maxAnswers` are stored. A request that has
 *   ended, has expired, or whose owner was disabled takes none: the transaction that stores an answer asks.
 * - An answer that is sent again with its `Idempotency-Key` is stored once, and gets the first response: also when the
 *   request is full by it, has ended, or the two arrive at once. The key is also the token for its receipt.
 * - Label and public key are stored encrypted. A request is found by a keyed hash of its id.
 * Not protected: the service sees label and public key, when and from where answers come, and how long they are. It could
 * show another public key: that is why a link's fragment holds the thumbprint of the right one (docs/requests.md). It
 * could hand an answer to nobody, or keep a copy, which opens only with the private key.
 */
import { createPublicKey, randomBytes } from 'node:crypto';
import type { Principal } from '../accounts/principal';
import { base62Generator } from '../encoding/base62';
import { sha256 } from '../encoding/sha256';
import { inspectAnswerHeader } from '../envelope/answer.header';
import { MAX_HEADER_CHARACTERS } from '../envelope/envelope.rules';
import { NotFoundError, nothingIfMissing, PublicError } from '../http/errors';
import type { ContentSink } from '../pastes/creating/paste.creation';
import { admit, allowedTtl, type PastePolicy } from '../pastes/creating/paste.policy';
import { newManageToken } from '../pastes/creating/paste.upload';
import { TooManyBytesError, TooManyPastesError } from '../pastes/limits/limits.errors';
import { type ManageCredentials, requireManager } from '../pastes/managing/paste.rights';
import { badIdempotencyKey } from '../pastes/paste.errors';
import { NO_OPTIONS } from '../pastes/paste.options.rules';
import { DEFAULT_SYNTAX, isToken } from '../pastes/paste.rules';
import type { PasteService } from '../pastes/service/paste.service';
import { AskerFullError, notAnAnswer, notOnCurve, RequestFullError, TooManyRequestLinksError } from './request.errors';
import type { RequestRepository } from './request.repository';
import type { AnswerReceipt, AnswerRow, RequestRow } from './request.rows';
import { MAX_REQUESTS_PER_USER } from './request.rules';
import type { PublicKeyJson, RequestFields } from './request.schema';

/** 24 characters of base62, as of a paste. */
const newRequestId = base62Generator(24);

export interface CreatedRequest {
  requestId: string;
  /** ms since 1970 */
  expiresAt: number;
  /** Only for a request without an owner; shown once. */
  manageToken: string | null;
}

export interface CreatedAnswer {
  createdAt: number;
  expiresAt: number;
  answersLeft: number;
  /** Shows what became of a burn paste; null for another. */
  receiptToken: string | null;
}

export type RequestService = ReturnType<typeof createRequestService>;

export function createRequestService(
  repository: RequestRepository,
  pastes: Pick<PasteService, 'create' | 'removeAny'>,
  policy: PastePolicy,
) {
  /** @throws NotFoundError */
  async function findKept(requestId: string): Promise<RequestRow> {
    const request = await repository.find(requestId);
    if (!request) throw new NotFoundError();
    return request;
  }

  /** @throws NotFoundError, UnauthorizedError, ForbiddenError */
  async function findOwn(requestId: string, credentials: ManageCredentials): Promise<RequestRow> {
    const request = await findKept(requestId);
    requireManager(request, credentials);
    return request;
  }

  /** @throws NotFoundError, RequestFullError */
  function requireOpen({ state }: RequestRow): void {
    if (state === 'full') throw new RequestFullError();
    if (state !== 'open') throw new NotFoundError();
  }

  const ttlSecondsOf = ({ ttlMs }: RequestRow) => Math.min(ttlMs / 1000, policy.maxTtlSeconds ?? Number.POSITIVE_INFINITY);

  async function toCreated(request: RequestRow, createdAt: number, receiptToken: string | null): Promise<CreatedAnswer> {
    const left = await repository.find(request.requestId);
    const answersLeft = left ? left.maxAnswers - left.answerCount : 0;
    return { createdAt, expiresAt: createdAt + ttlSecondsOf(request) * 1000, answersLeft, receiptToken };
  }

  /** What the first of equal answers was told; null: none has come. */
  async function findAnswered(request: RequestRow, idempotencyKey: string | null): Promise<CreatedAnswer | null> {
    const same = idempotencyKey === null ? null : await repository.findAnswered(request, sha256(idempotencyKey));
    return same === null ? null : toCreated(request, same.createdAt, request.burnAfterRead ? idempotencyKey : null);
  }

  return {
    /** @throws ValidationError, KeyRequiredError, StorageFullError, DiskFullError, TooManyPastesError, TooManyRequestLinksError */
    async create(
      principal: Principal | null,
      { publicKey, label, ttlSeconds, maxAnswers, burnAfterRead }: RequestFields,
    ): Promise<CreatedRequest> {
      // Where there is no room for a paste, there is none for an answer.
      (await admit(policy, principal)).release();
      allowedTtl(policy, principal, ttlSeconds);
      requirePoint(publicKey);
      const requestId = newRequestId();
      const manageToken = principal === null ? newManageToken() : null;
      const inserted = await repository.insert({
        requestId,
        publicKey,
        label,
        burnAfterRead,
        maxAnswers,
        ownerId: principal?.userId ?? null,
        manageTokenHash: manageToken === null ? null : sha256(manageToken),
        ttlMs: ttlSeconds * 1000,
      });
      if (!inserted) throw new TooManyRequestLinksError(MAX_REQUESTS_PER_USER);
      return { requestId, expiresAt: inserted.expiresAt, manageToken };
    },

    /** What whoever has the link may see, as long as the request takes answers or is full. @throws NotFoundError */
    async find(requestId: string): Promise<RequestRow> {
      const request = await findKept(requestId);
      if (request.state === 'ended' || request.state === 'expired') throw new NotFoundError();
      return request;
    },

    /** A part of somebody's requests, the newest first. */
    list: ({ userId }: Principal, limit: number, offset: number): Promise<RequestRow[]> => repository.listOwned(userId, limit, offset),

    /** The asker's request and what came in. @throws NotFoundError, UnauthorizedError, ForbiddenError */
    async listAnswers(requestId: string, credentials: ManageCredentials): Promise<{ request: RequestRow; answers: AnswerRow[] }> {
      const request = await findOwn(requestId, credentials);
      return { request, answers: await repository.listAnswers(request.id) };
    },

    /**
     * Stores an answer. Of what it is encrypted with, only the header is looked at.
     * @param receive gives the answer's text to the sink; its errors are passed on
     * @param idempotencyKey 32 random bytes as 43 characters of base64url, chosen by who answers; null: none
     * @throws NotFoundError, RequestFullError, AskerFullError, ValidationError, PayloadTooLargeError, KeyRequiredError, StorageFullError, DiskFullError
     */
    async answer(
      requestId: string,
      receive: (sink: ContentSink) => Promise<void>,
      idempotencyKey: string | null = null,
    ): Promise<CreatedAnswer> {
      if (idempotencyKey !== null && !isToken(idempotencyKey))
        throw badIdempotencyKey('expected 32 random bytes as 43 characters of base64url');
      const request = await findKept(requestId);
      const before = await findAnswered(request, idempotencyKey);
      if (before !== null) {
        // Its body is on its way all the same.
        await receive(async () => undefined);
        return before;
      }
      requireOpen(request);
      const { ownerId, burnAfterRead, manageTokenHash } = request;
      const receiptToken = burnAfterRead ? (idempotencyKey ?? randomBytes(32).toString('base64url')) : null;
      const known = receiptToken ?? idempotencyKey;
      const ttlSeconds = ttlSecondsOf(request);
      const fields = {
        title: '',
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
        )
        .then(({ expiresAt }) => toCreated(request, (expiresAt as number) - ttlSeconds * 1000, receiptToken))
        .catch(async (error: unknown) => {
          const same = await findAnswered(request, idempotencyKey);
          if (same !== null) return same;
          if (error instanceof TooManyPastesError || error instanceof TooManyBytesError) throw new AskerFullError();
          // Others were first, or it ended or expired meanwhile: either makes the transaction fail.
          if (!(error instanceof PublicError)) requireOpen(await findKept(requestId));
          throw error;
        });
    },

    /**
     * For who answered: what became of it. Who may not know is told what everybody is told of a request that never was.
     * @throws NotFoundError
     */
    async receipt(requestId: string, receiptToken: string | null): Promise<AnswerReceipt> {
      const receipt = receiptToken === null ? null : await repository.findReceipt(requestId, sha256(receiptToken));
      if (!receipt) throw new NotFoundError();
      return receipt;
    },

    /**
     * Takes no answers from now on. May be called again.
     * @param withAnswers deletes those that wait, too, except what its reader has claimed
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

/** A sink that passes on what begins like an answer. @throws ValidationError as soon as it doesn't */
function checkingHeader(sink: ContentSink): { sink: ContentSink; end(): void } {
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
