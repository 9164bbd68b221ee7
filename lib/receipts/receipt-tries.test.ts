/** Read tokens that ask for a receipt count as tries at the paste, whether or not there is a receipt. */
import { describe, expect, it } from 'vitest';
import { NotFoundError, TooManyRequestsError } from '../http/errors';
import { createRateLimiter } from '../http/rate-limit';
import { createProofGuard } from '../pastes/reading/paste-proof';
import { createPasteLookup } from '../pastes/storage/paste-lookup';
import { NOBODY, newToken, readProofOf, shows } from '../testing/credentials';
import { silentLogger } from '../testing/loggers';
import { engines } from '../testing/test-database';
import { store, type TestPastes, useTestPastes } from '../testing/test-pastes';
import { createReceiptRepository } from './receipt.repository';
import { createReceiptService } from './receipt.service';

const TRIES = 3;
const CROWD = 5;

describe.each(engines)('read tokens shown for a receipt on %s', (engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, (opened) => (pastes = opened));

  /** The receipts of a process that has counted no tries yet. */
  function setUp() {
    const perPaste = createRateLimiter('crowd', CROWD, { kind: 'memory' });
    const proofs = createProofGuard(createRateLimiter('own', TRIES, { kind: 'memory' }), perPaste, silentLogger);
    const receipts = createReceiptService(createReceiptRepository(pastes.db, createPasteLookup(pastes.keyring)), proofs);
    const ask = (publicId: string, readToken: string | null, clientAddress = '192.0.2.1', manageToken: string | null = null) =>
      receipts.find(publicId, { ...NOBODY, manageToken, readToken, clientAddress }).then(
        ({ state }) => state,
        (error: unknown) => (error instanceof TooManyRequestsError ? 429 : error instanceof NotFoundError ? 404 : error),
      );
    return { proofs, ask };
  }

  async function create() {
    const token = newToken();
    const fields = { burnAfterRead: true, isE2ee: true, protect: true, readProof: readProofOf(token) };
    return { ...(await store(pastes.service, 'an envelope', fields)), token };
  }

  it('are refused after so many from one address, also the right one', async () => {
    const { publicId, token } = await create();
    const { ask } = setUp();
    for (let tries = 0; tries < TRIES; tries++) expect(await ask(publicId, newToken())).toBe(404);
    expect(await ask(publicId, token)).toBe(429);
    expect(await ask(publicId, token, '192.0.2.2')).toBe('created');
  });

  it('count with those of other addresses', async () => {
    const { publicId, token } = await create();
    const { ask } = setUp();
    for (let tries = 0; tries < CROWD; tries++) expect(await ask(publicId, newToken(), `192.0.2.${tries}`)).toBe(404);
    // The first three tries of an address are its own.
    for (let tries = 0; tries < 3; tries++) expect(await ask(publicId, newToken(), '192.0.2.100')).toBe(404);
    expect(await ask(publicId, token, '192.0.2.100')).toBe(429);
  });

  it('count together with those shown to read the paste', async () => {
    const { publicId, token } = await create();
    const { ask, proofs } = setUp();
    for (let tries = 0; tries < TRIES; tries++) await ask(publicId, newToken());
    const access = shows({ readToken: token, clientAddress: '192.0.2.1' });
    await expect(proofs.check(await pastes.service.peek(publicId), access)).rejects.toThrow(TooManyRequestsError);
  });

  it('count for a paste that never was: the limit tells nothing', async () => {
    const { ask } = setUp();
    for (let tries = 0; tries < TRIES; tries++) expect(await ask('nothing', newToken())).toBe(404);
    expect(await ask('nothing', newToken())).toBe(429);
  });

  it('that are none are no tries, and neither is a manage token', async () => {
    const { publicId, manageToken, token } = await create();
    const { ask } = setUp();
    for (let tries = 0; tries < 2 * CROWD; tries++) {
      expect(await ask(publicId, null)).toBe(404);
      expect(await ask(publicId, 'no token')).toBe(404);
      expect(await ask(publicId, null, '192.0.2.1', manageToken)).toBe('created');
    }
    expect(await ask(publicId, token)).toBe('created');
  });
});
