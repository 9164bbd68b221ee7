import { at, type Pieces, textKind } from './photo-bytes';

/** Extensions that make the picture: how often it repeats, and its colour profile. */
const LOOKS = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const COMMENT = 0xfe;
const APPLICATION = 0xff;

/** Bytes of the table of colours that the packed field announces. */
const tableBytes = (packed: number) => (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0);

/** GIF89a: a header, then extensions and images, each in sub-blocks of a length and so many bytes, up to an empty one. */
export function cleanGif(bytes: Uint8Array, { kept, removed }: Pieces): boolean {
  let from = 13 + tableBytes(bytes[10] ?? 0);
  let hasImage = false;
  kept.push(bytes.subarray(0, from));
  while (from < bytes.length) {
    const [kind, label] = [bytes[from], bytes[from + 1]];
    if (kind === TRAILER) {
      kept.push([TRAILER]);
      if (from + 1 < bytes.length) removed.add('trailer');
      return true;
    }
    if (kind !== IMAGE && kind !== EXTENSION) {
      removed.add('trailer');
      break;
    }
    // An image has its place, its own colours and the size of its codes before its sub-blocks.
    const data = from + (kind === IMAGE ? 11 + tableBytes(bytes[from + 9] ?? 0) : 2);
    const end = endOfBlocks(bytes, data);
    if (kind === IMAGE) hasImage = true;
    const block = bytes.subarray(from, end ?? bytes.length);
    if (isPicture(kind, label, block) && (end !== null || kind === IMAGE)) kept.push(block);
    else removed.add(label === COMMENT ? 'comment' : textKind(block));
    from = end ?? bytes.length;
  }
  // A picture that was cut is shown as far as it goes.
  return hasImage;
}

function isPicture(kind: number, label: number | undefined, block: Uint8Array): boolean {
  if (kind === IMAGE) return true;
  if (label === COMMENT) return false;
  return label !== APPLICATION || LOOKS.some((name) => at(block, 3, name));
}

/** @returns the offset after the empty sub-block; null when the file ends before it */
function endOfBlocks(bytes: Uint8Array, from: number): number | null {
  let next = from;
  while (next < bytes.length) {
    const length = bytes[next] as number;
    next += 1 + length;
    if (length === 0) return next;
  }
  return null;
}
