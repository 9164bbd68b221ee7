import { describe, expect, it, vi } from 'vitest';
import { NotFoundError } from '../../http/errors';
import { createPieceReader } from './paste-pieces';

const COUNT = 41;

/** A store that responds when it is told to. */
function slowStore() {
  const responses: (() => void)[] = [];
  let most = 0;
  const piecesOf = createPieceReader(async (id, seq) => {
    if (id === 'gone' && seq === 20) return null;
    const fetch = () =>
      new Promise<Uint8Array>((resolve) => {
        responses.push(() => resolve(Buffer.from(`${id}/${seq}`)));
        most = Math.max(most, responses.length);
      });
    return { seq, encoding: 0, bytes: Buffer.alloc(0), fetch };
  });
  const respond = () => {
    for (const response of responses.splice(0)) response();
  };
  return { piecesOf, respond, underWay: () => responses.length, most: () => most };
}

async function readAll(pieces: AsyncIterable<{ bytes: Uint8Array }>): Promise<string[]> {
  const read: string[] = [];
  for await (const { bytes } of pieces) read.push(String(bytes));
  return read;
}

const whole = (id: string) => Array.from({ length: COUNT - 1 }, (_, index) => `${id}/${index + 1}`);

describe('pieces of a content', () => {
  it.each([
    ['in a store are fetched four at a time', true, 4],
    ['in rows are read one after the other', false, 1],
  ])('%s, and come in order', async (_, isInStore, most) => {
    const store = slowStore();
    const reading = readAll(store.piecesOf('a', COUNT, isInStore));
    await vi.waitFor(() => expect(store.underWay()).toBe(most));
    const answering = setInterval(store.respond);
    expect(await reading).toEqual(whole('a'));
    clearInterval(answering);
    expect(store.most()).toBe(most);
  });

  it('are held ahead of all readers together in a bounded number', async () => {
    const store = slowStore();
    for (let round = 0; round < 2; round++) {
      const readers = Array.from({ length: 20 }, (_, index) => store.piecesOf(`${index}`, COUNT, true));
      const first = readers.map((pieces) => pieces.next());
      // One for each reader and 31 ahead: the last place is of the one who takes the next piece.
      await vi.waitFor(() => expect(store.underWay()).toBe(20 + 31));
      store.respond();
      await Promise.all(first);
      // All leave, which frees their places.
      await Promise.all(readers.map((pieces) => pieces.return(undefined)));
    }
  });

  it('end with an error when the paste goes meanwhile', async () => {
    const store = slowStore();
    const answering = setInterval(store.respond);
    await expect(readAll(store.piecesOf('gone', COUNT, true))).rejects.toThrow(NotFoundError);
    clearInterval(answering);
  });
});
