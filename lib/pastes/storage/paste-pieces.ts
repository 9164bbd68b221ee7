/**
 * Reads the pieces of a content in order. Those of an object store are fetched a few ahead of their reader, so that a reader
 * doesn't wait for one response after the other.
 *
 * Guarantees: all readers of a process together hold at most AHEAD_OF_ALL pieces more than the one each is at, however slow
 * they are. Above that, and for pieces in rows, a reader gets one after the other.
 */
import { NotFoundError } from '../../http/errors';
import type { StoredChunk } from './paste-content';

export type PieceReader = ReturnType<typeof createPieceReader>;

const AHEAD_OF_ONE = 4;
/** 8 MiB. */
const AHEAD_OF_ALL = 32;

/** @param find null when the paste is gone */
export function createPieceReader(find: (id: string, seq: number) => Promise<StoredChunk | null>) {
  let ahead = 0;

  async function fetchPiece(id: string, seq: number): Promise<StoredChunk> {
    const piece = await find(id, seq);
    if (!piece) throw new NotFoundError();
    return piece.fetch ? { seq, encoding: piece.encoding, bytes: await piece.fetch() } : piece;
  }

  function fetchAhead(id: string, seq: number): Promise<StoredChunk> {
    ahead += 1;
    const piece = fetchPiece(id, seq);
    // Its reader sees the error, if that reader gets so far.
    piece.catch(() => undefined);
    return piece;
  }

  /**
   * Yields the pieces after the first.
   * @param count of all pieces @param isInStore whether fetching ahead pays @throws NotFoundError when the paste goes meanwhile
   */
  return async function* piecesAfterFirst(id: string, count: number, isInStore: boolean): AsyncGenerator<StoredChunk> {
    const waiting: Promise<StoredChunk>[] = [];
    let next = 1;
    try {
      while (next < count || waiting.length > 0) {
        while (isInStore && next < count && waiting.length < AHEAD_OF_ONE && ahead < AHEAD_OF_ALL) waiting.push(fetchAhead(id, next++));
        const piece = waiting.shift();
        if (piece !== undefined) ahead -= 1;
        yield await (piece ?? fetchPiece(id, next++));
      }
    } finally {
      // The reader has left. What is under way counts until it has ended.
      for (const piece of waiting)
        void piece.then(
          () => (ahead -= 1),
          () => (ahead -= 1),
        );
    }
  };
}
