import { describe, expect, it } from 'vitest';
import { isTrustworthy, pageHeaders, renderedPolicy } from './page-headers';

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

  it('with HTTPS under any name, also behind a proxy', () => {
    expect(isTrustworthy('paste.example', 'https://paste.example')).toBe(true);
  });
});

it('every page has these headers, and one of its own process the opener policy', () => {
  const headers = {
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
  expect(pageHeaders(false)).toEqual(headers);
  expect(pageHeaders(true)).toEqual({ ...headers, 'Cross-Origin-Opener-Policy': 'same-origin' });
});

describe('the policy of rendered pages', () => {
  const directivesOf = (isDevelopment: boolean) =>
    Object.fromEntries(
      renderedPolicy(isDevelopment)
        .split('; ')
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
    );

  it('allows only what the pages need', () => {
    const nonce = expect.stringMatching(/^'nonce-[A-Za-z0-9+/]{22}=='$/);
    expect(directivesOf(false)).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'", nonce, "'strict-dynamic'"],
      'style-src': ["'self'", nonce],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      'worker-src': ["'self'"],
      'manifest-src': ["'self'"],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'object-src': ["'none'"],
    });
  });

  it('has a new nonce for every page, for scripts and styles', () => {
    const noncesOf = () => {
      const { 'script-src': scripts, 'style-src': styles } = directivesOf(false);
      return [scripts?.[1], styles?.[1]];
    };
    const nonces = Array.from({ length: 20 }, noncesOf);
    for (const [script, style] of nonces) expect(script).toBe(style);
    expect(new Set(nonces.map(([script]) => script)).size).toBe(20);
  });

  it('allows eval and the web socket in development only', () => {
    const [production, development] = [directivesOf(false), directivesOf(true)];
    expect(JSON.stringify(production)).not.toMatch(/unsafe|ws:/);
    expect(development['script-src']).toContain("'unsafe-eval'");
    expect(development['connect-src']).toEqual(["'self'", 'ws:']);
  });
});
