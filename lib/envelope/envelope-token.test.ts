import { createHash, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import vectors from '../testing/envelope-vectors.json' with { type: 'json' };
import { withCheapDerivations } from '../testing/web-crypto';
import { deriveReadToken, readProofOf } from './envelope-token';

const headerOf = (envelope: string) => envelope.split('.')[0] ?? '';

/** The token by Node's own HKDF, from the documented steps of the frozen envelopes. */
function expectedToken({ key, steps }: { key: string; steps: object }): string {
  const secret = 'wrappingKey' in steps ? Buffer.from(String(steps.wrappingKey), 'hex') : Buffer.from(key, 'base64url');
  return Buffer.from(hkdfSync('sha256', secret, '', 'sealpaste read token v1', 32)).toString('base64url');
}

describe('the read token', () => {
  it.each(vectors.opens)('of a frozen envelope is what its steps yield: $name', async (vector) => {
    const passwords = 'passwords' in vector ? vector.passwords : [undefined];
    for (const password of passwords) {
      expect(await deriveReadToken(headerOf(vector.envelope), vector.key, password)).toBe(expectedToken(vector));
    }
  });

  it('never changes its form', async () => {
    const token = await deriveReadToken('eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0', 'zTGsyQEU8LGb2tz1hiZSTR2BcKTZu2HNnmXEaDgmLaY');
    expect(token).toBe('F81xeFo0-JogYm1GNvGccI2ZKLkQBsiwAa30tgrC72I');
    expect(await deriveReadToken(null, 'zTGsyQEU8LGb2tz1hiZSTR2BcKTZu2HNnmXEaDgmLaY')).toBe(token);
    expect(await readProofOf(token)).toBe(createHash('sha256').update(Buffer.from(token, 'base64url')).digest('base64url'));
  });

  it('differs with the key and with the password', async () => {
    const sealed = vectors.opens.find(({ header }) => 'p2s' in header);
    const header = headerOf(sealed?.envelope ?? '');
    const otherKey = vectors.opens[0]?.key ?? '';
    const tokens = await withCheapDerivations(async () => [
      await deriveReadToken(header, sealed?.key ?? '', 'one'),
      await deriveReadToken(header, sealed?.key ?? '', 'two'),
      await deriveReadToken(header, otherKey, 'one'),
    ]);
    expect(new Set(tokens).size).toBe(3);
  });

  it('a read token needs a valid key, the password if there is one, and our header', async () => {
    const sealed = vectors.opens.find(({ header }) => 'p2s' in header);
    const header = headerOf(sealed?.envelope ?? '');
    await expect(deriveReadToken(header, 'short', 'x')).rejects.toMatchObject({ problem: { code: 'invalid-key' } });
    await expect(deriveReadToken(header, sealed?.key ?? '')).rejects.toMatchObject({ problem: { code: 'password-needed' } });
    await expect(deriveReadToken('e30', sealed?.key ?? '')).rejects.toMatchObject({ problem: { code: 'not-an-envelope' } });
  });
});
