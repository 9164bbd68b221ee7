/** Decrypts and decodes rows for readers, and changes nothing. */
import { NotFoundError } from '../../http/errors';
import { UnknownMasterKeyError } from '../../vault/keyring';
import { openTitle, SealBrokenError, unwrapDataKey } from '../../vault/vault';
import type { PasteOptions } from '../paste-options.rules';
import { CHUNK_BYTES, decodeChunk, type StoredChunk } from './paste-content';
import type { PieceReader } from './paste-pieces';
import type { FoundPaste, PasteRow } from './paste-rows';
import { termsOf } from './paste-terms';

/** A paste, as far as presenters need it; times in ms since 1970. */
export interface PasteSummary
  extends PasteOptions,
    Pick<PasteRow, 'publicId' | 'syntax' | 'viewCount' | 'lastReadAt' | 'contentBytes' | 'createdAt' | 'expiresAt'> {
  title: string;
}

/** A decrypted paste with the beginning of its content (at most CHUNK_BYTES). Simultaneous readers share it: don't change it. */
export interface OpenedPaste extends PasteRow {
  title: string;
  /** Decrypts the rest of the content. */
  contentKey: Buffer;
  beginning: Buffer;
  /** Whether the beginning, and so probably the rest, came from the object store. */
  isInStore: boolean;
  /** For the presenter: the response but for the view count, each character a byte; the first reader makes it for all. */
  presented?: readonly [beforeViewCount: string, beforeContent: string, content: string];
}

export interface ReadPaste {
  paste: OpenedPaste;
  viewCount: number;
  /** The whole content when it is one piece, else its pieces in order. UTF-8. */
  content: Buffer | AsyncIterable<Buffer>;
}

/** @throws UnknownMasterKeyError, SealBrokenError */
export const summarize = (row: PasteRow): PasteRow & PasteSummary => ({ ...row, title: titleOf(row) });

/** Decrypts and decodes the beginning: after this, only a later piece can fail. @throws NotFoundError */
export async function openPaste(found: FoundPaste | null): Promise<OpenedPaste> {
  if (!found) throw new NotFoundError();
  const { row, chunk } = found;
  const contentKey = unwrapDataKey(row.keys, termsOf(row), row.wrappedKey);
  const decoding = decode(row, contentKey, chunk);
  const beginning = decoding instanceof Promise ? await decoding : decoding;
  return Object.assign(row, { title: titleOf(row), contentKey, beginning, isInStore: chunk.fetch !== undefined });
}

type Pieces = { piecesAfterFirst: PieceReader };

/** The content: the only piece, or all pieces in order. */
export const contentOf = (repository: Pieces, paste: OpenedPaste): ReadPaste['content'] =>
  paste.chunkCount === 1 ? paste.beginning : decodeAll(repository, paste);

/** Yields the content, decrypting one piece at a time. @throws NotFoundError when the paste goes meanwhile */
export async function* decodeAll(repository: Pieces, paste: OpenedPaste): AsyncGenerator<Buffer> {
  const { id, chunkCount, contentKey, isInStore } = paste;
  yield paste.beginning;
  for await (const chunk of repository.piecesAfterFirst(id, chunkCount, isInStore)) yield await decode(paste, contentKey, chunk);
}

function decode({ publicId, chunkCount, contentBytes }: PasteRow, key: Buffer, chunk: StoredChunk): Buffer | Promise<Buffer> {
  const { seq } = chunk;
  return decodeChunk(key, { row: publicId, seq, last: seq === chunkCount - 1 }, chunk, contentBytes - seq * CHUNK_BYTES);
}

/** Decrypts the title. It is always under the same master key as its paste's data key: if it names another key, it is damaged. */
function titleOf({ keys, wrappedKey, titleSealed }: PasteRow): string {
  if (!titleSealed) return '';
  try {
    return openTitle(keys, titleSealed);
  } catch (cause) {
    const isKnown = keys.all.some(({ masterKeyId }) => masterKeyId === wrappedKey.masterKeyId);
    if (cause instanceof UnknownMasterKeyError && isKnown)
      throw new SealBrokenError('sealed value of title names no master key', { cause });
    throw cause;
  }
}
