/**
 * Removes the metadata of a photo: position, camera, times, previews of cropped parts, comments. Cleans JPEG, PNG, WebP and GIF,
 * recognized by their bytes; a broken one is cut where decoders stop. Keeps only parts that make the picture: pixels, colour
 * profile and orientation stay bit for bit.
 *
 * Not protected: anything visible in the picture, watermarks in its pixels, and formats of which `UNCLEANED` says so.
 */

import { cleanGif } from './clean-gif';
import { cleanJpeg } from './clean-jpeg';
import { cleanPng } from './clean-png';
import { cleanWebp } from './clean-webp';
import { at, type Cleaner, type PhotoCleaning, type Pieces } from './photo-bytes';

const CLEANED: readonly (readonly [is: (bytes: Uint8Array) => boolean, clean: Cleaner])[] = [
  [(bytes) => at(bytes, 0, '\xff\xd8\xff'), cleanJpeg],
  [(bytes) => at(bytes, 0, '\x89PNG\r\n\x1a\n'), cleanPng],
  [(bytes) => at(bytes, 0, 'RIFF') && at(bytes, 8, 'WEBP'), cleanWebp],
  [(bytes) => at(bytes, 0, 'GIF8'), cleanGif],
];

/** Pictures and videos that tell where they were taken and that nothing here can write: HEIC, AVIF, MP4, TIFF and raw ones, JPEG XL and 2000. */
const UNCLEANED: readonly (readonly [from: number, ...signs: string[]])[] = [
  [4, 'ftyp', 'moov', 'mdat', 'wide'],
  [0, 'II*\0', 'MM\0*', 'II+\0', 'MM\0+', 'IIU\0'],
  [0, 'FUJIFILMCCD-RAW', 'IIRO', '\0MRM'],
  [0, '\xff\x0a', '\0\0\0\x0cJXL ', '\0\0\0\x0cjP  '],
];

/** @returns null when there is nothing to remove, `uncleaned` when there may be and it couldn't be */
export function removeMetadata(bytes: Uint8Array, type: string): PhotoCleaning {
  const clean = CLEANED.find(([is]) => is(bytes))?.[1];
  if (clean === undefined) return UNCLEANED.some(([from, ...signs]) => signs.some((sign) => at(bytes, from, sign))) ? 'uncleaned' : null;
  const pieces: Pieces = { kept: [], removed: new Set() };
  if (!clean(bytes, pieces)) return 'uncleaned';
  const parts = pieces.kept.map((piece) => Uint8Array.from(piece));
  return pieces.removed.size === 0 ? null : { clean: new Blob(parts, { type }), removed: [...pieces.removed] };
}
