import { at, exifOf, type Pieces, readExif, textKind, viewOf } from './photo-bytes';

const END_OF_IMAGE = [0xff, 0xd9];
/** Tables, frames and restart intervals; ISO/IEC 10918-1, table B.1. */
const isPicture = (marker: number) => (marker >= 0xc0 && marker <= 0xcf) || (marker >= 0xdb && marker <= 0xdf);
/** Markers without a segment: restarts, a second beginning, and one for temporary use. */
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** ISO/IEC 10918-1, annex B: markers with their segments up to the scans, whose data ends at the next marker. Skips what is between, as decoders do. */
export function cleanJpeg(bytes: Uint8Array, pieces: Pieces): boolean {
  const { kept, removed } = pieces;
  kept.push(bytes.subarray(0, 2));
  const view = viewOf(bytes);
  let hasScan = false;
  let from = 2;
  while (from < bytes.length) {
    const found = bytes.indexOf(0xff, from);
    if (found !== from) removed.add('trailer');
    from = found < 0 ? bytes.length : found;
    const marker = bytes[from + 1];
    if (marker === 0xd9) {
      kept.push(END_OF_IMAGE);
      // Cameras append previews, videos and depth maps, each with its own metadata.
      if (from + 2 < bytes.length) removed.add('trailer');
      return hasScan;
    }
    if (marker === undefined) break;
    if (marker === 0xff || marker === 0 || isAlone(marker)) {
      from += marker === 0xff ? 1 : 2;
      continue;
    }
    const end = from + 4 > bytes.length ? Number.POSITIVE_INFINITY : from + 2 + view.getUint16(from + 2);
    if (end > bytes.length) {
      removed.add('trailer');
      break;
    }
    const segment = bytes.subarray(from, end);
    from = end;
    if (marker === 0xda) {
      hasScan = true;
      from = endOfScan(bytes, end);
      kept.push(bytes.subarray(end - segment.length, from));
    } else keepSegment(marker, segment, pieces);
  }
  // A picture that was cut is shown as far as it goes.
  kept.push(END_OF_IMAGE);
  return hasScan;
}

function keepSegment(marker: number, segment: Uint8Array, { kept, removed }: Pieces): void {
  const data = segment.subarray(4);
  if (isPicture(marker)) kept.push(segment);
  else if (marker === 0xe0 && at(data, 0, 'JFIF\0')) kept.push(withoutThumbnail(segment, removed));
  // ICC profiles and Adobe's note stay: colours come out wrong when they are missing.
  else if ((marker === 0xe2 && at(data, 0, 'ICC_PROFILE\0')) || (marker === 0xee && at(data, 0, 'Adobe'))) kept.push(segment);
  else if (marker === 0xe1) kept.push(...cleanApp1(data, removed));
  else removed.add(marker === 0xfe ? 'comment' : 'description');
}

/** JFIF 1.02: 14 bytes, the last two the size of a thumbnail, whose pixels follow. */
function withoutThumbnail(segment: Uint8Array, removed: Pieces['removed']): Uint8Array | readonly number[] {
  if (segment.length <= 18) return segment;
  removed.add('description');
  return [0xff, 0xe0, 0, 16, ...segment.subarray(4, 16), 0, 0];
}

function cleanApp1(data: Uint8Array, removed: Pieces['removed']): Pieces['kept'] {
  if (!at(data, 0, 'Exif\0\0')) {
    removed.add(textKind(data));
    return [];
  }
  const { orientation, hasPosition } = readExif(data.subarray(6));
  if (hasPosition) removed.add('location');
  const upright = orientation === 1 ? [] : [exifWith(orientation)];
  // An equal length means that the segment held only the orientation, and nothing is lost.
  if (upright[0] === undefined || upright[0].length !== data.length + 4) removed.add('camera');
  return upright;
}

function exifWith(orientation: number): number[] {
  const tiff = exifOf(orientation);
  return [0xff, 0xe1, 0, tiff.length + 8, 0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
}

/** Finds the marker that ends the scan. Stuffed zeros and restart marks belong to the data. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let mark = bytes.indexOf(0xff, from); mark >= 0; mark = bytes.indexOf(0xff, mark + 1)) {
    const next = bytes[mark + 1];
    if (next !== 0 && next !== 0xff && !(next !== undefined && next >= 0xd0 && next <= 0xd7)) return mark;
  }
  return bytes.length;
}
