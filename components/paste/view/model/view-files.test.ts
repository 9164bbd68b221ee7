import { expect, it } from 'vitest';
import { pictureType } from './view-files';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

it.each([
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a;<script>', 'image/gif'],
  ['RIFF\n\r\0\0WEBPVP8 ', 'image/webp'],
  ['\0\0\0\x20ftypavif', 'image/avif'],
  ['\0\0\0\x20ftypavis', 'image/avif'],
])('%j begins a picture', (beginning, type) => {
  expect(pictureType(bytes(beginning))).toBe(type);
});

it.each([
  '',
  '\x89PN',
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  '<?xml version="1.0"?><svg/>',
  '<!doctype html><script>alert(1)</script>',
  '%PDF-1.7',
  ' \x89PNG\r\n\x1a\n',
  'RIFF\0\0\0\0AVI ',
  '\0\0\0\x20ftypmp42',
  'PK\x03\x04',
  'BM',
])('%j begins nothing that is shown in place', (beginning) => {
  expect(pictureType(bytes(beginning))).toBeNull();
});
