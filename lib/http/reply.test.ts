import { describe, expect, it, vi } from 'vitest';
import { json, type Reply, toResponse } from './reply';

const respond = (reply: Reply, headers: Record<string, string> = {}, onError = vi.fn()) => toResponse(reply, headers, onError);

/** Pieces, and whether their reader has let go of them. */
function source(pieces: readonly string[]) {
  const state = { taken: 0, isReturned: false };
  const iterable: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const piece = pieces[state.taken];
        if (piece === undefined) return { done: true, value: undefined };
        state.taken += 1;
        return { done: false, value: Buffer.from(piece) };
      },
      async return() {
        state.isReturned = true;
        return { done: true, value: undefined };
      },
    }),
  };
  return { state, iterable };
}

async function* breakingOff(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('begin');
  throw new Error('disk gone');
}

describe('json', () => {
  it('json is JSON by type and text, with the headers that are asked for', () => {
    expect(json(201, { a: [1] }, { 'X-Own': 'own' })).toEqual({
      status: 201,
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'X-Own': 'own' },
      body: '{"a":[1]}',
    });
  });
});

describe('toResponse', () => {
  it.each([
    ['a text', 'text', 'text'],
    ['bytes', new Uint8Array([0x61, 0x62]), 'ab'],
    ['nothing', null, ''],
  ])('toResponse sends %s as it is', async (_, body, text) => {
    const response = respond({ status: 200, body });
    expect([response.status, await response.text()]).toEqual([200, text]);
  });

  it.each([
    ['a text', 'é'.repeat(100_000), 200_000],
    ['bytes', Buffer.alloc(200_000, 'x'), 200_000],
    [
      'a stream',
      (async function* () {
        yield Buffer.alloc(200_000, 'x');
      })(),
      200_000,
    ],
  ])('toResponse sends a long %s in pieces of at most 64 KiB, with a known length', async (name, body, length) => {
    const response = respond({ status: 200, body });
    expect(response.headers.get('Content-Length')).toBe(name === 'a stream' ? null : String(length));
    const pieces: Uint8Array[] = [];
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) pieces.push(piece);
    expect(pieces.map((piece) => piece.length)).toEqual([65_536, 65_536, 65_536, 3_392]);
    if (typeof body === 'string') expect(Buffer.concat(pieces).toString()).toBe(body);
  });

  it("toResponse puts the reply's own headers over those of every response", () => {
    const { headers } = respond({ status: 200, headers: { 'X-A': 'own' }, body: null }, { 'X-A': 'all', 'X-B': 'all' });
    expect(Object.fromEntries(headers)).toEqual({ 'x-a': 'own', 'x-b': 'all' });
  });

  it('toResponse sends a body in pieces, in their order', async () => {
    const { iterable } = source(['one ', 'two ', 'three']);
    expect(await respond({ status: 200, body: iterable }).text()).toBe('one two three');
  });

  it('toResponse takes no more pieces than the client, and lets go with it', async () => {
    const { iterable, state } = source(Array.from({ length: 1_000 }, () => 'x'.repeat(1_000)));
    const reader = respond({ status: 200, body: iterable }).body?.getReader();
    await reader?.read();
    expect(state.taken).toBeLessThan(5);
    await reader?.cancel();
    expect(state).toMatchObject({ isReturned: true });
    expect(state.taken).toBeLessThan(5);
  });

  it('toResponse fails a body that breaks off, and tells of it', async () => {
    const onError = vi.fn();
    await expect(respond({ status: 200, body: breakingOff() }, {}, onError).text()).rejects.toThrow('disk gone');
    expect(onError.mock.calls).toEqual([[new Error('disk gone')]]);
  });
});
