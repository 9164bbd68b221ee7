import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyring, UnknownMasterKeyError } from './keyring';
import { createDataKey, open, type Place, SealBrokenError, seal, unwrapDataKey, wrapDataKey } from './vault';

const keyring = createKeyring([randomBytes(32)]);
const PLACE: Place = { row: 'row', column: 'content', seq: 1, last: false, encoding: 0 };
const ELSEWHERE: [string, Partial<Place>][] = [
  ['row', { row: 'other' }],
  ['column', { column: 'title' }],
  ['position', { seq: 2 }],
  ['position, 256 pieces further', { seq: 257 }],
  ['end', { last: true }],
  ['encoding', { encoding: 1 }],
];

describe('a sealed value', () => {
  const key = randomBytes(32);
  const text = Buffer.from('attack at dawn');
  const sealed = seal(key, PLACE, text);

  it('opens where it was sealed', () => {
    expect(open(key, PLACE, sealed).equals(text)).toBe(true);
    expect(open(key, PLACE, seal(key, PLACE, Buffer.alloc(0)))).toHaveLength(0);
  });

  it.each(ELSEWHERE)('does not open at another %s', (_, change) => {
    expect(() => open(key, { ...PLACE, ...change }, sealed)).toThrow(SealBrokenError);
  });

  it('does not open under another key', () => {
    expect(() => open(randomBytes(32), PLACE, sealed)).toThrow(SealBrokenError);
  });

  it('does not open with any one bit changed, cut short at any byte, or longer', () => {
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(() => open(key, PLACE, changed)).toThrow(SealBrokenError);
    }
    for (let length = 0; length < sealed.length; length++) {
      expect(() => open(key, PLACE, sealed.subarray(0, length))).toThrow(SealBrokenError);
    }
    expect(() => open(key, PLACE, Buffer.concat([sealed, Buffer.alloc(1)]))).toThrow(SealBrokenError);
  });

  it.each(ELSEWHERE.filter(([part]) => part !== 'row'))(
    'meets no other one of its row under the same nonce: another %s, another key stream',
    (_, change) => {
      // A seal of zeros is the key stream itself.
      const stream = (place: Place) => seal(key, place, Buffer.alloc(32)).toString('hex', 0, 32);
      expect(stream({ ...PLACE, ...change })).not.toBe(stream(PLACE));
    },
  );
});

describe('a data key', () => {
  it('is new for every paste, and so is its nonce', () => {
    const made = Array.from({ length: 1_000 }, () => createDataKey(keyring, 'row'));
    expect(new Set(made.map(({ key }) => key.toString('hex'))).size).toBe(1_000);
    expect(new Set(made.map(({ wrapped }) => Buffer.from(wrapped.dataKey).toString('hex', 0, 12))).size).toBe(1_000);
  });

  it('opens for its row under its master key, however often it was wrapped', () => {
    const { key, wrapped } = createDataKey(keyring, 'row');
    expect(unwrapDataKey(keyring, 'row', wrapped).equals(key)).toBe(true);
    expect(unwrapDataKey(keyring, 'row', wrapDataKey(keyring, 'row', key)).equals(key)).toBe(true);
  });

  it('does not open for another row', () => {
    const { wrapped } = createDataKey(keyring, 'row');
    expect(() => unwrapDataKey(keyring, 'other', wrapped)).toThrow(SealBrokenError);
  });

  it('does not open with any byte changed', () => {
    const { wrapped } = createDataKey(keyring, 'row');
    for (let index = 0; index < wrapped.dataKey.length; index++) {
      const dataKey = Buffer.from(wrapped.dataKey);
      dataKey[index] = (dataKey[index] as number) ^ 0x80;
      expect(() => unwrapDataKey(keyring, 'row', { ...wrapped, dataKey })).toThrow(SealBrokenError);
    }
  });

  it('under a master key that is not configured is told apart from a broken one, and a wrong one never opens it', () => {
    const { wrapped } = createDataKey(keyring, 'row');
    const another = createKeyring([randomBytes(32)]);
    expect(() => unwrapDataKey(another, 'row', wrapped)).toThrow(UnknownMasterKeyError);
    expect(() => unwrapDataKey(another, 'row', { ...wrapped, masterKeyId: another.current.id })).toThrow(SealBrokenError);
  });
});

describe('a keyring', () => {
  it('finds its keys, current and previous, by fingerprints that do not depend on their order', () => {
    const [first, second] = [randomBytes(32), randomBytes(32)];
    const [forwards, backwards] = [createKeyring([first, second]), createKeyring([second, first])];
    expect(forwards.current.id).not.toBe(backwards.current.id);
    expect(forwards.find(backwards.current.id).wrappingKey.equals(backwards.current.wrappingKey)).toBe(true);
    expect(forwards.has(backwards.current.id)).toBe(true);
    expect(forwards.has('0'.repeat(16))).toBe(false);
  });

  it('says nothing of a key in its fingerprint', () => {
    const secret = randomBytes(32);
    const { id, wrappingKey } = createKeyring([secret]).current;
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    for (const bytes of [secret, wrappingKey]) expect(bytes.toString('hex')).not.toContain(id);
  });
});
