import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { nameLanguageFiles } from './language-addresses';

const PAGE =
  '<script src="/_next/static/chunks/a.js"></script>[\\"/_next/static/chunks/b.js\\"] /_next/static/chunks/c.js "/_next/static/media/d" é\u{1f600}';
const GERMAN = PAGE.replaceAll('"/_next/static/chunks', '"/_next/de/static/chunks');

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function send(language: string, parts: readonly Uint8Array[]): Promise<string> {
  const server = createServer((_, outgoing) => {
    nameLanguageFiles(outgoing, language);
    for (const part of parts.slice(0, -1)) outgoing.write(part);
    outgoing.end(parts.at(-1));
  }).listen(0, '127.0.0.1');
  closing.push(() => server.close().closeAllConnections());
  await once(server, 'listening');
  return (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).text();
}

const bytes = Buffer.from(PAGE);

it('a page names the files of its language, wherever its parts end', async () => {
  for (let at = 0; at <= bytes.length; at++) expect(await send('de', [bytes.subarray(0, at), bytes.subarray(at)]), `${at}`).toBe(GERMAN);
});

it('a page that comes byte by byte stays whole', async () => {
  expect(
    await send(
      'de',
      Array.from(bytes, (byte) => Uint8Array.of(byte)),
    ),
  ).toBe(GERMAN);
});

it.each(['see \\\\\\"/_next/static/chunks/x.js', '\\"title\\":\\"/_next/static/chunks/x.js\\"', 'see &quot;/_next/static/chunks/x.js'])(
  'a text in a page stays as it is: %s',
  async (text) => {
    expect(await send('de', [Buffer.from(text)])).toBe(text);
  },
);

it('an English page stays as it is', async () => {
  expect(await send('en', [bytes])).toBe(PAGE);
});
