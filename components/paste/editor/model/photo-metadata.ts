/**
 * Removes the metadata of a photo: position, camera, times, previews of cropped parts, comments. Handles JPEG, PNG and
 * WebP, recognized by their bytes. Pixels, colour profile and orientation stay bit for bit.
 *
 * Not protected: anything visible in the picture, watermarks in its pixels, other formats.
 */

import type { CleanedPhoto, Metadata } from './editor-draft';

type Pieces = { kept: (Uint8Array | readonly number[])[]; removed: Set<Metadata> };

/** @returns null when the bytes are no such photo, are damaged, or have nothing to remove */
export function removeMetadata(bytes: Uint8Array, type: string): CleanedPhoto | null {
  const pieces: Pieces = { kept: [], removed: new Set() };
  const clean = [cleanJpeg, cleanPng, cleanWebp].some((cleaner) => cleaner(bytes, pieces));
  if (!clean || pieces.removed.size === 0) return null;
  const parts = pieces.kept.map((piece) => Uint8Array.from(piece));
  return { clean: new Blob(parts, { type }), removed: [...pieces.removed] };
}

const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);
const at = (bytes: Uint8Array, from: number, text: string) => latin1(bytes.subarray(from, from + text.length)) === text;
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** ISO/IEC 10918-1, annex B: markers with their segments up to the scans, whose data ends at the next marker. */
function cleanJpeg(bytes: Uint8Array, { kept, removed }: Pieces): boolean {
  if (!at(bytes, 0, '\xff\xd8\xff')) return false;
  kept.push(bytes.subarray(0, 2));
  const view = viewOf(bytes);
  let from = 2;
  while (from + 4 <= bytes.length) {
    if (bytes[from] !== 0xff) return false;
    const marker = bytes[from + 1] as number;
    if (marker === 0xff) {
      from += 1;
      continue;
    }
    if (marker === 0xd9) break;
    const isScan = marker === 0xda;
    const end = from + 2 + view.getUint16(from + 2);
    if (end > bytes.length) return false;
    const segment = bytes.subarray(from, end);
    from = isScan ? endOfScan(bytes, end) : end;
    const data = segment.subarray(4);
    if (isScan) kept.push(bytes.subarray(end - segment.length, from));
    else if (marker === 0xe1) kept.push(...cleanApp1(data, removed));
    else if (marker === 0xfe) removed.add('comment');
    else if (isPrivateSegment(marker, data)) removed.add('description');
    else kept.push(segment);
  }
  if (bytes[from] !== 0xff || bytes[from + 1] !== 0xd9) return false;
  kept.push(bytes.subarray(from, from + 2));
  // Cameras append previews, videos and depth maps, each with its own metadata.
  if (from + 2 < bytes.length) removed.add('trailer');
  return true;
}

/** Keeps JFIF (0), ICC profiles (2) and Adobe's note (14): without the last two, colours come out wrong. */
function isPrivateSegment(marker: number, data: Uint8Array): boolean {
  if (marker < 0xe0 || marker > 0xef) return false;
  return !(marker === 0xe0 || marker === 0xee || (marker === 0xe2 && at(data, 0, 'ICC_PROFILE\0')));
}

function cleanApp1(data: Uint8Array, removed: Set<Metadata>): Pieces['kept'] {
  if (!at(data, 0, 'Exif\0\0')) {
    removed.add(hasPositionInText(data) ? 'location' : 'description');
    return [];
  }
  const { orientation, hasPosition } = readExif(data.subarray(6));
  if (hasPosition) removed.add('location');
  const upright = orientation === 1 ? [] : [exifWith(orientation)];
  // An equal length means that the segment held only the orientation, and nothing is lost.
  if (upright[0] === undefined || upright[0].length !== data.length + 4) removed.add('camera');
  return upright;
}

/** Builds an Exif segment with nothing but the orientation; without it, photos lie on their side. */
function exifWith(orientation: number): number[] {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  const tiff = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0];
  return [0xff, 0xe1, 0, tiff.length + 8, 0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
}

/** TIFF 6.0: the first directory has the orientation (0x0112) and, with a position, a pointer to GPS (0x8825). */
function readExif(tiff: Uint8Array): { orientation: number; hasPosition: boolean } {
  const found = { orientation: 1, hasPosition: false };
  if (tiff.length < 14) return found;
  const view = viewOf(tiff);
  const isLittle = at(tiff, 0, 'II');
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > tiff.length) return found;
  const count = view.getUint16(directory, isLittle);
  for (let entry = directory + 2; entry + 12 <= tiff.length && entry < directory + 2 + count * 12; entry += 12) {
    const tag = view.getUint16(entry, isLittle);
    if (tag === 0x8825) found.hasPosition = true;
    if (tag === 0x0112) found.orientation = view.getUint16(entry + 8, isLittle);
  }
  if (found.orientation < 1 || found.orientation > 8) found.orientation = 1;
  return found;
}

/** Finds the marker that ends the scan. Stuffed zeros and restart marks belong to the data. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let mark = bytes.indexOf(0xff, from); mark >= 0; mark = bytes.indexOf(0xff, mark + 1)) {
    const next = bytes[mark + 1];
    if (next !== 0 && next !== 0xff && !(next !== undefined && next >= 0xd0 && next <= 0xd7)) return mark;
  }
  return bytes.length;
}

const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';
const PNG_METADATA: Record<string, Metadata> = {
  eXIf: 'camera',
  tEXt: 'description',
  zTXt: 'description',
  iTXt: 'description',
  tIME: 'description',
};

/** PNG specification §5.3: length, type, data, checksum. */
function cleanPng(bytes: Uint8Array, { kept, removed }: Pieces): boolean {
  if (!at(bytes, 0, PNG_SIGNATURE)) return false;
  kept.push(bytes.subarray(0, PNG_SIGNATURE.length));
  const view = viewOf(bytes);
  for (let from = PNG_SIGNATURE.length; from + 12 <= bytes.length; ) {
    const end = from + 12 + view.getUint32(from);
    if (end > bytes.length) return false;
    const type = latin1(bytes.subarray(from + 4, from + 8));
    const data = bytes.subarray(from + 8, end - 4);
    const kind = PNG_METADATA[type];
    if (kind === undefined) kept.push(bytes.subarray(from, end));
    else removed.add((type === 'eXIf' && readExif(data).hasPosition) || hasPositionInText(data) ? 'location' : kind);
    from = end;
    if (type !== 'IEND') continue;
    if (from < bytes.length) removed.add('trailer');
    return true;
  }
  return false;
}

/** RFC 9649 §2.7: chunks of type, length in little endian, data, and a byte that makes it even. */
function cleanWebp(bytes: Uint8Array, { kept, removed }: Pieces): boolean {
  if (!at(bytes, 0, 'RIFF') || !at(bytes, 8, 'WEBP')) return false;
  const view = viewOf(bytes);
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
    else if (type === 'XMP ') removed.add(hasPositionInText(data) ? 'location' : 'description');
    else chunks.push(type === 'VP8X' ? withoutFlags(bytes.slice(from, next)) : bytes.subarray(from, next));
    from = next;
  }
  if (end < bytes.length) removed.add('trailer');
  const size = new Uint8Array(4);
  viewOf(size).setUint32(
    0,
    chunks.reduce((sum, { length }) => sum + length, 4),
    true,
  );
  kept.push(bytes.subarray(0, 4), size, bytes.subarray(8, 12), ...chunks);
  return true;
}

/** Clears the Exif (8) and XMP (4) flags of the extended header. */
function withoutFlags(chunk: Uint8Array): Uint8Array {
  chunk[8] = (chunk[8] as number) & ~0x0c;
  return chunk;
}

const POSITION_NAME = 'GPSL';

/** XMP and PNG's texts name a position `GPSLatitude` and `GPSLongitude`. */
function hasPositionInText(data: Uint8Array): boolean {
  const first = POSITION_NAME.charCodeAt(0);
  for (let found = data.indexOf(first); found >= 0; found = data.indexOf(first, found + 1)) {
    if (at(data, found, POSITION_NAME)) return true;
  }
  return false;
}
