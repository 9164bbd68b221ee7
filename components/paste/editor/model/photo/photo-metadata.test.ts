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

const JFIF_HEAD = 'JFIF\0\x01\x02\0\0\x01\0\x01';
const JFIF = segment(0xe0, `${JFIF_HEAD}\0\0`);

function cleanedOf(photo: Uint8Array, type = '') {
  const cleaned = removeMetadata(photo, type);
  if (cleaned === null || cleaned === 'uncleaned') throw new Error(`expected a cleaned photo, got ${cleaned}`);
  return cleaned;
}

describe('a JPEG', () => {
  it('loses position, camera, XMP, IPTC, comments and what follows it', async () => {
    const photo = bytes(
      [...jpeg(JFIF, segment(0xe1, 'Exif\0\0', tiff(1, true)), segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0SECRET'))].slice(
        0,
        -SCAN.length - 2,
      ),
      segment(0xed, 'Photoshop 3.0\0SECRET'),
      segment(0xfe, 'SECRET'),
      SCAN,
      END,
      'a video, SECRET',
    );
    const cleaned = cleanedOf(photo, 'image/jpeg');
    expect(cleaned.removed).toEqual(['location', 'camera', 'description', 'comment', 'trailer']);
    expect(cleaned.clean.type).toBe('image/jpeg');
    expect(await text(cleaned.clean)).toBe(await text(new Blob([jpeg(JFIF)])));
  });

  it('keeps its colours, and the way up', async () => {
    const colours = [segment(0xe2, 'ICC_PROFILE\0\x01\x01'), segment(0xee, 'Adobe')];
    const cleaned = cleanedOf(jpeg(...colours, segment(0xe1, 'Exif\0\0', tiff(6, false))), '');
    expect(cleaned.removed).toEqual(['camera']);
    const left = await text(cleaned.clean);
    expect(left).toContain('ICC_PROFILE');
    expect(left).toContain('Adobe');
    expect(left).not.toContain('SECRET');
    expect(left).toContain('\x01\x12\0\x03\0\0\0\x01\0\x06');
    expect(removeMetadata(bytes(left), '')).toBeNull();
  });

  it.each([
    ['has nothing to remove', jpeg(JFIF)],
    ['was cut within its picture and has nothing to remove', jpeg(JFIF).slice(0, -4)],
    ['is none', bytes('BM')],
  ])('that %s stays as it is', (_, photo) => {
    expect(removeMetadata(photo, '')).toBeNull();
  });

  const secret = segment(0xe1, 'Exif\0\0', tiff(1, true));
  it.each([
    ['was cut within its picture', jpeg(JFIF, secret).slice(0, -4), ['location', 'camera'], jpeg(JFIF).slice(0, -5)],
    ['has no end', jpeg(JFIF, secret).slice(0, -2), ['location', 'camera'], jpeg(JFIF).slice(0, -2)],
    ['has bytes between its segments', jpeg(JFIF, [...secret, 0, 0, 0]), ['location', 'camera', 'trailer'], jpeg(JFIF).slice(0, -2)],
    ['was cut after its picture', bytes([...jpeg(JFIF)].slice(0, -2), secret.slice(0, 9)), ['trailer'], jpeg(JFIF).slice(0, -2)],
    ['has a thumbnail of its own', jpeg(JFIF, segment(0xe0, 'JFXX\0\x10SECRET')), ['description'], jpeg(JFIF).slice(0, -2)],
    ['has a thumbnail in its first segment', jpeg(segment(0xe0, `${JFIF_HEAD}\x01\x01SEC`)), ['description'], jpeg(JFIF).slice(0, -2)],
  ])('that %s is cleaned', async (_, photo, removed, left) => {
    const cleaned = cleanedOf(photo);
    expect(cleaned.removed).toEqual(removed);
    expect(await text(cleaned.clean)).toBe(await text(new Blob([left, Uint8Array.from(END)])));
  });

  it('that was cut before its picture may have metadata', () => {
    expect(removeMetadata(jpeg(segment(0xfe, 'SECRET')).slice(0, 8), '')).toBe('uncleaned');
  });

  it.each([[bytes('II')], [bytes('II', [0x2a, 0, 255, 255, 255, 255], 'xxxxxxxxxxxx')]])('with broken Exif loses it', (exif) => {
    expect(cleanedOf(jpeg(segment(0xe1, 'Exif\0\0', [...exif]))).removed).toEqual(['camera']);
  });
});

const chunk = (type: string, data: string) => bytes([0, 0, data.length >> 8, data.length & 0xff], type, data, [9, 9, 9, 9]);
const PNG = '\x89PNG\r\n\x1a\n';

it('a PNG loses texts, times, Exif and what follows it', async () => {
  const [header, data, end] = [chunk('IHDR', 'x'), chunk('IDAT', 'y'), chunk('IEND', '')];
  const secrets = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'eXIf'].map((type) => chunk(type, 'SECRET'));
  const parts = [header, ...secrets, data, end].map((part) => [...part]);
  const cleaned = cleanedOf(bytes(PNG, ...parts, 'SECRET'), 'image/png');
  expect(cleaned.removed).toEqual(['description', 'camera', 'trailer']);
  expect(await text(cleaned.clean)).toBe(await text(new Blob([bytes(PNG, [...header], [...data], [...end])])));
  const positioned = bytes(PNG, [...header], [...chunk('iTXt', 'exif:GPSLatitude')], [...end]);
  expect(cleanedOf(positioned).removed).toEqual(['location']);
  expect(removeMetadata(bytes(PNG, [...header], [...data], [...end]), '')).toBeNull();
  expect(removeMetadata(bytes(PNG, [...chunk('tEXt', 'SECRET')]).slice(0, -5), '')).toBe('uncleaned');
});

const riff = (type: string, data: string) => bytes(type, [data.length, 0, 0, 0], data, data.length % 2 ? [0] : []);
const webp = (...chunks: Uint8Array[]) => {
  const all = chunks.flatMap((part) => [...part]);
  return bytes('RIFF', [all.length + 4, 0, 0, 0], 'WEBP', all);
};

it('a WebP loses Exif and XMP, and no longer says that it has them', async () => {
  const cleaned = cleanedOf(
    webp(riff('VP8X', '\x2c123456789'), riff('VP8 ', 'abc'), riff('EXIF', 'SECRET'), riff('XMP ', 'GPSLongitude')),
    'image/webp',
  );
  expect(cleaned.removed).toEqual(['camera', 'location']);
  expect(await text(cleaned.clean)).toBe(await text(new Blob([webp(riff('VP8X', '\x20123456789'), riff('VP8 ', 'abc'))])));
  expect(removeMetadata(webp(riff('VP8 ', 'abc')), '')).toBeNull();
});

it('a PNG that was cut is cleaned as far as it goes', async () => {
  const parts = [chunk('IHDR', 'x'), chunk('tEXt', 'SECRET'), chunk('IDAT', 'yyyy')].map((part) => [...part]);
  const whole = bytes(PNG, ...parts);
  for (const photo of [whole, whole.slice(0, -6)]) {
    const cleaned = cleanedOf(photo);
    expect(cleaned.removed).toEqual(['description']);
    expect(await text(cleaned.clean)).toBe(
      `${PNG}${await text(new Blob([chunk('IHDR', 'x'), chunk('IDAT', 'yyyy')]))}`.slice(0, photo.length - 18),
    );
  }
});

it('a PNG keeps the way up, and chunks that nobody knows go', async () => {
  const exif = bytes(tiff(6, true));
  const photo = bytes(
    PNG,
    ...[
      chunk('IHDR', 'x'),
      chunk('eXIf', String.fromCharCode(...exif)),
      chunk('caBX', 'SECRET'),
      chunk('IDAT', 'y'),
      chunk('IEND', ''),
    ].map((part) => [...part]),
  );
  const cleaned = cleanedOf(photo);
  expect(cleaned.removed).toEqual(['location', 'description']);
  const left = await text(cleaned.clean);
  expect(left).not.toContain('SECRET');
  expect(left).toContain('eXIfMM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06');
  expect(removeMetadata(bytes(left), '')).toBeNull();
});

it('a WebP that was cut may have metadata', () => {
  expect(removeMetadata(webp(riff('VP8 ', 'abc'), riff('EXIF', 'SECRET')).slice(0, -4), '')).toBe('uncleaned');
});

const gif = (...blocks: (string | readonly number[])[]) => bytes('GIF89a', [1, 0, 1, 0, 0x80, 0, 0], [0, 0, 0, 255, 255, 255], ...blocks);
const IMAGE = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
const LOOP = '!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0';

it('a GIF loses XMP and comments, and keeps how it repeats', async () => {
  const xmp = '!\xff\x0bXMP DataXMP\x20<x exif:GPSLatitude="52,31.2N"/>\0';
  const cleaned = cleanedOf(gif(LOOP, xmp, '!\xfe\x06SECRET\0', IMAGE, ';', 'SECRET'), 'image/gif');
  expect(cleaned.removed).toEqual(['location', 'comment', 'trailer']);
  expect(await text(cleaned.clean)).toBe(await text(new Blob([gif(LOOP, IMAGE, ';')])));
  expect(removeMetadata(gif(LOOP, IMAGE, ';'), '')).toBeNull();
  expect(await text(cleanedOf(gif('!\xfe\x06SECRET\0', IMAGE).slice(0, -2)).clean)).toBe(await text(new Blob([gif(IMAGE).slice(0, -2)])));
  expect(removeMetadata(gif('!\xfe\x06SEC'), '')).toBe('uncleaned');
});

it.each([
  ['HEIC', '\0\0\0\x18ftypheic'],
  ['AVIF', '\0\0\0\x18ftypavif'],
  ['a video of a phone', '\0\0\0\x14ftypqt  '],
  ['TIFF and raw photos', 'II*\0'],
  ['JPEG XL', '\xff\x0a'],
])('%s may have metadata that nothing here removes', (_, beginning) => {
  expect(removeMetadata(bytes(beginning, 'more bytes'), '')).toBe('uncleaned');
});
