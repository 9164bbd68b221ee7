import { describe, expect, it } from 'vitest';
import { createRequestSchema } from './request.schema';

const X = 'kz_8hAlkoMBTYD6JRNDkjjuigflz36HWvV8i1qwJdpI';
const Y = 'Lgykf9FDPTDT_dpPS8weumIb5rKqdhod1TaDB4bKCDs';
const publicKey = { kty: 'EC', crv: 'P-256', x: X, y: Y };
const parse = (fields: object) => createRequestSchema.safeParse({ publicKey, ttlSeconds: 60, ...fields });
const refusedBy = (fields: object) => parse(fields).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('a new request', () => {
  it('by default a request takes one answer, read once; it keeps only the public key', () => {
    const given = { ...publicKey, kid: 'x', ext: true, key_ops: [] };
    expect(parse({ publicKey: given }).data).toEqual({ publicKey, label: '', ttlSeconds: 60, maxAnswers: 1, burnAfterRead: true });
  });

  it('a private key is refused by the name of its member, without its value', () => {
    expect(refusedBy({ publicKey: { ...publicKey, d: 'secret' } })).toEqual([expect.stringMatching(/^publicKey\.d: (?!.*secret)/)]);
  });

  it.each([
    ['publicKey.crv', { publicKey: { ...publicKey, crv: 'P-384' } }],
    ['publicKey.kty', { publicKey: { ...publicKey, kty: 'RSA' } }],
    ['publicKey.x', { publicKey: { ...publicKey, x: X.slice(1) } }],
    // The same bytes in another spelling, which would have another thumbprint.
    ['publicKey.x', { publicKey: { ...publicKey, x: `${X.slice(0, -1)}J` } }],
    ['publicKey.y', { publicKey: { ...publicKey, y: undefined } }],
    ['label', { label: 'x'.repeat(81) }],
    ['maxAnswers', { maxAnswers: 0 }],
    ['maxAnswers', { maxAnswers: 51 }],
    ['ttlSeconds', { ttlSeconds: 0 }],
    ['ttlSeconds', { ttlSeconds: null }],
    ['burnAfterRead', { burnAfterRead: 'yes' }],
  ])('is refused for its %s: %j', (path, fields) => {
    expect(refusedBy(fields)).toEqual([expect.stringMatching(new RegExp(`^${path}: `))]);
  });

  it('may have 80 characters of any kind as its label, and up to 50 answers', () => {
    expect(parse({ label: '😀'.repeat(80), maxAnswers: 50 }).success).toBe(true);
  });
});
