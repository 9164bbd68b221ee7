import { expect, test } from 'vitest';
import { inspectFile } from './inspect-file';

const inspect = (bytes: Uint8Array<ArrayBuffer> | string, name = 'a.txt') => inspectFile(new File([bytes], name), name);
const bytes = (...values: number[]) => new Uint8Array(values);

test('text is text, with its beginning and its language', async () => {
  expect(await inspect('fn main() {}', 'a.rs')).toEqual({ beginning: 'fn main() {}', syntax: 'rust' });
});

test('a character cut by the end of the beginning or of a piece is still text', async () => {
  for (const before of [4094, 4095, 65_533, 65_534, 65_535]) {
    const { beginning } = await inspect(`${'a'.repeat(before)}😀`);
    expect(beginning).not.toContain('\uFFFD');
  }
});

test.each([
  ['a NUL', bytes(0x61, 0x00, 0x62), 'binary'],
  ['a NUL behind the beginning', bytes(...new Array(70_000).fill(0x61), 0), 'binary'],
  ['Latin-1', bytes(0x67, 0x72, 0xfc, 0xdf), 'binary'],
  ['a character that is cut off', bytes(0x61, 0xe2, 0x82), 'binary'],
  ['UTF-16, little-endian', bytes(0xff, 0xfe, 0x61, 0x00), 'utf-16'],
  ['UTF-16, big-endian', bytes(0xfe, 0xff, 0x00, 0x61), 'utf-16'],
])('%s is refused', async (_what, content, code) => {
  await expect(inspect(content)).rejects.toMatchObject({ problem: { code, name: 'a.txt' } });
});

test('what cannot be read is said so', async () => {
  const broken = { slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }) } as unknown as Blob;
  await expect(inspectFile(broken, 'a.txt')).rejects.toMatchObject({ problem: { code: 'unreadable' } });
});
