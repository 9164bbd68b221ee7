import { expect, test } from 'vitest';
import { MAX_DRAFT_BYTES, MAX_TYPED_LINES } from './draft-storage';
import { describe, inspectFile } from './inspect-file';

const inspect = (bytes: Uint8Array<ArrayBuffer> | string, name = 'a.txt') => inspectFile(new File([bytes], name), name);
const bytes = (...values: number[]) => new Uint8Array(values);

test('text is text, with its beginning and its language', async () => {
  expect(await inspect('fn main() {}', 'a.rs')).toMatchObject({ beginning: 'fn main() {}', syntax: 'rust', convertedFrom: null });
});

test('a character cut by the end of the beginning or of a piece is still text', async () => {
  for (const before of [4094, 4095, 65_533, 65_534, 65_535]) {
    expect((await inspect(`${'a'.repeat(before)}😀`))?.beginning).not.toContain('\uFFFD');
  }
});

test.each([
  ['a NUL', bytes(0x61, 0x00, 0x62)],
  ['a NUL behind the beginning', bytes(...new Array(70_000).fill(0x61), 0)],
  ['a control character in UTF-8', bytes(0x61, 0x02, 0xc3, 0xa4)],
  ['a control character in what is no UTF-8', bytes(0x67, 0x72, 0xfc, 0xdf, 0x02)],
  ['a control character long before what is no UTF-8', bytes(0x02, ...new Array(70_000).fill(0x61), 0xfc)],
  ['a text in windows-1252', bytes(0x67, 0x72, 0xfc, 0xdf)],
  ['a text in UTF-8 that was cut', bytes(0x67, 0xc3)],
  ['UTF-16 with an odd end', bytes(0xff, 0xfe, 0x61)],
  ['UTF-16 with a NUL', bytes(0xff, 0xfe, 0x61, 0x00, 0x00, 0x00)],
])('%s is no text', async (_what, content) => {
  expect(await inspect(content)).toBeNull();
});

test.each([
  ['UTF-16', bytes(0xff, 0xfe, 0x61, 0x00), 'a'],
  ['UTF-16', bytes(0xfe, 0xff, 0x00, 0x61), 'a'],
])('%s is converted to UTF-8 (case %#)', async (convertedFrom, content, text) => {
  const inspected = await inspect(content);
  expect(inspected).toMatchObject({ convertedFrom, text, beginning: text });
  expect(await inspected?.content.text()).toBe(text);
});

test('a tab, the ends of lines and pages and the colours of a log are text', async () => {
  expect(await inspect('\ta\f\u001b[31mä\n')).toMatchObject({ convertedFrom: null, text: '\ta\f\u001b[31mä\n' });
});

test('a text that was pasted is text whatever characters it has', async () => {
  expect(await describe(new Blob(['a\u0002\0ä']), '', null)).toMatchObject({ text: 'a\u0002\0ä' });
});

test.each([
  ['at the editor’s limit', 'x'.repeat(MAX_DRAFT_BYTES), true],
  ['over it', 'x'.repeat(MAX_DRAFT_BYTES + 1), false],
  ['of as many lines as the editor takes', '\n'.repeat(MAX_TYPED_LINES - 1), true],
  ['of one line more', '\n'.repeat(MAX_TYPED_LINES), false],
  ['with carriage returns, which an editor would drop', 'a\r\nb', false],
  ['with a byte order mark', '\uFEFFa', true],
])('a file %s: is it for the editor', async (_what, content, isForEditor) => {
  expect((await inspect(content))?.text).toBe(isForEditor ? content : null);
});

test('an unreadable file is reported as such', async () => {
  const broken = { slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }) } as unknown as Blob;
  await expect(inspectFile(broken, 'a.txt')).rejects.toMatchObject({ problem: { code: 'unreadable' } });
});
