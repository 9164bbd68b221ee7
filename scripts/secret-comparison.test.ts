/** Tests the linter rule for secret comparisons on lines that break it and lines that don't. */
import { beforeAll, describe, expect, it } from 'vitest';
import { lintPlanted } from './testing/lint-planted';

const REPORTED = [
  'token === shown',
  'shown !== token',
  'row.manageTokenHash === hashToken(shown)',
  'config.METRICS_TOKEN === shown',
  "hash.digest('hex') === shown",
  "stored.signature.toString('base64') == shown",
  'row.keyHash.equals(shown)',
  'Buffer.compare(row.readProof, shown) === 0',
  'secret !== (await currentSecret(id))',
];

const ALLOWED = [
  'token === null',
  'undefined !== secret',
  "typeof token === 'string'",
  "secret === ''",
  'token.length === 32',
  'timingSafeEqual(keyHash, hashApiKey(shown))',
  'publicId === shown',
];

/** The reported lines of each planted file, which has all the comparisons. */
let reported: ReadonlyMap<string, number[]>;

beforeAll(() => {
  const text = [...REPORTED, ...ALLOWED].map((comparison) => `check(${comparison});\n`).join('');
  reported = lintPlanted(['lib/accounts', 'server', 'worker', 'app/api', 'lib/accounts/testing'], 'planted.ts', text);
});

describe('the linter', () => {
  it.each(['lib/accounts/planted.ts', 'server/planted.ts', 'worker/planted.ts', 'app/api/planted.ts'])(
    'reports every secret comparison in %s, and nothing else',
    (file) => {
      expect(reported.get(file)?.toSorted((a, b) => a - b)).toEqual(REPORTED.map((_, index) => index + 1));
    },
  );

  it('ignores tests and their helpers', () => {
    expect([...reported.keys()].some((file) => file.includes('testing'))).toBe(false);
  });
});
