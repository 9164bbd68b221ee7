import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SealBrokenError, seal } from '../../vault/vault';
import { CHUNK_BYTES, decodeChunk, encodeChunk } from './paste-content';

const KEY = randomBytes(32);
const PLACE = { row: 'id', seq: 0, last: true };
const sealed = (encoding: number, body: Uint8Array) => ({
  seq: 0,
  encoding,
  bytes: seal(KEY, { ...PLACE, encoding }, body),
});

describe('a piece of a content', () => {
  const lines = (bytes: number) => Buffer.from(`a line of a log, number ${bytes}\n`.repeat(bytes)).subarray(0, bytes);

  it.each([0, 1, 4_095, 4_096, 100_000, 200_000, CHUNK_BYTES])('of %d bytes is stored small, and read as it was', async (bytes) => {
    for (const plain of [lines(bytes), randomBytes(bytes)]) {
      const chunk = await encodeChunk(KEY, PLACE, plain);
      expect(chunk.bytes.length).toBeLessThanOrEqual(bytes + 16);
      expect((await decodeChunk(KEY, PLACE, chunk, bytes)).equals(plain)).toBe(true);
    }
    if (bytes >= 4_096) expect((await encodeChunk(KEY, PLACE, lines(bytes))).bytes.length).toBeLessThan(bytes / 10);
  });

  it('that version 1.0.0 stored is read', async () => {
    const plain = lines(100_000);
    expect((await decodeChunk(KEY, PLACE, sealed(1, deflateRawSync(plain)), plain.length)).equals(plain)).toBe(true);
  });

  it('never becomes larger than a piece, and has no unknown encoding', () => {
    expect(() => decodeChunk(KEY, PLACE, sealed(1, deflateRawSync(Buffer.alloc(CHUNK_BYTES + 1))), 100)).toThrow(RangeError);
    for (const encoding of [3, 255]) expect(() => decodeChunk(KEY, PLACE, sealed(encoding, Buffer.alloc(1)))).toThrow(SealBrokenError);
  });
});
