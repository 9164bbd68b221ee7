import { at, latin1, type Pieces, readExif, textKind, viewOf } from './photo-bytes';

/** Chunks that make the picture. */
const LOOKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

/** RFC 9649 §2.7: chunks of type, length in little endian, data, and a byte that makes it even. */
export function cleanWebp(bytes: Uint8Array, { kept, removed }: Pieces): boolean {
  const view = viewOf(bytes);
  if (bytes.length < 12) return false;
  const end = 8 + view.getUint32(4, true);
  if (end > bytes.length) return false;
  const chunks: Uint8Array[] = [];
  for (let from = 12; from + 8 <= end; ) {
    const size = view.getUint32(from + 4, true);
    const next = from + 8 + size + (size % 2);
    if (next > end) return false;
    const type = latin1(bytes.subarray(from, from + 4));
    const data = bytes.subarray(from + 8, from + 8 + size);
    const exif = at(data, 0, 'Exif\0\0') ? data.subarray(6) : data;
    if (type === 'EXIF') removed.add(readExif(exif).hasPosition ? 'location' : 'camera');
    else if (!LOOKS.has(type)) removed.add(textKind(data));
    else chunks.push(type === 'VP8X' ? withoutFlags(bytes.slice(from, next)) : bytes.subarray(from, next));
    from = next;
  }
  if (end < bytes.length) removed.add('trailer');
  const head = bytes.slice(0, 12);
  viewOf(head).setUint32(
    4,
    chunks.reduce((sum, { length }) => sum + length, 4),
    true,
  );
  kept.push(head, ...chunks);
  return true;
}

/** Clears the Exif (8) and XMP (4) flags of the extended header. */
function withoutFlags(chunk: Uint8Array): Uint8Array {
  chunk[8] = (chunk[8] as number) & ~0x0c;
  return chunk;
}
