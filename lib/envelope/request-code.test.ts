import { pbkdf2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createRequestKeys, thumbprintOf } from './answer-keys';
import { codeOf, groupCode, parseCode } from './request-code';

const PUBLIC_KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'kz_8hAlkoMBTYD6JRNDkjjuigflz36HWvV8i1qwJdpI',
  y: 'Lgykf9FDPTDT_dpPS8weumIb5rKqdhod1TaDB4bKCDs',
} as const;

describe('the code of a key', () => {
  it('is frozen', async () => {
    expect(await codeOf(PUBLIC_KEY)).toBe('8TT4EM4M');
  });

  it('has the first 40 bits of PBKDF2 as another program computes it', async () => {
    const { publicKey } = await createRequestKeys();
    const bytes = pbkdf2Sync(await thumbprintOf(publicKey), 'sealpaste code 1', 1_000_000, 5, 'sha256');
    const digits = BigInt(`0x${bytes.toString('hex')}`)
      .toString(32)
      .padStart(8, '0');
    const crockford = [...digits].map((digit) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Number.parseInt(digit, 32)]).join('');
    expect(await codeOf(publicKey)).toBe(crockford);
  });
});

describe('a typed code', () => {
  it.each(['7KQ4-M2XP', '7kq4m2xp', ' 7kq4 m2xp ', '7K-Q4\u2013M2\u00a0XP', '7KQ4 - M2XP\n'])('%j is read as it was meant', (typed) => {
    expect(parseCode(typed)).toBe('7KQ4M2XP');
    expect(groupCode(parseCode(typed) ?? '')).toBe('7KQ4-M2XP');
  });

  it('has 0 and 1 for O, I and L', () => {
    expect(parseCode('oOiI-lL01')).toBe('00111101');
  });

  it.each(['', '7KQ4-M2X', '7KQ4-M2XPP', '7KQ4-M2XU', '7KQ4-M2X!', 'https://paste.example'])('%j is none', (typed) => {
    expect(parseCode(typed)).toBeNull();
  });
});
