import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyring, type Keyring, UnknownMasterKeyError } from './keyring';
import {
  createDataKey,
  currentLookup,
  open,
  openTitle,
  openValue,
  type Place,
  pasteKeysOf,
  requestLookups,
  SealBrokenError,
  seal,
  sealTitle,
  sealValue,
  unwrapDataKey,
  wrapDataKey,
} from './vault';

const keyring = createKeyring([randomBytes(32)]);
const PLACE_OF_URL = { row: 'row', column: 'webhook-url' } as const;
const PLACE: Place = { row: 'row', seq: 1, last: false, encoding: 0 };
const ELSEWHERE: [string, Partial<Place>][] = [
  ['row', { row: 'other' }],
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

  it.each(ELSEWHERE.filter(([part]) => part !== 'row'))('another %s of a row is sealed under another nonce', (_, change) => {
    // Encrypting zeros yields the key stream itself.
    const stream = (place: Place) => seal(key, place, Buffer.alloc(32)).toString('hex', 0, 32);
    expect(stream({ ...PLACE, ...change })).not.toBe(stream(PLACE));
  });
});

const TERMS = 'burnAfterRead=1';

describe('a data key', () => {
  const keys = pasteKeysOf(keyring, 'id');
  const key = createDataKey();
  const wrapped = wrapDataKey(keys, TERMS, key);

  it('is new for every paste, and so is the nonce under which it is stored', () => {
    const made = Array.from({ length: 1_000 }, createDataKey);
    expect(new Set(made.map((one) => one.toString('hex'))).size).toBe(1_000);
    const nonces = made.map(() => Buffer.from(wrapDataKey(keys, TERMS, key).dataKey).toString('hex', 0, 12));
    expect(new Set(nonces).size).toBe(1_000);
  });

  it('opens for its paste on its terms, however often it was wrapped', () => {
    expect(unwrapDataKey(keys, TERMS, wrapped).equals(key)).toBe(true);
    expect(unwrapDataKey(keys, TERMS, wrapDataKey(keys, TERMS, key)).equals(key)).toBe(true);
  });

  it('does not open for another paste', () => {
    expect(() => unwrapDataKey(pasteKeysOf(keyring, 'other'), TERMS, wrapped)).toThrow(SealBrokenError);
  });

  it.each(['', 'burnAfterRead=0', `${TERMS}/`])('does not open on the terms "%s"', (terms) => {
    expect(() => unwrapDataKey(keys, terms, wrapped)).toThrow(SealBrokenError);
  });

  it('does not open with any byte changed, or cut short anywhere', () => {
    for (let index = 0; index < wrapped.dataKey.length; index++) {
      const dataKey = Buffer.from(wrapped.dataKey);
      dataKey[index] = (dataKey[index] as number) ^ 0x80;
      expect(() => unwrapDataKey(keys, TERMS, { ...wrapped, dataKey })).toThrow(SealBrokenError);
      expect(() => unwrapDataKey(keys, TERMS, { ...wrapped, dataKey: wrapped.dataKey.subarray(0, index) })).toThrow(SealBrokenError);
    }
  });

  it('a missing master key is told apart from damage, and a wrong one never decrypts', () => {
    const another = createKeyring([randomBytes(32)]);
    const others = pasteKeysOf(another, 'id');
    expect(() => unwrapDataKey(others, TERMS, wrapped)).toThrow(UnknownMasterKeyError);
    expect(() => unwrapDataKey(others, TERMS, { ...wrapped, masterKeyId: another.current.id })).toThrow(SealBrokenError);
  });
});

describe('what a paste is stored under', () => {
  it('a paste’s lookup is the same for one public id and master key, else another', () => {
    const lookup = (ring: Keyring, publicId: string) => currentLookup(pasteKeysOf(ring, publicId));
    expect(lookup(keyring, 'id')).toBe(lookup(keyring, 'id'));
    const others = [lookup(keyring, 'id'), lookup(keyring, 'ID'), lookup(keyring, 'id2'), lookup(createKeyring([randomBytes(32)]), 'id')];
    expect(new Set(others).size).toBe(4);
    expect(others[0]).toMatch(/^[\w-]{22}$/);
  });

  it('is known for every configured master key, the current one first', () => {
    const [first, second] = [randomBytes(32), randomBytes(32)];
    const both = pasteKeysOf(createKeyring([first, second]), 'id').all;
    expect(both.map(({ lookup }) => lookup)).toEqual(
      [first, second].map((secret) => currentLookup(pasteKeysOf(createKeyring([secret]), 'id'))),
    );
  });

  it('shares nothing with the key that opens it', () => {
    const [{ lookup, key } = { lookup: '', key: Buffer.alloc(0) }] = pasteKeysOf(keyring, 'id').all;
    expect(key).toHaveLength(32);
    expect(key.toString('base64url')).not.toContain(lookup);
    expect(key.includes(Buffer.from(lookup, 'base64url'))).toBe(false);
  });
});

describe('what a request is stored under', () => {
  it('follows from each configured key, the current one first, and from its id', () => {
    const [old, current] = [randomBytes(32), randomBytes(32)];
    const of = (...secrets: [Buffer, ...Buffer[]]) => requestLookups(createKeyring(secrets), 'request');
    expect(of(current, old)).toEqual([...of(current), ...of(old)]);
    expect(of(current)).not.toEqual(of(old));
    expect(requestLookups(createKeyring([current]), 'another')).not.toEqual(of(current));
  });
});

describe.each<[string, () => Buffer, (bytes: Uint8Array, ring: Keyring, elsewhere: boolean) => string]>([
  [
    "a paste's title",
    () => sealTitle(pasteKeysOf(keyring, 'id'), 'a title'),
    (bytes, ring, elsewhere) => openTitle(pasteKeysOf(ring, elsewhere ? 'other' : 'id'), bytes),
  ],
  [
    'a short value',
    () => sealValue(keyring, { row: 'row', column: 'webhook-url' }, 'a title'),
    (bytes, ring, elsewhere) => openValue(ring, { row: elsewhere ? 'other' : 'row', column: 'webhook-url' }, bytes),
  ],
])('%s', (_, make, openIt) => {
  const sealed = make();

  it('opens where it was sealed, also when its master key is the previous one', () => {
    expect(openIt(sealed, keyring, false)).toBe('a title');
    const secret = randomBytes(32);
    const old = createKeyring([secret]);
    const later = createKeyring([randomBytes(32), secret]);
    expect(openValue(later, PLACE_OF_URL, sealValue(old, PLACE_OF_URL, 'a title'))).toBe('a title');
    expect(openTitle(pasteKeysOf(later, 'id'), sealTitle(pasteKeysOf(old, 'id'), 'a title'))).toBe('a title');
  });

  it('opens nowhere else, and under no other master key', () => {
    expect(() => openIt(sealed, keyring, true)).toThrow(SealBrokenError);
    expect(() => openIt(sealed, createKeyring([randomBytes(32)]), false)).toThrow(UnknownMasterKeyError);
    expect(() => openValue(keyring, { row: 'row', column: 'chat-title' }, sealed)).toThrow(SealBrokenError);
  });

  it('is never the same twice', () => {
    expect(make().equals(make())).toBe(false);
  });

  it('does not open with any byte changed, or cut short anywhere', () => {
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] as number) ^ 1;
      // The first bytes name the master key.
      const refusal = index < 8 ? UnknownMasterKeyError : SealBrokenError;
      expect(() => openIt(changed, keyring, false)).toThrow(refusal);
      expect(() => openIt(sealed.subarray(0, index), keyring, false)).toThrow(refusal);
    }
  });
});

describe('a keyring', () => {
  it('a keyring finds its keys by fingerprint, whatever their order', () => {
    const [first, second] = [randomBytes(32), randomBytes(32)];
    const [forwards, backwards] = [createKeyring([first, second]), createKeyring([second, first])];
    expect(forwards.current.id).not.toBe(backwards.current.id);
    expect(forwards.find(backwards.current.id).rowsKey.equals(backwards.current.rowsKey)).toBe(true);
    expect(forwards.has(backwards.current.id)).toBe(true);
    expect(forwards.has('0'.repeat(16))).toBe(false);
  });

  it('says nothing of a key in its fingerprint', () => {
    const secret = randomBytes(32);
    const { id, rowsKey, pastesKey } = createKeyring([secret]).current;
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    for (const bytes of [secret, rowsKey.export(), pastesKey.export()]) expect(bytes.toString('hex')).not.toContain(id);
  });
});
