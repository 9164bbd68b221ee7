import { describe, expect, it } from 'vitest';
import { API_HEADERS, PRIVATE_HEADERS, RAW_HEADERS } from './headers';

const SETS = { API_HEADERS, PRIVATE_HEADERS, RAW_HEADERS };

describe('what is no page', () => {
  it.each(Object.entries(SETS))('what is no page is never kept, run, framed, sniffed or told to another site: %s', (_, headers) => {
    expect(headers).toMatchObject({
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
    const directives = headers['Content-Security-Policy']?.split('; ').toSorted();
    expect(directives).toEqual(["default-src 'none'", "frame-ancestors 'none'", 'sandbox']);
  });

  it.each(Object.entries(SETS))('what is no page lets no other site send cookies along: %s', (_, headers) => {
    expect(Object.keys(headers)).not.toContain('Access-Control-Allow-Credentials');
  });

  it('what is no page is open to other origins where it is the API, and nowhere else', () => {
    const isOpen = Object.entries(SETS).filter(([, headers]) => 'Access-Control-Allow-Origin' in headers);
    expect(isOpen.map(([name]) => name)).toEqual(['API_HEADERS']);
  });

  it('what is no page is not to be found by search engines where it is a paste', () => {
    expect(RAW_HEADERS).toMatchObject({ 'X-Robots-Tag': 'noindex', 'X-Frame-Options': 'DENY' });
  });
});
