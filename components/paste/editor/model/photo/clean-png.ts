import { exifOf, hasPositionInText, latin1, type Metadata, type Pieces, readExif, viewOf } from './photo-bytes';

const SIGNATURE_BYTES = 8;
/** Chunks besides the critical ones that change how the picture looks. */
const LOOKS = new Set('tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs hIST cICP mDCV cLLI acTL fcTL fdAT'.split(' '));

/** PNG specification §5.3: length, type, data, checksum. */
export function cleanPng(bytes: Uint8Array, pieces: Pieces): boolean {
  const { kept, removed } = pieces;
  kept.push(bytes.subarray(0, SIGNATURE_BYTES));
  const view = viewOf(bytes);
  let hasPixels = false;
  let from = SIGNATURE_BYTES;
  while (from + 8 <= bytes.length) {
    const type = latin1(bytes.subarray(from + 4, from + 8));
    const end = from + 12 + view.getUint32(from);
    if (type === 'IDAT') hasPixels = true;
    if (end > bytes.length) {
      // Browsers show the pixels of a file that was cut within them.
      if (type === 'IDAT') kept.push(bytes.subarray(from));
      else removed.add('trailer');
      return hasPixels;
    }
    const data = bytes.subarray(from + 8, end - 4);
    if (/^[A-Z]/.test(type) || LOOKS.has(type)) kept.push(bytes.subarray(from, end));
    else keepAncillary(type, data, pieces);
    from = end;
    if (type !== 'IEND') continue;
    if (from < bytes.length) removed.add('trailer');
    return true;
  }
  if (from < bytes.length) removed.add('trailer');
  return hasPixels;
}

function keepAncillary(type: string, data: Uint8Array, { kept, removed }: Pieces): void {
  const { orientation, hasPosition } = type === 'eXIf' ? readExif(data) : { orientation: 1, hasPosition: hasPositionInText(data) };
  const exif = exifOf(orientation);
  if (orientation !== 1) {
    kept.push(chunkOf('eXIf', exif));
    // An equal length means that the chunk held only the orientation, and nothing is lost.
    if (data.length === exif.length && !hasPosition) return;
  }
  const kind: Metadata = type === 'eXIf' ? 'camera' : 'description';
  removed.add(hasPosition ? 'location' : kind);
}

function chunkOf(type: string, data: readonly number[]): number[] {
  const body = [...type].map((letter) => letter.charCodeAt(0)).concat(data);
  return [...bytesOf(data.length), ...body, ...bytesOf(checksum(body))];
}

const bytesOf = (number: number): number[] => [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff);

/** PNG specification, annex D: CRC-32. */
function checksum(bytes: readonly number[]): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  }
  return ~crc >>> 0;
}
