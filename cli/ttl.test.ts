import { describe, expect, it } from 'vitest';
import { EXIT } from './exit';
import { parseTtl } from './ttl';

describe('a time to live', () => {
  it.each([
    ['90s', 90],
    ['10m', 600],
    ['2h', 7_200],
    ['1d', 86_400],
    ['1w', 604_800],
    ['1y', 31_536_000],
    ['365d', 31_536_000],
    ['1', 1],
    ['31536000', 31_536_000],
    ['never', null],
  ])('%s is %s seconds', (text, seconds) => {
    expect(parseTtl(text)).toBe(seconds);
  });

  it.each(['', '0', '0s', '31536001', '2y', '366d', '1.5h', '-1', '1 d', '1D', 'd', '1dd', 'NEVER', '9999999999'])(
    '%j is refused',
    (text) => {
      expect(() => parseTtl(text)).toThrow(expect.objectContaining({ code: EXIT.usage }));
    },
  );
});
