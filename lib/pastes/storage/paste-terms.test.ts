import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NO_OPTIONS, OPTION_NAMES, PASTE_OPTIONS } from '../paste-options.rules';
import { termsOfRow } from './paste-rows';
import { TERMS_COLUMNS, termsOf } from './paste-terms';

const NONE = { ...NO_OPTIONS, readProof: null };
const VALUES = { flag: true, count: 7, networks: ['10.0.0.0/8', '192.0.2.1/32'], address: 'anna@example.org' };
const SAID = { flag: 1, count: 7, networks: '10.0.0.0/8 192.0.2.1/32', address: 1 };
const set = (name: (typeof OPTION_NAMES)[number]) => ({ ...NONE, [name]: VALUES[PASTE_OPTIONS[name].kind] });

describe('the terms of a paste', () => {
  it.each(OPTION_NAMES.filter((name) => PASTE_OPTIONS[name].isBound))('the terms say %s', (name) => {
    expect(termsOf(set(name))).toBe(`${name}=${SAID[PASTE_OPTIONS[name].kind]}`);
  });

  it('the terms leave out what the key is not bound to', () => {
    expect(termsOf({ ...NONE, readerMayDelete: true })).toBe('');
  });

  it('pastes with different options or read proofs have different terms', () => {
    const proof = randomBytes(32);
    const all = [NONE, set('burnAfterRead'), set('isE2ee'), set('maxReads'), { ...NONE, maxReads: 70 }, { ...NONE, readProof: proof }];
    expect(new Set(all.map(termsOf)).size).toBe(all.length);
    expect(termsOf({ ...NONE, readProof: proof })).toBe(`proof=${proof.toString('base64url')}`);
  });

  it('the terms of a row are those of its paste, with the 0 and 1 of SQLite', () => {
    const row = Object.fromEntries(TERMS_COLUMNS.map((column) => [column, null]));
    expect(termsOfRow({ ...row, burn_after_read: 1, is_e2ee: 0, max_reads: 5 })).toBe('burnAfterRead=1/maxReads=5');
  });
});
