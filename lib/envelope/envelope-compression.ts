/** Compresses or decompresses bytes, with a limit of the result. */
import { joined } from './envelope-key';

/**
 * @returns the result, but no further than the first chunk that goes beyond `maxBytes`
 * @throws TypeError when the bytes are not compressed as the stream expects
 */
export async function bytesThrough(
  transform: CompressionStream | DecompressionStream,
  bytes: Uint8Array,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
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
  return joined(chunks);
}
