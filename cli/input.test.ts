import { expect, it } from 'vitest';
import { textOf } from './input';

it.each<[string, Buffer]>([
  ['UTF-8', Buffer.from('geheim ü')],
  ['UTF-8 with the mark of Windows', Buffer.from('\ufeffgeheim ü')],
])('a file in %s is read as its text', (_, bytes) => expect(textOf(bytes, 'file')).toBe('geheim ü'));

it.each<[string, Buffer, RegExp]>([
  ['UTF-16', Buffer.from('\ufeffgeheim', 'utf16le'), /^file is UTF-16\. .*iconv/],
  ['UTF-16 of the other order', Buffer.from('\ufeffgeheim', 'utf16le').swap16(), /^file is UTF-16/],
  ['UTF-16 without a mark', Buffer.from('geheim', 'utf16le'), /^file is UTF-16/],
  ['Latin-1', Buffer.from('ü', 'latin1'), /^file is not UTF-8/],
])('a file in %s is refused', (_, bytes, message) => expect(() => textOf(bytes, 'file')).toThrow(message));
