/** Kinds of metadata removed from a photo; the messages name each. */
export type Metadata = 'location' | 'camera' | 'description' | 'comment' | 'trailer';

export interface CleanedPhoto {
  clean: Blob;
  removed: readonly Metadata[];
}

/** A file's metadata after cleaning: removed, still there as far as anybody knows, or there was none (null). */
export type PhotoCleaning = CleanedPhoto | 'uncleaned' | null;

/** Parts of a cleaned file, and those that are left out. */
export interface Pieces {
  kept: (Uint8Array | readonly number[])[];
  removed: Set<Metadata>;
}

/** Sorts the parts of a file. @returns false when the file is too broken to tell its picture from its metadata */
export type Cleaner = (bytes: Uint8Array, pieces: Pieces) => boolean;

export const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);
export const at = (bytes: Uint8Array, from: number, text: string) => latin1(bytes.subarray(from, from + text.length)) === text;
export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** TIFF 6.0: the first directory has the orientation (0x0112) and, with a position, a pointer to GPS (0x8825). */
export function readExif(tiff: Uint8Array): { orientation: number; hasPosition: boolean } {
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

/** Builds Exif data with nothing but the orientation; without it, photos lie on their side. */
export function exifOf(orientation: number): number[] {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  return [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0];
}

/** XMP and PNG's texts name a position `GPSLatitude` and `GPSLongitude`. */
export const hasPositionInText = (data: Uint8Array): boolean => new TextDecoder('latin1').decode(data).includes('GPSL');

export const textKind = (data: Uint8Array): Metadata => (hasPositionInText(data) ? 'location' : 'description');
