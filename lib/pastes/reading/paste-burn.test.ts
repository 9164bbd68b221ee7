/** Readers who don't mean to read are refused before anything burns; nobody else is checked. */
import { describe, expect, it } from 'vitest';
import { newToken, readProofOf, shows } from '../../testing/credentials';
import { engines } from '../../testing/test-database';
import { contentOf, store, type TestPastes, useTestPastes } from '../../testing/test-pastes';
import { LookingOnlyError } from '../paste.errors';

function looking(): void {
  throw new LookingOnlyError();
}

describe.each(engines)('a burn paste on %s', (engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, (opened) => (pastes = opened));

  it('a reader who only looks burns no paste, whatever the token; others are read', async () => {
    const { service } = pastes;
    const readToken = newToken();
    const burning = await store(service, 'once', { burnAfterRead: true });
    const proven = await store(service, 'proven', { burnAfterRead: true, isE2ee: true, readProof: readProofOf(readToken) });
    const lasting = await store(service, 'often');
    for (const { publicId } of [burning, proven]) await expect(service.read(publicId, shows(), looking)).rejects.toThrow(LookingOnlyError);
    expect(await contentOf(await service.read(lasting.publicId, shows(), looking))).toBe('often');
    expect(await contentOf(await service.read(burning.publicId, shows(), () => undefined))).toBe('once');
    expect(await contentOf(await service.read(proven.publicId, shows({ readToken })))).toBe('proven');
  });
});
