/**
 * Pastes: create, read, list, extend, delete, expire.
 *
 * Guarantees:
 * - A paste that a response told of is stored durably; a request that failed left nothing behind.
 * - Past its expiry a paste is gone for every reader at once, by the database's clock, cleanup or not.
 * - A burn paste is returned at most once, by any number of processes: its content is
 *   decrypted first, then the row is deleted under its conditions, and only the caller whose statement
 *   deleted the row returns the content.
 *   A missing key, a damaged row or a stopped database never burns it.
 * - Memory for one request is bounded by a few pieces of the content (burn pastes of several pieces,
 *   which must be decrypted whole before they are deleted, queue for a bounded number of places).
 * - A paste with a number of reads is returned at most so often, by any number of processes: its content is decrypted
 *   first, then one statement counts the read under its condition, and the last read deletes the row.
 *   Nobody who can change the database can raise the number: the content's key is bound to it.
 * - A paste that was created with a proof is given only to readers who can decrypt it (paste.proof.ts).
 * Not protected: a burn paste whose reader loses the connection during the response is gone, as
 * with any at-most-once delivery, unless the reader has claimed it first (paste.claims.ts); such a reader of a
 * paste with a number of reads has used one; and whoever
 * holds the id of an unprotected anonymous paste may delete it.
 */
import type { Principal } from '../accounts/principal';
import type { Actor } from '../audit/audit.rules';
import type { Statement } from '../db/database';
import { sha256 } from '../encoding/sha256';
import { NotFoundError, ValidationError } from '../http/errors';
import type { Logger } from '../log/logger';
import type { Keyring } from '../vault/keyring';
import { createLists } from './paste.lists';
import { createOpening, type PasteSummary } from './paste.opening';
import { admit, allowedTtl, OPEN_POLICY, type PastePolicy, ttlTooLong } from './paste.policy';
import { type Burning, createReads } from './paste.reads';
import { createRemoval } from './paste.removal';
import type { PasteRepository } from './paste.repository';
import { byOwner, createRights, type ManageCredentials, type RemoveCredentials } from './paste.rights';
import type { PasteFields } from './paste.schema';
import { newManageToken, Upload } from './paste.upload';
import { createViewCounter } from './paste.views';

export interface CreatedPaste {
  publicId: string;
  expiresAt: number | null;
  isE2ee: boolean;
  /** Only for a paste created with `protect`; shown once. */
  manageToken: string | null;
}

/** Takes the content while it arrives. */
export type ContentSink = Upload['append'];

/** Gives a request's content to the sink and returns the other fields. */
export type Receive = (sink: ContentSink) => Promise<PasteFields>;

/** Statements about a paste that is being created. @param id of its row */
export type Alongside = (made: Omit<CreatedPaste, 'expiresAt'>, id: string) => readonly Statement[];

export type PasteService = ReturnType<typeof createPasteService>;

export function createPasteService(
  repository: PasteRepository,
  keyring: Keyring,
  log: Logger,
  burning: Burning,
  policy: PastePolicy = OPEN_POLICY,
) {
  const opening = createOpening(repository);
  const views = createViewCounter((counts) => repository.addViews(counts), log);

  async function store(upload: Upload, principal: Principal | null, fields: PasteFields, alongside: Alongside): Promise<CreatedPaste> {
    if (upload.contentBytes === 0) throw new ValidationError([{ path: ['content'], message: 'expected at least one character' }]);
    const ttlSeconds = allowedTtl(policy, principal, fields.ttlSeconds);
    const manageToken = fields.protect ? newManageToken() : null;
    const lastChunk = await upload.finish();
    const terms = {
      isE2ee: fields.isE2ee,
      burnAfterRead: fields.burnAfterRead,
      maxReads: fields.maxReads,
      readProof: fields.readProof === null ? null : Buffer.from(fields.readProof, 'base64url'),
    };
    const paste = Object.assign(upload.storedKeys(terms), terms, {
      ownerId: principal?.userId ?? null,
      syntax: fields.syntax,
      readerMayDelete: fields.readerMayDelete,
      contentBytes: upload.contentBytes,
      chunkCount: upload.chunkCount,
      titleSealed: upload.sealTitle(fields.title),
      manageTokenHash: manageToken === null ? (fields.manageTokenHash ?? null) : sha256(manageToken),
      ttlMs: ttlSeconds === null ? null : ttlSeconds * 1000,
    });
    const { publicId } = upload;
    const more = alongside({ publicId, isE2ee: fields.isE2ee, manageToken }, paste.id);
    const write = upload.isStaged ? repository.finishUpload : repository.insert;
    const { expiresAt } = await write(paste, lastChunk, more);
    return { publicId, expiresAt, isE2ee: fields.isE2ee, manageToken };
  }

  const { authorize, authorizeRemoval, withdraw } = createRights(repository, burning.claims, burning.proofs);
  const lists = createLists({ repository, opening, keyring, log });

  return {
    /**
     * @param receive gives the content to the sink and returns the other fields; its errors are passed on
     * @param alongside what is written in the same transaction, or else nothing is
     * @throws PayloadTooLargeError, ValidationError for an empty content, KeyRequiredError, StorageFullError, DiskFullError, TooManyPastesError
     */
    async create(principal: Principal | null, receive: Receive, alongside: Alongside = () => []): Promise<CreatedPaste> {
      const room = await admit(policy, principal);
      const upload = new Upload(repository, keyring);
      try {
        const fields = await receive((piece) => {
          const growing = room.grow(piece.length);
          return growing === undefined ? upload.append(piece) : growing.then(() => upload.append(piece));
        });
        const created = await store(upload, principal, fields, alongside);
        room.keep();
        return created;
      } catch (error) {
        // If even this fails, cleanup takes it: an upload expires by itself.
        await upload.discard().catch((err: unknown) => log.warn({ err }, 'pieces of a failed upload not removed yet'));
        throw error;
      } finally {
        room.release();
      }
    },

    ...createReads({ repository, opening, views, burning }),

    /** What is known of a paste without reading it: no view, no burn. @throws NotFoundError */
    async describe(publicId: string): Promise<PasteSummary> {
      const paste = await repository.findSummary(publicId);
      if (!paste) throw new NotFoundError();
      return opening.summarize(paste);
    },

    list: lists.list,
    listPage: lists.listPage,
    search: lists.search,

    /** Also while its one reader has claimed it. @throws NotFoundError, UnauthorizedError, ForbiddenError, TooManyRequestsError */
    async remove(publicId: string, credentials: RemoveCredentials): Promise<void> {
      const rights = await authorizeRemoval(publicId, credentials).catch(async (error: unknown) => {
        if (!(error instanceof NotFoundError) || !(await withdraw(publicId, credentials))) throw error;
        return null;
      });
      if (rights !== null && !(await repository.remove(rights, byOwner(publicId, rights, credentials)))) throw new NotFoundError();
    },

    /** Needs nobody's leave. @param by for the trail; null: nobody knows who @throws NotFoundError */
    async removeAny(publicId: string, by: Actor | null): Promise<void> {
      const rights = await repository.findRights(publicId);
      if (!rights || !(await repository.remove(rights, by && { by, publicId }))) throw new NotFoundError();
    },

    ...createRemoval(repository),

    totals: () => repository.totals(),

    /** A paste that never expires stays so. @throws NotFoundError, UnauthorizedError, ForbiddenError */
    async extend(publicId: string, bySeconds: number, credentials: ManageCredentials): Promise<{ expiresAt: number | null }> {
      const { id } = await authorize(publicId, credentials);
      const { maxTtlSeconds } = policy;
      const extended = await repository.extend(id, bySeconds * 1000, maxTtlSeconds === null ? null : maxTtlSeconds * 1000);
      if (extended) return extended;
      if (await repository.findRights(publicId)) throw ttlTooLong(maxTtlSeconds);
      throw new NotFoundError();
    },

    /** Writes what is kept in memory. */
    flush: () => views.flush(),
  };
}
