/** Tests claims through two web processes on one database: who gets a burn paste, and what can't take it away again. */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPaste } from '#lib/envelope/envelope-open';
import { deriveReadToken } from '#lib/envelope/envelope-token';
import { createTestDatabase, engines } from '#lib/testing/test-database';
import { type Answer, call, createPaste, createWebhook, MISSING_ID, readPaste, told } from '../support/api';
import { newClaim, seal } from '../support/claims';
import { startWeb, testEnvironment } from '../support/processes';
import { rounds } from '../support/rounds';
import { lookupOf, rowIdOf } from '../support/rows';
import { withService } from '../support/service';

const READERS = 100;
/** Deriving a token from a wrong password takes a tenth of a second or more; the server treats it like any token. */
const WRONG_TRIES = { keys: 100, passwords: Math.min(rounds(3), 100) };
const MB = 1024 * 1024;
/** The longest lease there is, because all rounds run within it. */
const LEASE_SECONDS = 3_600;

describe.each(engines)('claims on %s', (engine) => {
  const service = withService({
    engine,
    webs: 2,
    workers: 1,
    variables: { LOG_LEVEL: 'trace', BURN_CLAIM_SECONDS: String(LEASE_SECONDS) },
  });
  beforeAll(() => createWebhook(service.url, service.owner));

  const anyWeb = (index: number) => service.urlOf(index);
  const burnable = (fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    createPaste(anyWeb(0), { content: 'a secret', burnAfterRead: true, ...fields }, headers);
  const claimIt = (base: string, publicId: string, claim: string, headers: Record<string, string> = {}) =>
    call<{ claimedUntil?: string }>(`${base}/api/v1/pastes/${publicId}/claim`, { json: { claim }, headers });
  const acknowledge = (base: string, publicId: string, claim: string) =>
    call(`${base}/api/v1/pastes/${publicId}/acknowledge`, { json: { claim } });
  const rowsOf = async (publicId: string) =>
    (
      await service.db.read('SELECT c.seq FROM pastes p JOIN paste_chunks c ON c.paste_id = p.id WHERE p.lookup = ?', [
        lookupOf(service.environment, publicId),
      ])
    ).length;

  it(`exactly one of ${READERS} readers, claiming or not, gets a paste with one event`, async () => {
    for (let round = 0; round < rounds(3); round++) {
      const { publicId } = await burnable({}, service.owner);
      const id = await rowIdOf(service.db, service.environment, publicId);
      const claims = Array.from({ length: READERS }, newClaim);
      const answers = await Promise.all(
        claims.map(async (claim, index) => {
          const claims = (index + round) % 2 === 0;
          // A claim has a body to read and would seldom win, so the plain reads start later.
          if (!claims) for (let wait = (round % 4) * 8; wait > 0; wait--) await service.db.ping();
          const answer = claims ? await claimIt(anyWeb(index >> 1), publicId, claim) : await readPaste(anyWeb(index >> 1), publicId);
          return { claims, claim, index, answer: answer as Answer };
        }),
      );
      const won = answers.filter(({ answer }) => answer.status === 200);
      expect(won).toHaveLength(1);
      expect(answers.filter(({ answer }) => answer.status === 404)).toHaveLength(READERS - 1);
      const [winner] = won as [(typeof won)[number]];
      if (winner.claims) {
        // The claim also works through the other process.
        for (const web of service.webs) {
          const mine = await call(`${web.url}/raw/${publicId}`, { headers: { 'X-Service-Claim': winner.claim } });
          expect(mine).toMatchObject({ status: 200, body: 'a secret' });
        }
        expect((await acknowledge(anyWeb(winner.index), publicId, winner.claim)).status).toBe(200);
      }
      expect(await rowsOf(publicId)).toBe(0);
      const receipt = await call(`${anyWeb(round)}/api/v1/pastes/${publicId}/receipt`, { headers: service.owner });
      expect(receipt.body).toMatchObject({ state: 'opened' });
      const events = await service.db.read("SELECT reason FROM webhook_deliveries WHERE paste_id = ? AND event <> 'paste.created'", [id]);
      expect(events.map(({ reason }) => reason)).toEqual(['burned']);
    }
  });

  it(`of ${READERS} claims at once exactly one binds`, async () => {
    for (let round = 0; round < rounds(3); round++) {
      const { publicId } = await burnable({}, round % 2 ? service.owner : {});
      const claims = Array.from({ length: READERS }, newClaim);
      const answers = await Promise.all(claims.map((claim, index) => claimIt(anyWeb(index), publicId, claim)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(new Set(answers.filter(({ status }) => status !== 200).map(told))).toEqual(
        new Set([told(await claimIt(anyWeb(round), MISSING_ID, newClaim()))]),
      );
    }
  });

  it('a claimant who is cut off within 10 MB fetches all again; others find nothing', async () => {
    const content = randomBytes(5 * MB).toString('hex');
    const { publicId } = await burnable({ content });
    const claim = newClaim();
    expect((await claimIt(anyWeb(0), publicId, claim)).status).toBe(200);
    const url = (index: number) => `${anyWeb(index)}/raw/${publicId}`;
    for (let cut = 0; cut < rounds(2); cut++) {
      const received = await readUntil(url(cut), { 'X-Service-Claim': claim }, content.length / 2);
      expect(received).toBeGreaterThanOrEqual(content.length / 2);
      expect(received).toBeLessThan(content.length);
      for (const web of service.webs) expect((await readPaste(web.url, publicId)).status).toBe(404);
      expect((await call(url(cut), { headers: { 'X-Service-Claim': newClaim() } })).status).toBe(404);
    }
    const { status, body } = await call(url(1), { headers: { 'X-Service-Claim': claim } });
    expect([status, body === content]).toEqual([200, true]);
    expect((await acknowledge(anyWeb(0), publicId, claim)).status).toBe(200);
    expect(await rowsOf(publicId)).toBe(0);
  });

  it.each([
    ['keys', WRONG_TRIES.keys, undefined],
    ['passwords', WRONG_TRIES.passwords, 'the right one'],
  ])(
    'wrong %s, %i of them, burn nothing, and the right one gets the paste',
    async (_, count, password) => {
      const sealed = await seal('a secret', password);
      const { publicId } = await burnable(sealed.fields);
      const other = await seal('another');
      for (let tries = 0; tries < count; tries++) {
        const token =
          password === undefined
            ? await deriveReadToken(sealed.header, randomBytes(32).toString('base64url'))
            : await deriveReadToken(sealed.header, sealed.key, `wrong ${tries}`);
        const headers = { 'X-Service-Read-Token': tries === 0 ? other.token : token };
        const answer = await (tries % 2
          ? claimIt(anyWeb(tries), publicId, newClaim(), headers)
          : call(`${anyWeb(tries)}/raw/${publicId}`, { headers }));
        expect(answer).toMatchObject({
          status: 403,
          body: { error: 'Read Token Required', code: 'read_token_required', protectedHeader: sealed.header },
        });
      }
      const claim = newClaim();
      expect((await claimIt(anyWeb(1), publicId, claim, { 'X-Service-Read-Token': sealed.token })).status).toBe(200);
      const { body } = await call<string>(`${anyWeb(0)}/raw/${publicId}`, { headers: { 'X-Service-Claim': claim } });
      expect((await openPaste(body, sealed.key, password)).content).toBe('a secret');
    },
    180_000,
  );
});

describe('limits of claims, receipts and read tokens', () => {
  it('claims and tokens have own limits, and wrong tokens block no other address', async () => {
    const database = await createTestDatabase('sqlite');
    const limits = { RATE_LIMIT_ANONYMOUS: '5', RATE_LIMIT_BURN: '20', RATE_LIMIT_READ_TOKEN: '3', TRUST_PROXY: '1' };
    const web = await startWeb(testEnvironment(database, limits));
    const from = (address: string, headers: Record<string, string> = {}) => ({ 'X-Forwarded-For': address, ...headers });
    try {
      const sealed = await seal('a secret', 'a password');
      const { publicId, manageToken } = await createPaste(
        web.url,
        { burnAfterRead: true, protect: true, ...sealed.fields },
        from('192.0.2.9'),
      );
      const receipt = () =>
        call(`${web.url}/api/v1/pastes/${publicId}/receipt`, {
          headers: from('192.0.2.1', { 'X-Service-Manage-Token': String(manageToken) }),
        });
      const claim = (address: string, token: string) =>
        claimIt(web.url, publicId, newClaim(), from(address, { 'X-Service-Read-Token': token }));
      for (let times = 0; times < 20; times++) expect((await receipt()).status).toBe(200);
      const refused = await receipt();
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
      // Wrong tokens, claims and all other requests have separate counters.
      for (let times = 0; times < 3; times++) expect((await claim('192.0.2.1', newClaim())).status).toBe(403);
      expect((await claim('192.0.2.1', sealed.token)).status).toBe(429);
      for (let times = 0; times < 5; times++)
        expect((await call(`${web.url}/api/v1/pastes/x`, { headers: from('192.0.2.1') })).status).toBe(404);
      expect((await call(`${web.url}/api/v1/pastes/x`, { headers: from('192.0.2.1') })).status).toBe(429);
      expect((await claim('192.0.2.2', sealed.token)).status).toBe(200);
      expect(await web.log()).not.toContain(publicId);
    } finally {
      await web.kill();
      await database.drop();
    }
  });

  function claimIt(base: string, publicId: string, claim: string, headers: Record<string, string>) {
    return call(`${base}/api/v1/pastes/${publicId}/claim`, { json: { claim }, headers });
  }
});

/** Reads `bytes` bytes of the response and drops the connection. @returns the number of bytes read */
function readUntil(url: string, headers: Record<string, string>, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { agent: false, headers })
      .on('response', (response) => {
        let received = 0;
        response.on('data', (piece: Buffer) => {
          received += piece.length;
          if (received < bytes) return;
          response.destroy();
          resolve(received);
        });
        response.on('close', () => reject(new Error(`closed with status ${response.statusCode} after ${received} bytes`)));
      })
      .on('error', reject)
      .end();
  });
}
