import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { FORBIDDEN_LITERALS, PUBLIC_LITERALS, REFUSED_URLS } from '../testing/addresses';
import { isOwnAddress, isPublicAddress, problemWithUrl } from './webhook-address';

const urlOf = (address: string) => `https://${address.includes(':') ? `[${address}]` : address}/hook`;

describe('an address', () => {
  it.each(FORBIDDEN_LITERALS)('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(problemWithUrl(urlOf(address), false)).toMatch(/public address/);
  });

  it.each(PUBLIC_LITERALS)('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
    expect(problemWithUrl(urlOf(address), false)).toBeNull();
  });

  it.each(['fe80::1%eth0', '2606:4700:4700::1111%lo', '', 'localhost', '1.1.1', '0x1.1.1.1', '01.1.1.1', '1.1.1.1 ', '1.1.1.256', ':::'])(
    'that is written %j is no address',
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );

  it("of this machine's own is known as such, in any spelling, and no other", () => {
    const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    expect(own.length).toBeGreaterThan(0);
    for (const { address } of own) expect(isOwnAddress(address)).toBe(true);
    expect(isOwnAddress('127.0.0.1')).toBe(true);
    expect(isOwnAddress('1.1.1.1')).toBe(false);
    expect(isOwnAddress('nonsense')).toBe(false);
  });
});

describe('a URL', () => {
  it.each(REFUSED_URLS)('%j is refused', (url) => {
    expect(problemWithUrl(url, false)).toMatch(/^expected /);
  });

  it.each([
    'https://hooks.example/',
    'https://hooks.example',
    'HTTPS://Hooks.Example/Path?query=1&b=2',
    'https://hooks.example:8443/a%20b',
    'https://hooks.example:443/',
    'https://hooks.example:3000/',
    'https://bücher.example/ü',
    'https://hooks.example./',
    'https://1.1.1.1:8443/hook',
    'https://[2606:4700:4700::1111]/hook',
    'https://10.example/',
    'https://localhost.example/',
    'https://internal.example/',
  ])('%j is accepted', (url) => {
    expect(problemWithUrl(url, false)).toBeNull();
  });

  it('of exactly the longest length is accepted, of one character more refused', () => {
    const start = 'https://hooks.example/';
    expect(problemWithUrl(start + 'a'.repeat(2_048 - start.length), false)).toBeNull();
    expect(problemWithUrl(start + 'a'.repeat(2_049 - start.length), false)).toMatch(/2048 characters/);
  });

  it.each(['http://127.0.0.1:8080/', 'http://localhost/', 'https://10.0.0.1/', 'http://[::1]:22/'])(
    '%j is accepted in development',
    (url) => {
      expect(problemWithUrl(url, true)).toBeNull();
    },
  );

  it.each(['ftp://127.0.0.1/', 'javascript:alert(1)', 'http://user@127.0.0.1/', 'http://127.0.0.1/a\r\nb', 'nonsense', ''])(
    '%j is refused even in development',
    (url) => {
      expect(problemWithUrl(url, true)).toMatch(/^expected /);
    },
  );
});

it('a port that WEBHOOK_ALLOW lacks is named as the reason, for a name that it has', () => {
  const allow = [
    { host: 'intranet', port: null },
    { host: 'build.corp', port: 9443 },
  ];
  expect(problemWithUrl('http://intranet:3741/x', false, allow)).toMatch(/WEBHOOK_ALLOW has|without this port/);
  expect(problemWithUrl('https://build.corp:9444/x', false, allow)).toMatch(/without this port/);
  expect(problemWithUrl('https://build.corp:9443/x', false, allow)).toBeNull();
  expect(problemWithUrl('http://elsewhere:3741/x', false, allow)).toBe('expected an https:// URL');
});
