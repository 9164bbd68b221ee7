/** Decrypts and decodes rows for readers, and changes nothing. */
import { NotFoundError } from '../../http/errors';
import { UnknownMasterKeyError } from '../../vault/keyring';
import { UNREADABLE } from '../../vault/open-each';
import { openTitle, SealBrokenError, unwrapDataKey } from '../../vault/vault';
import { optionsOf, type PasteOptions } from '../paste-options.rules';
import type { PasteRepository } from './paste.repository';
import { CHUNK_BYTES, decodeChunk, type StoredChunk } from './paste-content';
import type { FoundPaste, PasteRow } from './paste-rows';
import { termsOf } from './paste-terms';

/** A paste for its readers; times in ms since 1970. */
export interface PasteSummary
  extends PasteOptions,
    Pick<PasteRow, 'syntax' | 'viewCount' | 'lastReadAt' | 'contentBytes' | 'createdAt' | 'expiresAt'> {
  publicId: string;
  title: string;
}

/** A decrypted paste with the beginning of its content (at most CHUNK_BYTES). Simultaneous readers share it: don't change it. */
export interface OpenedPaste {
  summary: PasteSummary;
  beginning: Buffer;
  /** For the presenter: the response without the view count, each character a byte; the first reader makes it for all. */
  presented?: readonly [beforeViewCount: string, afterViewCount: string];
}

export interface ReadPaste {
  paste: OpenedPaste;
  viewCount: number;
  /** The whole content when it is one piece, else its pieces in order. UTF-8. */
  content: Buffer | AsyncIterable<Buffer>;
}

/** A decrypted paste with the row and key that decrypt the rest. */
export interface Opened {
  row: PasteRow;
  key: Buffer;
  paste: OpenedPaste;
}

export type Opening = ReturnType<typeof createOpening>;

export function createOpening(repository: Pick<PasteRepository, 'findChunk'>) {
  function summarize(paste: PasteRow): PasteSummary {
    const { keys, syntax, viewCount, lastReadAt, contentBytes, titleSealed, createdAt, expiresAt } = paste;
    const title = titleSealed ? titleOf(paste, titleSealed) : '';
    const { publicId } = keys;
    return Object.assign(optionsOf(paste), { publicId, title, syntax, viewCount, lastReadAt, contentBytes, createdAt, expiresAt });
  }

  function decode({ keys, chunkCount, contentBytes }: PasteRow, key: Buffer, chunk: StoredChunk): Promise<Buffer> {
    const { seq } = chunk;
    const place = { publicId: keys.publicId, seq, last: seq === chunkCount - 1 };
    return decodeChunk(key, place, chunk, contentBytes - seq * CHUNK_BYTES);
  }

  async function readPiece(row: PasteRow, key: Buffer, seq: number): Promise<Buffer> {
    const chunk = await repository.findChunk(row.id, seq);
    if (!chunk) throw new NotFoundError();
    return decode(row, key, chunk);
  }

  return {
    summarize,

    /** For lists: a title that can't be decrypted hides no other paste. @param onDamage called with the error of such a title */
    summarizeListed(paste: PasteRow, onDamage: (error: SealBrokenError) => void): PasteSummary {
      try {
        return summarize(paste);
      } catch (error) {
        if (!(error instanceof SealBrokenError)) throw error;
        onDamage(error);
        return { ...summarize({ ...paste, titleSealed: null }), title: UNREADABLE };
      }
    },

    /** Decrypts and decodes the beginning: after this, only a later piece can fail. */
    async openOne(found: FoundPaste | null | undefined): Promise<Opened> {
      if (!found) throw new NotFoundError();
      const { row, chunk } = found;
      const key = unwrapDataKey(row.keys, termsOf(row), row.wrappedKey);
      return { row, key, paste: { summary: summarize(row), beginning: await decode(row, key, chunk) } };
    },

    /** Yields the content, reading one piece at a time. @throws NotFoundError when the paste goes meanwhile */
    async *decodeAll({ row, key, paste }: Opened): AsyncGenerator<Buffer> {
      yield paste.beginning;
      for (let seq = 1; seq < row.chunkCount; seq++) yield await readPiece(row, key, seq);
    },
  };
}

/**
 * Decrypts the title. A title is always under the same master key as its paste's data key: if it names another key, it is damaged.
 * @throws UnknownMasterKeyError, SealBrokenError
 */
function titleOf({ keys, wrappedKey }: PasteRow, titleSealed: Uint8Array): string {
  try {
    return openTitle(keys, titleSealed);
  } catch (cause) {
    const isKnown = keys.all.some(({ masterKeyId }) => masterKeyId === wrappedKey.masterKeyId);
    if (cause instanceof UnknownMasterKeyError && isKnown)
      throw new SealBrokenError('sealed value of title names no master key', { cause });
    throw cause;
  }
}
