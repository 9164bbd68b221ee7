/** Limits how often and by whom read tokens may be tried; the limit reveals nothing about a token. */
import { describe, expect, it } from 'vitest';
import { TooManyRequestsError } from '../../http/errors';
import { createRateLimiter } from '../../http/rate-limit';
import { newToken, readProofOf, shows } from '../../testing/credentials';
import { silentLogger } from '../../testing/loggers';
import { ReadTokenRequiredError } from '../paste.errors';
import type { OpenedPaste } from '../storage/paste-decryption';
import { createProofGuard } from './paste-proof';

const OWN = 10;
const CROWD = 30;

/** The value in paste-proof.ts. */
const OWN_TRIES = 3;
const DIRECT = '{"alg":"dir","enc":"A256GCM"}';

/** @param header the first part of the paste's envelope; undefined: no envelope */
function setUp(header?: string) {
  const perPaste = createRateLimiter('crowd', CROWD, { kind: 'memory' });
  const guard = createProofGuard(createRateLimiter('own', OWN, { kind: 'memory' }), perPaste, silentLogger);
  const token = newToken();
  const paste = (publicId: string) =>
    ({
      publicId,
      burnAfterRead: true,
      readProof: Buffer.from(readProofOf(token), 'base64url'),
      isE2ee: header !== undefined,
      beginning: Buffer.from(`${Buffer.from(header ?? '').toString('base64url')}..${'a'.repeat(16)}.${'b'.repeat(20)}`),
    }) as Partial<OpenedPaste> as OpenedPaste;
  const attempt = (readToken: string | null, clientAddress: string, publicId = 'p') =>
    guard.check(paste(publicId), shows({ readToken, clientAddress })).then(
      () => 200,
      (error: unknown) => (error instanceof TooManyRequestsError ? 429 : error instanceof ReadTokenRequiredError ? 403 : error),
    );
  return { attempt, token };
}

describe('read tokens', () => {
  it('one address has limited tries at a token; then even the right one is refused', async () => {
    const { attempt, token } = setUp();
    const answers = await Promise.all(Array.from({ length: 2 * OWN }, () => attempt(newToken(), '192.0.2.1')));
    expect(answers.filter((status) => status === 403)).toHaveLength(OWN);
    expect(answers.filter((status) => status === 429)).toHaveLength(OWN);
    expect(await attempt(token, '192.0.2.1')).toBe(429);
    expect(await attempt(token, '192.0.2.1', 'another paste')).toBe(200);
    expect(await attempt(token, '192.0.2.2')).toBe(200);
  });

  it('of one household with many IPv6 addresses count together', async () => {
    const { attempt, token } = setUp();
    for (let index = 0; index < OWN; index++) await attempt(newToken(), `2001:db8::${index.toString(16)}`);
    expect(await attempt(token, '2001:db8::ffff')).toBe(429);
  });

  it('all addresses share a looser limit of tries, which a refused one doesn’t use up', async () => {
    const { attempt, token } = setUp();
    for (let index = 0; index < CROWD * 2; index++) await attempt(newToken(), '192.0.2.1');
    expect(await attempt(token, '192.0.2.2')).toBe(200);
    for (let index = OWN + 1; index < CROWD; index++) expect(await attempt(newToken(), `198.51.100.${index}`)).toBe(403);
    for (let index = 0; index < OWN_TRIES; index++) expect(await attempt(newToken(), '192.0.2.3')).toBe(403);
    expect(await attempt(token, '192.0.2.3')).toBe(429);
  });

  it("of an address's first tries are its own, whatever a crowd does meanwhile", async () => {
    const { attempt, token } = setUp();
    for (let index = 0; index < CROWD * 2; index++) await attempt(newToken(), `198.51.100.${index}`);
    expect(await attempt(newToken(), '192.0.2.2')).toBe(403);
    expect(await attempt(token, '192.0.2.2')).toBe(200);
  });

  it('tokens made of a link’s 256-bit key alone have no limit of tries', async () => {
    const { attempt, token } = setUp(DIRECT);
    for (let index = 0; index < CROWD * 2; index++) expect(await attempt(newToken(), '192.0.2.1')).toBe(403);
    expect(await attempt(token, '192.0.2.1')).toBe(200);
  });

  it.each([
    ['with a password', '{"alg":"PBES2-HS512+A256KW"}'],
    ['that says nothing of how it is opened', '{}'],
    ['whose first part is no JSON', '{"alg":"dir"'],
  ])('of an envelope %s are limited', async (_, header) => {
    const { attempt, token } = setUp(header);
    for (let index = 0; index < OWN; index++) await attempt(newToken(), '192.0.2.1');
    expect(await attempt(token, '192.0.2.1')).toBe(429);
  });

  it('that are none cost nothing: they guess nothing', async () => {
    const { attempt, token } = setUp();
    for (let index = 0; index < CROWD * 2; index++) expect(await attempt(index % 2 ? null : 'no token', '192.0.2.1')).toBe(403);
    expect(await attempt(token, '192.0.2.1')).toBe(200);
  });
});
