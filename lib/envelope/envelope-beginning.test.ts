import { base64url, CompactEncrypt } from 'jose';
import { expect, it } from 'vitest';
import { openBeginning } from './envelope-beginning';
import { sealPaste } from './envelope-seal';

const KIB = 1024;

it.each([
  ['with a title and a language', 'A "title" \\'],
  ['with neither', ''],
])('the beginning of a compressed text %s is the text up to the bytes', async (_, title) => {
  const content = 'line "one"\n\ttwo\\ ä€😀\n'.repeat(20_000);
  const { envelope, key } = await sealPaste({ content, title, syntax: title && 'typescript' });
  const found = await openBeginning(envelope, key, 8 * KIB);
  expect(found?.title).toBe(title);
  expect(found?.content.length).toBeGreaterThan(3 * KIB);
  expect(content.startsWith(found?.content ?? '-')).toBe(true);
});

it('a cut in the middle of a character or an escape leaves both out', async () => {
  const content = 'a€\u0001😀\n"'.repeat(2_000);
  const { envelope, key } = await sealPaste({ content });
  for (let bytes = 500; bytes < 530; bytes++) {
    const found = await openBeginning(envelope, key, bytes);
    expect(found?.content.isWellFormed()).toBe(true);
    expect(content.startsWith(found?.content ?? '-')).toBe(true);
  }
});

it('a text shorter than the bytes is whole, and nothing behind it belongs to it', async () => {
  const files = [{ name: 'a.txt', syntax: 'plaintext', content: 'of the file' }];
  const { envelope, key } = await sealPaste({ content: 'short\n', files });
  expect((await openBeginning(envelope, key, 64 * KIB))?.content).toBe('short\n');
});

it('a document of another program, in another order, has no beginning', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const document = new TextEncoder().encode(JSON.stringify({ content: 'x'.repeat(KIB), v: 1 }));
  const envelope = await new CompactEncrypt(document).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(bytes);
  expect(await openBeginning(envelope, base64url.encode(bytes), 64 * KIB)).toBeNull();
});

it('nothing is read of an envelope that was changed, or with another key', async () => {
  const { envelope, key } = await sealPaste({ content: 'x'.repeat(KIB) });
  const { key: another } = await sealPaste({ content: '' });
  const changed = `${envelope.slice(0, -2)}${envelope.endsWith('AA') ? 'BA' : 'AA'}`;
  await expect(openBeginning(changed, key, KIB)).rejects.toMatchObject({ code: 'wrong-key' });
  await expect(openBeginning(envelope, another, KIB)).rejects.toMatchObject({ code: 'wrong-key' });
});
