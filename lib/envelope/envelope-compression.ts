/** Compresses or decompresses bytes, with a limit of the result. */

type Transform = CompressionStream | DecompressionStream;

/**
 * @returns the result; null as soon as it has more than `maxBytes`
 * @throws TypeError when the bytes are not compressed as the stream expects
 */
export async function bytesThrough(
  transform: Transform,
  bytes: Uint8Array,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Uint8Array | null> {
  const result = await readThrough(transform, bytes, maxBytes);
  return result.length > maxBytes ? null : result;
}

/** @returns the first bytes of the result, however long it would become @throws TypeError as `bytesThrough` */
export async function firstBytesThrough(transform: Transform, bytes: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  return (await readThrough(transform, bytes, maxBytes)).subarray(0, maxBytes);
}

/** @returns the result, up to the first chunk that goes beyond `maxBytes` */
async function readThrough(transform: Transform, bytes: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // The stream is read by hand: in Node, a Response would load all of fetch, which takes longer than the rest of a create.
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(transform).getReader();
  while (length <= maxBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  await reader.cancel();
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
