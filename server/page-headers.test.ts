import { describe, expect, it } from 'vitest';
import { isTrustworthy, pageHeaders } from './page-headers';

describe('an address is trustworthy to browsers', () => {
  it.each(['localhost', 'localhost:3000', 'paste.localhost:3000', '127.0.0.1:3000', '127.1.2.3', '[::1]:3000'])(
    'over HTTP as %s',
    (host) => {
      expect(isTrustworthy(host, 'http://localhost:3000')).toBe(true);
    },
  );

  it.each(['192.168.1.5:3000', 'paste.example', 'localhost.example', '127.0.0.1.example', 'notlocalhost', undefined])(
    'not over HTTP as %s',
    (host) => {
      expect(isTrustworthy(host, 'http://localhost:3000')).toBe(false);
    },
  );

  it('over HTTPS under any name, also behind a proxy', () => {
    expect(isTrustworthy('paste.example', 'https://paste.example')).toBe(true);
  });
});

it('the opener policy is sent where it is honoured, and nothing else depends on that', () => {
  const headersOf = (isTrusted: boolean) => {
    const { 'Content-Security-Policy': _, ...headers } = pageHeaders({ isTrusted, isDevelopment: false }).headers;
    return headers;
  };
  const untrusted = headersOf(false);
  expect(headersOf(true)).toEqual({ ...untrusted, 'Cross-Origin-Opener-Policy': 'same-origin' });
  expect(untrusted).not.toHaveProperty('Cross-Origin-Opener-Policy');
});
