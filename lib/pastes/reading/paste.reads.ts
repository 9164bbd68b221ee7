/** Pastes that are read, looked at or copied: who gets the content, and what the read costs the paste. */
import DataLoader from 'dataloader';
import pLimit from 'p-limit';
import type { Principal } from '../../accounts/principal';
import { NotFoundError } from '../../http/errors';
import { type Burning, createClaims } from '../burning/paste.claims';
import type { ReadAccess } from '../burning/paste.proof';
import type { Opened, OpenedPaste, Opening, ReadPaste } from '../storage/paste.opening';
import type { PasteRepository } from '../storage/paste.repository';
import type { ViewCounter } from './paste.views';

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
  /** Whoever looks made it: that is no view, now or when the content is fetched. */
  isOwn: boolean;
}

interface PageAccess {
  /** Of a content that is part of the page. */
  maxBytes: number;
  /** False for a speculative load or a preview bot: looks only. */
  isReader: boolean;
  /** Who is signed in; an owner who looks at their own paste is no view. */
  viewer?: Principal | null;
  /** The browser says that it made the paste; believed of a paste without an owner. */
  isMaker?: boolean;
  /** How many readers get this page. */
  readers?: number;
}

/** Nothing but the address. */
const ANYBODY: ReadAccess = { readToken: null, claim: null, clientAddress: null };

export type Reads = ReturnType<typeof createReads>;

export function createReads(repository: PasteRepository, opening: Opening, views: ViewCounter, burning: Burning) {
  const wholeRead = pLimit(MAX_WHOLE_READS);

  /**
   * Reads that arrive in one turn of the event loop share one query, and those of one paste also its
   * decryption. Nothing is kept beyond the turn: a read never returns what was true before it began.
   */
  const loader = new DataLoader<string, Opened>(openMany, {
    maxBatchSize: MAX_BATCH_READS,
    batchScheduleFn: (run) => setImmediate(run),
    cacheMap: createTurnCache<Promise<Opened>>(),
  });

  async function openMany(publicIds: readonly string[]): Promise<(Opened | Error)[]> {
    loader.clearAll();
    const found = await repository.findMany(publicIds);
    return Promise.all(publicIds.map((publicId) => opening.openOne(found.get(publicId)).catch((error: Error) => error)));
  }

  const claims = createClaims(burning, opening, (publicId) => loader.load(publicId));

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
      await burning.proofs.check(opened, access);
      if (row.burnAfterRead) return whole(opened, (content) => burn(opened, content));
      if (maxReads !== null) return whole(opened, (content) => countRead(opened, maxReads, content));
      const content = row.chunkCount === 1 ? paste.beginning : opening.decodeAll(opened);
      return { paste, viewCount: access.isOwn ? row.viewCount : views.count(row.id, row.viewCount), content };
    },

    claim: claims.claim,
    acknowledge: claims.acknowledge,

    /**
     * What the page of a paste shows, by one query. Never burns; counts a view only when it returns the whole content
     * to a reader.
     * @throws NotFoundError
     */
    async openPage(publicId: string, { maxBytes, isReader, viewer = null, isMaker = false, readers = 1 }: PageAccess): Promise<PagePaste> {
      const { row, paste } = await loader.load(publicId);
      const isOwn = row.ownerId === null ? isMaker : row.ownerId === viewer?.userId;
      const isView = isReader && !isOwn;
      const known = {
        paste,
        isOwn,
        isOpenToAll: row.ownerId === null && !row.isProtected,
        needsReadToken: row.readProof !== null && row.burnAfterRead,
      };
      // Showing it would be a read, and nobody has decided to read.
      if (row.maxReads !== null) return { ...known, viewCount: row.viewCount, content: null };
      if (row.burnAfterRead || row.chunkCount > 1 || row.contentBytes > maxBytes) {
        return { ...known, viewCount: row.viewCount + (isView ? 1 : 0), content: null };
      }
      const viewCount = isView ? views.count(row.id, row.viewCount, readers) : row.viewCount;
      return { ...known, viewCount, content: paste.beginning };
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
  };
}

/** What V8 makes of a Map that is cleared refers to what was in it: contents would stay in memory for seconds. A new one doesn't. */
function createTurnCache<Value>() {
  let values = new Map<string, Value>();
  return {
    get: (key: string) => values.get(key),
    set: (key: string, value: Value) => values.set(key, value),
    delete: (key: string) => values.delete(key),
    clear() {
      values = new Map();
    },
  };
}
