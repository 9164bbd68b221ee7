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
import DataLoader from 'dataloader';
import pLimit from 'p-limit';
import type { Principal } from '../accounts/principal';
import type { Actor } from '../audit/audit.rules';
import type { Statement } from '../db/database';
import { sha256 } from '../encoding/sha256';
import { NotFoundError, ValidationError } from '../http/errors';
import type { Logger } from '../log/logger';
import type { Keyring } from '../vault/keyring';
import { createClaims } from './paste.claims';
import type { ClaimsRepository } from './paste.claims.repository';
import { createLists } from './paste.lists';
import { createOpening, type Opened, type OpenedPaste, type PasteSummary, type ReadPaste } from './paste.opening';
import { admit, allowedTtl, OPEN_POLICY, type PastePolicy, ttlTooLong } from './paste.policy';
import type { ProofGuard, ReadAccess } from './paste.proof';
import { createRemoval } from './paste.removal';
import type { PasteRepository } from './paste.repository';
import { byOwner, createRights, type ManageCredentials, type RemoveCredentials } from './paste.rights';
import type { PasteFields } from './paste.schema';
import { newManageToken, startUpload, type Upload } from './paste.upload';
import { createViewCounter } from './paste.views';

/** Burn pastes of several pieces held whole in memory at a time: 4 times 10 MB. */
const MAX_WHOLE_READS = 4;
/** Bounds one query; more concurrent reads make more queries. */
const MAX_BATCH_READS = 64;
/** A paste as its page needs it: looked at, and read (so counted) when it can be shown at once. */
export interface PagePaste {
  paste: OpenedPaste;
  /** With this view, which for a content still to be read is counted when it is. */
  viewCount: number;
  /** In full; null when it is still to be read: it burns, has a number of reads, or is too large for a page. */
  content: Buffer | null;
  /** Whether whoever holds the id may extend and delete it, without key or token. */
  isOpenToAll: boolean;
  /** Whether reading it needs the token that only key and password yield. */
  needsReadToken: boolean;
}

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

/** How burn pastes are kept for the one who may read them. */
export interface Burning {
  claims: ClaimsRepository;
  proofs: ProofGuard;
  /** How long a claim holds. */
  leaseMs: number;
}

/** Nothing but the address. */
const ANYBODY: ReadAccess = { readToken: null, claim: null, clientAddress: null };

export function createPasteService(
  repository: PasteRepository,
  keyring: Keyring,
  log: Logger,
  burning: Burning,
  policy: PastePolicy = OPEN_POLICY,
) {
  const opening = createOpening(repository);
  const views = createViewCounter((counts) => repository.addViews(counts), log);
  const wholeRead = pLimit(MAX_WHOLE_READS);

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
    const paste = {
      ...upload.storedKeys(terms),
      ...terms,
      ownerId: principal?.userId ?? null,
      syntax: fields.syntax,
      readerMayDelete: fields.readerMayDelete,
      contentBytes: upload.contentBytes,
      chunkCount: upload.chunkCount,
      titleSealed: upload.sealTitle(fields.title),
      manageTokenHash: manageToken === null ? (fields.manageTokenHash ?? null) : sha256(manageToken),
      ttlMs: ttlSeconds === null ? null : ttlSeconds * 1000,
    };
    const { publicId } = upload;
    const more = alongside({ publicId, isE2ee: fields.isE2ee, manageToken }, paste.id);
    const write = upload.isStaged ? repository.finishUpload : repository.insert;
    const { expiresAt } = await write(paste, lastChunk, more);
    return { publicId, expiresAt, isE2ee: fields.isE2ee, manageToken };
  }

  /**
   * Reads that arrive in one turn of the event loop share one query, and those of one paste also its
   * decryption. Nothing is kept beyond the turn: a read never returns what was true before it began.
   */
  const loader = new DataLoader<string, Opened>(openMany, { maxBatchSize: MAX_BATCH_READS, batchScheduleFn: (run) => setImmediate(run) });

  async function openMany(publicIds: readonly string[]): Promise<(Opened | Error)[]> {
    loader.clearAll();
    const found = await repository.findMany(publicIds);
    return Promise.all(publicIds.map((publicId) => opening.openOne(found.get(publicId)).catch((error: Error) => error)));
  }

  const { claims: claimsRepository, proofs, leaseMs } = burning;
  const { authorize, authorizeRemoval, withdraw } = createRights(repository, claimsRepository, proofs);
  const lists = createLists({ repository, opening, keyring, log });
  const claims = createClaims({ repository: claimsRepository, opening, load: (publicId) => loader.load(publicId), proofs, leaseMs });

  async function burn({ row, paste }: Opened, content: Buffer): Promise<ReadPaste> {
    if (!(await repository.burn(row))) throw new NotFoundError();
    return { paste, viewCount: row.viewCount + 1, content };
  }

  async function countRead({ row, paste }: Opened, maxReads: number, content: Buffer): Promise<ReadPaste> {
    const viewCount = await repository.countRead({ ...row, maxReads });
    if (viewCount === null) throw new NotFoundError();
    return { paste, viewCount, content };
  }

  /** A content in memory, before a statement says whether it may leave. At most a few large ones at a time. */
  function whole(opened: Opened, then: (content: Buffer) => Promise<ReadPaste>): Promise<ReadPaste> {
    if (opened.row.chunkCount === 1) return then(opened.paste.beginning);
    return wholeRead(async () => {
      const pieces: Buffer[] = [];
      for await (const piece of opening.decodeAll(opened)) pieces.push(piece);
      return then(Buffer.concat(pieces));
    });
  }

  return {
    /**
     * @param receive gives the content to the sink and returns the other fields; its errors are passed on
     * @param alongside what is written in the same transaction, or else nothing is
     * @throws PayloadTooLargeError, ValidationError for an empty content, KeyRequiredError, StorageFullError, DiskFullError, TooManyPastesError
     */
    async create(principal: Principal | null, receive: Receive, alongside: Alongside = () => []): Promise<CreatedPaste> {
      const room = await admit(policy, principal);
      const upload = startUpload(repository, keyring);
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

    /**
     * Reads a paste: counts a view, or burns it; what the reader has claimed it may read again.
     * @param beforeBurn asked of a paste that this read would burn or use up: throws when it mustn't. Nobody else pays for the question
     * @throws NotFoundError, ReadTokenRequiredError, what beforeBurn throws
     */
    async read(publicId: string, access: ReadAccess = ANYBODY, beforeBurn?: () => void): Promise<ReadPaste> {
      if (access.claim !== null) return claims.read(publicId, access.claim);
      const opened = await loader.load(publicId);
      const { row, paste } = opened;
      const { maxReads } = row;
      if (row.burnAfterRead || maxReads !== null) beforeBurn?.();
      await proofs.check(opened, access);
      if (row.burnAfterRead) return whole(opened, (content) => burn(opened, content));
      if (maxReads !== null) return whole(opened, (content) => countRead(opened, maxReads, content));
      const content = row.chunkCount === 1 ? paste.beginning : opening.decodeAll(opened);
      return { paste, viewCount: views.count(row.id, row.viewCount), content };
    },

    claim: claims.claim,
    acknowledge: claims.acknowledge,

    /**
     * What the page of a paste shows, by one query. Never burns; counts a view only when it returns the whole content
     * to a reader.
     * @param maxBytes of a content that is part of the page
     * @param isReader false for a speculative load or a preview bot: looks only
     * @param viewer who is signed in; an owner who looks at their own paste is no view
     * @throws NotFoundError
     */
    async openPage(
      publicId: string,
      { maxBytes, isReader, viewer = null }: { maxBytes: number; isReader: boolean; viewer?: Principal | null },
    ): Promise<PagePaste> {
      const { row, paste } = await loader.load(publicId);
      const isView = isReader && (row.ownerId === null || row.ownerId !== viewer?.userId);
      const isOpenToAll = row.ownerId === null && !row.isProtected;
      const needsReadToken = row.readProof !== null && row.burnAfterRead;
      // Showing it would be a read, and nobody has decided to read.
      if (row.maxReads !== null) return { paste, viewCount: row.viewCount, content: null, isOpenToAll, needsReadToken };
      if (row.burnAfterRead || row.chunkCount > 1 || row.contentBytes > maxBytes) {
        return { paste, viewCount: row.viewCount + (isView ? 1 : 0), content: null, isOpenToAll, needsReadToken };
      }
      const viewCount = isView ? views.count(row.id, row.viewCount) : row.viewCount;
      return { paste, viewCount, content: paste.beginning, isOpenToAll, needsReadToken };
    },

    /**
     * An owner's paste for a copy of their own: neither counted nor burned. The content of a burn paste is for its one reader,
     * and that of a paste with a number of reads for those.
     * @throws NotFoundError also when it isn't theirs
     */
    async copyOwned({ userId }: Principal, publicId: string): Promise<ReadPaste | { paste: OpenedPaste; content: null }> {
      const opened = await loader.load(publicId);
      const { row, paste } = opened;
      if (row.ownerId !== userId) throw new NotFoundError();
      if (row.burnAfterRead || row.maxReads !== null) return { paste, content: null };
      return { paste, viewCount: row.viewCount, content: row.chunkCount === 1 ? paste.beginning : opening.decodeAll(opened) };
    },

    /** A paste with the beginning of its content, neither counted nor burned. @throws NotFoundError */
    async peek(publicId: string): Promise<OpenedPaste> {
      return (await loader.load(publicId)).paste;
    },

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
