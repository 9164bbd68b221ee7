import { describe, expect, it } from 'vitest';
import { isBearer } from './request-headers';

const TOKEN = 'a-token-of-sixteen-characters';

describe('isBearer', () => {
  it.each([`Bearer ${TOKEN}`, `bearer ${TOKEN}`, `BEARER   ${TOKEN}  `])('isBearer takes the token in %j', (authorization) => {
    expect(isBearer(authorization, TOKEN)).toBe(true);
  });

  it.each([
    undefined,
    null,
    '',
    TOKEN,
    'Bearer',
    'Bearer ',
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(0, -1)}`,
    `Bearer x${TOKEN}`,
    `Bearer ${TOKEN.toUpperCase()}`,
    `Bearer ${TOKEN} ${TOKEN}`,
    `Basic ${TOKEN}`,
    `Bearer${TOKEN}`,
    ` Bearer ${TOKEN}`,
  ])('isBearer does not take %j', (authorization) => {
    expect(isBearer(authorization, TOKEN)).toBe(false);
  });

  it('isBearer does not take nothing for an empty token', () => {
    for (const authorization of [undefined, null, '', 'Bearer', 'Bearer ']) expect(isBearer(authorization, '')).toBe(false);
  });
});
