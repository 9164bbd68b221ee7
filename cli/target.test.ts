import { describe, expect, it } from 'vitest';
import { parseBaseUrl, parseTarget } from './target';

const ID = 'yTFk30gcJuVvqs9M2GbEeXnA';

describe('a link', () => {
  it.each([
    [`https://p.example/view/${ID}#KEY`, 'https://p.example', 'KEY'],
    [`https://p.example/view/${ID}#KEY&L3-L9`, 'https://p.example', 'KEY'],
    [`https://p.example/view/${ID}#L3`, 'https://p.example', null],
    [` http://h:3000/sub/raw/${ID}\n`, 'http://h:3000/sub', null],
    [`https://p.example/${ID}?raw#KEY`, 'https://p.example', 'KEY'],
    [`${ID}#KEY`, 'https://set.example', 'KEY'],
  ])('%j says where, which and the key', (text, baseUrl, key) => {
    expect(parseTarget(text, 'https://set.example')).toEqual({ baseUrl, publicId: ID, key });
  });

  it.each([
    '',
    'x',
    'https://p.example/',
    `ftp://p.example/view/${ID}#S3CRET`,
    `https://p.example/view/${ID}x#S3CRET`,
    `https://u:S3CRET@p.example/view/${ID}/x`,
  ])('%j is refused without being repeated', (text) => {
    expect(() => parseTarget(text, null)).toThrow(/^(?!.*S3CRET)/);
  });

  it('that is only an id needs an address', () => {
    expect(() => parseTarget(ID, null)).toThrow(/SEALPASTE_URL/);
  });
});

it.each(['p.example', 'file:///etc', 'https://a:b@p.example', 'https://p.example/?x', 'https://p.example/#x'])(
  '%j is no address of a service',
  (text) => {
    expect(() => parseBaseUrl(text)).toThrow(/address/);
  },
);
