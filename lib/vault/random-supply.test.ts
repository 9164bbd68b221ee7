import { describe, expect, it } from 'vitest';
import { randomSupply } from './random-supply';

describe('a supply of random values', () => {
  it('gives each value once, of its length, also when it is filled again', () => {
    const next = randomSupply(16);
    const values = Array.from({ length: 1_000 }, () => next());
    expect(values.every((value) => value.length === 16)).toBe(true);
    expect(new Set(values.map((value) => value.toString('hex'))).size).toBe(1_000);
  });

  it('gives values that nothing changes later', () => {
    const next = randomSupply(8);
    const first = next();
    const copy = Buffer.from(first);
    for (let index = 0; index < 1_000; index++) next().fill(1);
    expect(first.equals(copy)).toBe(true);
  });
});
