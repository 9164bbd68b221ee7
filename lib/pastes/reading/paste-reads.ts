/** Reads, looks at and copies pastes: decides who gets the content, and what the read costs the paste. */
import DataLoader from 'dataloader';
import pLimit from 'p-limit';
import type { Principal, SignedIn } from '../../accounts/principal';
import { NotFoundError } from '../../http/errors';
import { ApprovalRequiredError } from '../paste.errors';
import type { PasteOptions } from '../paste-options.rules';
import type { PasteRepository } from '../storage/paste.repository';
import { contentOf, decodeAll, type OpenedPaste, openPaste, type ReadPaste } from '../storage/paste-decryption';
import { type Burning, createClaims, needsRelease } from './paste-claims';
import { type HostNetworks, isReadableFrom } from './paste-networks';
import type { ReadAccess } from './paste-proof';
import type { ViewCounter } from './paste-views';

/** Burn pastes of several pieces held whole in memory at a time: 4 times 10 MB. */
const MAX_WHOLE_READS = 4;
/** Most pastes in one query; more simultaneous reads make more queries. */
const MAX_BATCH_READS = 64;

/** Whether a client encrypted the paste (`encrypted`) or the server alone does. */
type PasteKind = 'encrypted' | 'plain';

/** A paste for its page. Its content is included, and the view counted, when the page can show it at once. */
export interface PagePaste {
  paste: OpenedPaste;
  /** Includes this view, if it is one; when the content is still to be fetched, the view is counted then. */
  viewCount: number;
  /** The whole content; null when the page must fetch it: the paste burns, has a number of reads, or is too large. */
  content: Buffer | null;
  /** Whether everybody who holds the id may extend and delete the paste, without key or token. */
  isOpenToAll: boolean;
  /** Whether reading needs the token that only key and password yield. */
  needsReadToken: boolean;
  /** The viewer made the paste, or is an administrator: no view is counted, now or when the content is fetched. */
  isOwn: boolean;
}

interface PageAccess {
  /** Largest content that becomes part of the page. */
  maxBytes: number;
  /** False for a prefetch or a preview bot, which only look. */
  isReader: boolean;
  /** The signed-in user; owners who look at their own pastes count no view, nor do administrators, who look at what was reported. */
  viewer?: (Principal & Partial<Pick<SignedIn, 'isAdmin'>>) | null;
  /** The browser says that it made the paste; believed only for a paste without an owner. */
  isMaker?: boolean;
  /** Null or absent: not known, which is outside of every network. */
  clientAddress?: string | null;
}

/** A reader who shows nothing but the address. */
const ANYBODY: ReadAccess = { readToken: null, claim: null, clientAddress: null };

export type Reads = ReturnType<typeof createReads>;

/** @param networks of the host, outside of which nobody reads */
export function createReads(repository: PasteRepository, views: ViewCounter, burning: Burning, networks: HostNetworks) {
  const wholeRead = pLimit(MAX_WHOLE_READS);

  /**
   * Reads that arrive in one turn of the event loop share one query; reads of one paste also share its decryption. Nothing
   * is kept after the turn, so a read never returns a state from before it began.
   */
  const loader = new DataLoader<string, OpenedPaste>(openMany, {
    maxBatchSize: MAX_BATCH_READS,
    batchScheduleFn: (run) => setImmediate(run),
    cacheMap: createTurnCache<Promise<OpenedPaste>>(),
  });

  const options = new DataLoader<string, PasteOptions | null>(repository.findOptions, {
    cache: false,
    maxBatchSize: MAX_BATCH_READS,
    batchScheduleFn: (run) => setImmediate(run),
  });

  async function openMany(publicIds: readonly string[]): Promise<(OpenedPaste | Error)[]> {
    loader.clearAll();
    const found = await repository.findMany(publicIds);
    return Promise.all(found.map((each) => openPaste(each).catch((error: Error) => error)));
  }

  const isReadable = (paste: Pick<PasteOptions, 'readableFrom'>, address: string | null) => isReadableFrom(networks, paste, address);

  /** @throws NotFoundError also for a client outside of the paste's networks */
  async function load(publicId: string, clientAddress: string | null = null): Promise<OpenedPaste> {
    const paste = await loader.load(publicId);
    if (!isReadable(paste, clientAddress)) throw new NotFoundError();
    return paste;
  }

  const claims = createClaims(repository, burning, load, isReadable);

  const countView = ({ id, viewCount, ownerId }: OpenedPaste): number => views.count(id, viewCount, ownerId !== null);

  async function burn(paste: OpenedPaste, content: Buffer): Promise<ReadPaste> {
    if (!(await repository.burn(paste))) throw new NotFoundError();
    return { paste, viewCount: paste.viewCount + 1, content };
  }

  async function countRead(paste: OpenedPaste, maxReads: number, content: Buffer): Promise<ReadPaste> {
    const viewCount = await repository.countRead(paste, maxReads);
    if (viewCount === null) throw new NotFoundError();
    // The last read has an event of its own.
    if (paste.ownerId !== null && viewCount < maxReads) views.noteRead(paste.id);
    return { paste, viewCount, content };
  }

  /** Holds a whole content in memory until a statement decides whether it may leave; only a few large ones at a time. */
  function whole(paste: OpenedPaste, then: (content: Buffer) => Promise<ReadPaste>): Promise<ReadPaste> {
    if (paste.chunkCount === 1) return then(paste.beginning);
    return wholeRead(async () => {
      const pieces: Buffer[] = [];
      for await (const piece of decodeAll(repository, paste)) pieces.push(piece);
      return then(Buffer.concat(pieces));
    });
  }

  return {
    /**
     * Reads a paste: counts a view, or burns the paste. A reader with a claim may read again.
     * @param beforeBurn called only for a paste that this read would burn or use up; throws when the read mustn't
     * @throws NotFoundError, ReadTokenRequiredError, ApprovalRequiredError, what beforeBurn throws
     */
    async read(publicId: string, access: ReadAccess = ANYBODY, beforeBurn?: () => void): Promise<ReadPaste> {
      if (access.claim !== null) return claims.read(publicId, access.claim, access.clientAddress);
      const paste = await load(publicId, access.clientAddress);
      const { burnAfterRead, maxReads } = paste;
      if (burnAfterRead || maxReads !== null) beforeBurn?.();
      if (needsRelease(paste)) throw new ApprovalRequiredError();
      if (paste.readProof) await burning.proofs.check(paste, access);
      if (burnAfterRead) return whole(paste, (content) => burn(paste, content));
      if (maxReads !== null) return whole(paste, (content) => countRead(paste, maxReads, content));
      const viewCount = access.isOwn ? paste.viewCount : countView(paste);
      return { paste, viewCount, content: contentOf(repository, paste) };
    },

    claim: claims.claim,
    typeCode: claims.typeCode,
    acknowledge: claims.acknowledge,

    /**
     * Returns what the page of a paste shows, with one query. Never burns; counts a view only when it returns the whole
     * content to a reader.
     * @throws NotFoundError
     */
    async openPage(
      publicId: string,
      { maxBytes, isReader, viewer = null, isMaker = false, clientAddress = null }: PageAccess,
    ): Promise<PagePaste> {
      const paste = await load(publicId, clientAddress);
      const isOwn = viewer?.isAdmin === true || (paste.ownerId === null ? isMaker : paste.ownerId === viewer?.userId);
      // Where showing the content would be a read, nobody has decided to read yet.
      const isShown = !paste.burnAfterRead && paste.maxReads === null && paste.chunkCount === 1 && paste.contentBytes <= maxBytes;
      const isView = isReader && !isOwn && paste.maxReads === null;
      return {
        paste,
        isOwn,
        isOpenToAll: paste.ownerId === null && !paste.isProtected,
        needsReadToken: paste.readProof !== null && paste.burnAfterRead,
        viewCount: isView && isShown ? countView(paste) : paste.viewCount + Number(isView),
        content: isShown ? paste.beginning : null,
      };
    },

    /**
     * Returns an owner's paste for a copy of their own, without a view or a burn. The content of a burn paste, or of one
     * with a number of reads, is left to its readers, and so is one that can't be read from the owner's address.
     * @throws NotFoundError also when the paste isn't theirs
     */
    async copyOwned(
      { userId }: Principal,
      publicId: string,
      clientAddress: string | null | 'operator' = null,
    ): Promise<ReadPaste | { paste: OpenedPaste; content: null }> {
      const paste = await loader.load(publicId);
      if (paste.ownerId !== userId) throw new NotFoundError();
      const isOutside = clientAddress !== 'operator' && !isReadable(paste, clientAddress);
      if (paste.burnAfterRead || paste.maxReads !== null || isOutside) return { paste, content: null };
      return { paste, viewCount: paste.viewCount, content: contentOf(repository, paste) };
    },

    /** Tells which page a paste has: decrypts nothing, counts no view. @returns null when there is no such paste for this client */
    async findKind(publicId: string, clientAddress: string | null = null): Promise<PasteKind | null> {
      const found = await options.load(publicId);
      if (!found || !isReadable(found, clientAddress)) return null;
      return found.isE2ee ? 'encrypted' : 'plain';
    },

    /** Returns a paste with the beginning of its content, without a view or a burn. @throws NotFoundError */
    peek: load,
  };
}

/**
 * Makes a new Map at each clear: V8 keeps references from a cleared one, so contents would stay in memory for seconds, and
 * collecting them would double the processor time of a read.
 */
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
