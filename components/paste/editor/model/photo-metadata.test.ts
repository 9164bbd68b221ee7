import { describe, expect, it } from 'vitest';
import { removeMetadata } from './photo-metadata';

const bytes = (...parts: (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((character) => character.charCodeAt(0)) : [...part])));
const text = async (blob: Blob) => String.fromCharCode(...new Uint8Array(await blob.arrayBuffer()));

/** Builds a TIFF directory in little endian with orientation and, if asked, a pointer to a position. */
const tiff = (orientation: number, hasPosition: boolean) => [
  ...[0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 2, 0],
  ...[0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0],
  ...[hasPosition ? 0x25 : 0x26, 0x88, 4, 0, 1, 0, 0, 0, 26, 0, 0, 0],
  ...bytes('SECRET'),
];
const segment = (marker: number, ...parts: (string | readonly number[])[]) => {
  const data = bytes(...parts);
  return [0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff, ...data];
};
const SCAN = [...segment(0xda, [1, 2, 3]), 0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56];
const END = [0xff, 0xd9];
const jpeg = (...segments: (readonly number[])[]) => bytes([0xff, 0xd8], ...segments, SCAN, END);

describe('a JPEG', () => {
  it('loses position, camera, XMP, IPTC, comments and what follows it', async () => {
    const photo = bytes(
      [
        ...jpeg(segment(0xe0, 'JFIF'), segment(0xe1, 'Exif\0\0', tiff(1, true)), segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0SECRET')),
      ].slice(0, -SCAN.length - 2),
      segment(0xed, 'Photoshop 3.0\0SECRET'),
      segment(0xfe, 'SECRET'),
      SCAN,
      END,
      'a video, SECRET',
    );
    const cleaned = removeMetadata(photo, 'image/jpeg');
    expect(cleaned?.removed).toEqual(['location', 'camera', 'description', 'comment', 'trailer']);
    expect(cleaned?.clean.type).toBe('image/jpeg');
    expect(await text(cleaned?.clean as Blob)).toBe(await text(new Blob([jpeg(segment(0xe0, 'JFIF'))])));
  });

  it('keeps its colours, and the way up', async () => {
    const colours = [segment(0xe2, 'ICC_PROFILE\0\x01\x01'), segment(0xee, 'Adobe')];
    const cleaned = removeMetadata(jpeg(...colours, segment(0xe1, 'Exif\0\0', tiff(6, false))), '');
    expect(cleaned?.removed).toEqual(['camera']);
    const left = await text(cleaned?.clean as Blob);
    expect(left).toContain('ICC_PROFILE');
    expect(left).toContain('Adobe');
    expect(left).not.toContain('SECRET');
    expect(left).toContain('\x01\x12\0\x03\0\0\0\x01\0\x06');
    expect(removeMetadata(bytes(left), '')).toBeNull();
  });

  it.each([
    ['has nothing to remove', jpeg(segment(0xe0, 'JFIF'))],
    ['was cut within a segment', jpeg(segment(0xfe, 'SECRET')).slice(0, 8)],
    ['was cut within its picture', jpeg(segment(0xfe, 'SECRET')).slice(0, -4)],
    ['is none', bytes('GIF89a')],
  ])('that %s stays as it is', (_, photo) => {
    expect(removeMetadata(photo, '')).toBeNull();
  });

  it.each([[bytes('II')], [bytes('II', [0x2a, 0, 255, 255, 255, 255], 'xxxxxxxxxxxx')]])('with broken Exif loses it', (exif) => {
    expect(removeMetadata(jpeg(segment(0xe1, 'Exif\0\0', [...exif])), '')?.removed).toEqual(['camera']);
  });
});

const chunk = (type: string, data: string) => bytes([0, 0, data.length >> 8, data.length & 0xff], type, data, [9, 9, 9, 9]);
const PNG = '\x89PNG\r\n\x1a\n';

it('a PNG loses texts, times, Exif and what follows it', async () => {
  const [header, data, end] = [chunk('IHDR', 'x'), chunk('IDAT', 'y'), chunk('IEND', '')];
  const secrets = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'eXIf'].map((type) => chunk(type, 'SECRET'));
  const parts = [header, ...secrets, data, end].map((part) => [...part]);
  const cleaned = removeMetadata(bytes(PNG, ...parts, 'SECRET'), 'image/png');
  expect(cleaned?.removed).toEqual(['description', 'camera', 'trailer']);
  expect(await text(cleaned?.clean as Blob)).toBe(await text(new Blob([bytes(PNG, [...header], [...data], [...end])])));
  const positioned = bytes(PNG, [...header], [...chunk('iTXt', 'exif:GPSLatitude')], [...end]);
  expect(removeMetadata(positioned, '')?.removed).toEqual(['location']);
  expect(removeMetadata(bytes(PNG, [...header], [...data], [...end]), '')).toBeNull();
  expect(removeMetadata(bytes(PNG, [...chunk('tEXt', 'SECRET')]).slice(0, -5), '')).toBeNull();
});

const riff = (type: string, data: string) => bytes(type, [data.length, 0, 0, 0], data, data.length % 2 ? [0] : []);
const webp = (...chunks: Uint8Array[]) => {
  const all = chunks.flatMap((part) => [...part]);
  return bytes('RIFF', [all.length + 4, 0, 0, 0], 'WEBP', all);
};

it('a WebP loses Exif and XMP, and no longer says that it has them', async () => {
  const cleaned = removeMetadata(
    webp(riff('VP8X', '\x2c123456789'), riff('VP8 ', 'abc'), riff('EXIF', 'SECRET'), riff('XMP ', 'GPSLongitude')),
    'image/webp',
  );
  expect(cleaned?.removed).toEqual(['camera', 'location']);
  expect(await text(cleaned?.clean as Blob)).toBe(await text(new Blob([webp(riff('VP8X', '\x20123456789'), riff('VP8 ', 'abc'))])));
  expect(removeMetadata(webp(riff('VP8 ', 'abc')), '')).toBeNull();
});
