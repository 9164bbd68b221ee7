import { describe, expect, it } from 'vitest';
import { isFromPerson, isSameOrigin } from './same-origin';

const BASE_URL = 'https://paste.example/base';
const OWN = 'https://paste.example';

const judge = (headers: Record<string, string>, baseUrl = BASE_URL) => isSameOrigin(new Headers(headers), baseUrl);

describe('isSameOrigin', () => {
  it.each([
    ['site and origin of this service', { 'Sec-Fetch-Site': 'same-origin', Origin: OWN }],
    ['the site alone', { 'Sec-Fetch-Site': 'same-origin' }],
    ['the origin alone, by a browser without the other header', { Origin: OWN }],
    ['an origin in another spelling', { Origin: 'HTTPS://PASTE.EXAMPLE:443' }],
    ['the host that the request was sent to', { Origin: 'http://10.0.0.1:3000', Host: '10.0.0.1:3000' }],
    ['that host in another spelling', { Origin: 'http://paste.lan', Host: 'Paste.LAN' }],
  ])('isSameOrigin believes %s', (_, headers) => {
    expect(judge(headers)).toBe(true);
  });

  it.each([
    ['nothing: not a browser', {}],
    ['a host alone', { Host: 'paste.example' }],
    ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    ['another site that shows the origin of this one', { 'Sec-Fetch-Site': 'cross-site', Origin: OWN }],
    ['a page of a neighbour, below the same domain', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://other.paste.example' }],
    ['a neighbour that shows the origin of this one', { 'Sec-Fetch-Site': 'same-site', Origin: OWN }],
    ['an address that was typed', { 'Sec-Fetch-Site': 'none' }],
    ['the site of this service with another origin', { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' }],
    ['an origin that is hidden', { Origin: 'null' }],
    ['an origin that is none', { Origin: 'paste.example' }],
    ['an empty origin', { Origin: '' }],
    ['another port', { Origin: 'https://paste.example:8443', Host: 'paste.example' }],
    ['a name that only begins like this one', { Origin: 'https://paste.example.evil.example' }],
    ['a name that only ends like this one', { Origin: 'https://evilpaste.example' }],
    ['this name without TLS, sent to another', { Origin: 'http://paste.example', Host: '10.0.0.1:3000' }],
    ['this name before an at sign', { Origin: 'https://paste.example@evil.example' }],
    ['a site that is an empty text', { 'Sec-Fetch-Site': '', Origin: OWN }],
  ])('isSameOrigin does not believe %s', (_, headers) => {
    expect(judge(headers)).toBe(false);
  });
});

describe('isFromPerson', () => {
  it.each([
    ['none', true],
    ['same-origin', false],
    ['same-site', false],
    ['cross-site', false],
  ])('isFromPerson reads Sec-Fetch-Site: %s as %s', (site, expected) => {
    expect(isFromPerson(new Headers({ 'Sec-Fetch-Site': site }))).toBe(expected);
  });

  it('isFromPerson does not take a request without the header for a person', () => {
    expect(isFromPerson(new Headers())).toBe(false);
  });
});
