import { describe, expect, it } from 'vitest';
import { createMask, MAX_MASKED_BYTES, type Secret } from './mask';

const VALUE = 'pä"ss/wörd +{n}?';
const secret = (value: string, name = 'TOKEN'): Secret => ({ name, value: Buffer.from(value) });

function masked(output: string, secrets: Secret[], pieceBytes = Number.POSITIVE_INFINITY): string {
  const mask = createMask(secrets);
  const bytes = Buffer.from(output);
  const shown: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; from += pieceBytes)
    shown.push(mask.write(bytes.subarray(from, Math.min(from + pieceBytes, bytes.length))));
  return Buffer.concat([...shown, mask.end()]).toString();
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const FORMS: Record<string, string> = {
  'as it is': VALUE,
  'in base64': base64(VALUE),
  'in base64url': Buffer.from(VALUE).toString('base64url'),
  'percent-encoded': encodeURIComponent(VALUE),
  'percent-encoded in lower case': encodeURIComponent(VALUE).replace(/%../g, (code) => code.toLowerCase()),
  'in a form': new URLSearchParams({ a: VALUE }).toString().slice(2),
  'in a URL': encodeURI(VALUE),
  'in JSON': JSON.stringify(VALUE).slice(1, -1),
  "in Python's JSON": 'p\\u00e4\\"ss/w\\u00f6rd +{n}?',
  "in PHP's JSON": 'p\\u00e4\\"ss\\/w\\u00f6rd +{n}?',
  'in JSON with capitals': 'p\\u00E4\\"ss/w\\u00F6rd +{n}?',
  'in HTML': 'pä&quot;ss/wörd +{n}?',
  "in Python's and Go's HTML": 'pä&#34;ss/wörd +{n}?',
};

describe('a masked value', () => {
  it.each(Object.entries(FORMS))('%s is masked in pieces of any length', (_, form) => {
    for (const pieceBytes of [1, 2, 3, 7, 1000]) {
      const shown = masked(`é before ${form} after ${form}`, [secret(VALUE)], pieceBytes);
      expect(shown).toMatch(/^é before \[secret TOKEN\]\S{0,2} after \[secret TOKEN\]\S{0,2}$/);
    }
  });

  it('with characters of HTML is masked as Go and HTML escape it', () => {
    for (const form of ['a\\u003cb\\u0026c\\u003e/d', 'a&lt;b&amp;c&gt;/d', 'a<b&c>\\/d'])
      expect(masked(`{"x":"${form}"}`, [secret('a<b&c>/d')], 1)).toBe('{"x":"[secret TOKEN]"}');
  });

  it('in base64 with other bytes around it leaves at most a byte of it', () => {
    for (const before of ['', 'u', 'us', 'user:']) {
      const shown = masked(base64(`${before}${VALUE}@host`), [secret(VALUE)], 1);
      expect(shown).toMatch(/^[\w+/]{0,9}\[secret TOKEN\][\w+/=]{0,12}$/);
    }
  });

  it('in base64 is masked over broken lines', () => {
    const long = 'a long secret '.repeat(12);
    const wrapped = (base64(long).match(/.{1,76}/g) as string[]).join('\n');
    expect(masked(`${wrapped}\nend\n`, [secret(long)], 1)).toBe('[secret TOKEN]\nend\n');
  });

  it('of several lines is masked line by line, but for short ones', () => {
    const key = '-----BEGIN KEY-----\nc2VjcmV0LWtleQ\n}\n-----END KEY-----\n';
    expect(masked(`>${key}\r\nc2VjcmV0LWtleQ`, [secret(key, 'KEY')], 1)).toBe(
      '>[secret KEY]\n[secret KEY]\n}\n[secret KEY]\n\r\n[secret KEY]',
    );
    expect(masked(`${base64(key)}\n`, [secret(key, 'KEY')])).toMatch(/^\[secret KEY\](?:Cg==)?\n$/);
  });

  it('that is the beginning of another is masked under the right name', () => {
    const two = [secret('abcd', 'SHORT'), secret('abcdefgh', 'LONG')];
    for (const pieceBytes of [1, 3, 100])
      expect(masked('abcd abcdefgh abcde', two, pieceBytes)).toBe('[secret SHORT] [secret LONG] [secret SHORT]e');
  });

  it('shorter than 4 bytes or larger than the limit is left as it is', () => {
    expect(masked('abc\n', [secret('abc\n')])).toBe('abc\n');
    expect(masked('abcd', [secret('abcd\r\n\n')])).toBe('[secret TOKEN]');
    const large = 'x'.repeat(MAX_MASKED_BYTES + 1);
    expect(masked(large, [secret(large)])).toBe(large);
  });
});

describe('other output', () => {
  it('is shown at once, unless it may be the beginning of a value', () => {
    const mask = createMask([secret('token-value')]);
    const write = (text: string) => Buffer.from(mask.write(Buffer.from(text))).toString();
    expect(write('Password: ')).toBe('Password: ');
    expect(write('tok')).toBe('');
    expect(write('yo\n')).toBe('tokyo\n');
    // The same in base64 begins with "dG", and its lines may be broken: an end of a line is shown all the same.
    expect(write('a word\n')).toBe('a word\n');
    expect(write('dG')).toBe('');
    expect(write('\n')).toBe('dG\n');
  });

  it('stays byte for byte, whatever bytes it has', () => {
    const bytes = Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256));
    const mask = createMask([secret(VALUE)]);
    expect(Buffer.concat([mask.write(bytes), mask.end()])).toEqual(bytes);
  });
});
