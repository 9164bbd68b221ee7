/** Compresses or decompresses bytes, with a limit of the result. */

/**
 * @param transform a CompressionStream or DecompressionStream
 * @returns the result; null as soon as it has more than `maxBytes`
 * @throws TypeError when the bytes are not compressed as the stream expects
 */
export async function bytesThrough(
  transform: CompressionStream | DecompressionStream,
  bytes: Uint8Array,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // The stream is read by hand: in Node, a Response would load all of fetch, which takes longer than the rest of a create.
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(transform).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
    if (length <= maxBytes) continue;
    await reader.cancel();
    return null;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
