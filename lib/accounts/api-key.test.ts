import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createApiKey, hashApiKey, parseApiKey } from './api-key';

/** Pins the format: keys that were handed out must be good for ever. */
const FROZEN_KEY = 'sp_A1b2C3d4_0123456789ABCDEFGHIJKLMNOPQRSTUVEAYrrE';

describe('a key', () => {
  it('has a public id of 8 characters, a secret of 32 and a checksum of 6, all base62', () => {
    const { id, text } = createApiKey();
    expect(text).toMatch(/^sp_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
    expect(text.slice(3, 11)).toBe(id);
    expect(parseApiKey(text)).toEqual({ id });
  });

  it('never comes twice, and uses the whole alphabet', () => {
    const keys = Array.from({ length: 2_000 }, createApiKey);
    expect(new Set(keys.map(({ id }) => id)).size).toBe(keys.length);
    expect(new Set(keys.map(({ text }) => text.slice(12, 44))).size).toBe(keys.length);
    expect(new Set(keys.flatMap(({ text }) => [...text.slice(12)])).size).toBe(62);
  });

  it('made by an earlier version is still one', () => {
    expect(parseApiKey(FROZEN_KEY)).toEqual({ id: 'A1b2C3d4' });
  });

  it('is stored as the SHA-256 of its whole text', () => {
    expect(hashApiKey(FROZEN_KEY).toString('hex')).toBe(createHash('sha256').update(FROZEN_KEY).digest('hex'));
  });
});

describe('not a key', () => {
  it('is one with any character changed', () => {
    const accepted = [];
    for (let index = 0; index < FROZEN_KEY.length; index++) {
      for (const character of '0Aaz9_-é') {
        const changed = FROZEN_KEY.slice(0, index) + character + FROZEN_KEY.slice(index + 1);
        if (changed !== FROZEN_KEY && parseApiKey(changed)) accepted.push(changed);
      }
    }
    expect(accepted).toEqual([]);
  });

  it('is one with two characters swapped', () => {
    const accepted = [];
    for (let index = 0; index < FROZEN_KEY.length - 1; index++) {
      const [one, other] = [FROZEN_KEY[index], FROZEN_KEY[index + 1]];
      const swapped = `${FROZEN_KEY.slice(0, index)}${other}${one}${FROZEN_KEY.slice(index + 2)}`;
      if (swapped !== FROZEN_KEY && parseApiKey(swapped)) accepted.push(swapped);
    }
    expect(accepted).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['its public part', 'sp_A1b2C3d4'],
    ['without its first character', FROZEN_KEY.slice(1)],
    ['without its last character', FROZEN_KEY.slice(0, -1)],
    ['longer by one', `${FROZEN_KEY}0`],
    ['with a space before', ` ${FROZEN_KEY}`],
    ['with a line end behind', `${FROZEN_KEY}\n`],
    ['in capitals', FROZEN_KEY.toUpperCase()],
    ['twice', `${FROZEN_KEY}, ${FROZEN_KEY}`],
    ['very long', `sp_A1b2C3d4_${'0'.repeat(100_000)}`],
  ])('is one %s', (_, text) => {
    expect(parseApiKey(text)).toBeNull();
  });
});
