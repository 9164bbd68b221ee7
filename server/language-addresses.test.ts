import { expect, it } from 'vitest';
import { nameLanguageFiles } from './language-addresses';

const PAGE =
  '<script src="/_next/static/chunks/a.js"></script>[\\"/_next/static/chunks/b.js\\"] /_next/static/chunks/c.js "/_next/static/media/d" é\u{1f600}';
const GERMAN = PAGE.replaceAll('"/_next/static/chunks', '"/_next/de/static/chunks');

const named = (language: string, page: string) => nameLanguageFiles(Buffer.from(page), language).toString();

it('a page names the files of its language', () => {
  expect(named('de', PAGE)).toBe(GERMAN);
});

it.each(['see \\\\\\"/_next/static/chunks/x.js', '\\"title\\":\\"/_next/static/chunks/x.js\\"', 'see &quot;/_next/static/chunks/x.js'])(
  'a text in a page stays as it is: %s',
  (text) => {
    expect(named('de', text)).toBe(text);
  },
);

it('an English page stays as it is', () => {
  expect(named('en', PAGE)).toBe(PAGE);
});
