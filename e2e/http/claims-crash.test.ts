/** Tests a web process that is killed between a claim and its acknowledgement: nobody else ever gets the paste. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '#lib/testing/test-database';
import { call, createPaste, readPaste } from '../support/api';
import { newClaim } from '../support/claims';
import { type RunningProcess, startWeb, startWorker, testEnvironment } from '../support/processes';
import { rounds } from '../support/rounds';
import { lookupOf } from '../support/rows';
import { processEngines } from '../support/settings';

const MB = 1024 * 1024;
/** The longest lease there is, because all rounds run within it; no test waits for its end. */
const LEASE_SECONDS = 3_600;
/** Moments of a kill: during a claim, after it is bound but perhaps before its response, after that, during the fetch. */
const MOMENTS = ['claiming', 'bound', 'claimed', 'fetching'] as const;
const KILLS = rounds(MOMENTS.length);
/** The time that cleanup may need on a busy machine. */
const GONE_WITHIN = { timeout: 60_000, interval: 50 };

describe.each(processEngines)('a web process killed between claim and acknowledgement on %s', (engine) => {
  it(
    'hands the paste to nobody else, ever, and it is gone after the lease',
    async () => {
      const database = await createTestDatabase(engine);
      const environment = testEnvironment(database, { BURN_CLAIM_SECONDS: String(LEASE_SECONDS) });
      const other = await startWeb(environment);
      let worker: RunningProcess | undefined;
      const db = await database.open();
      try {
        const claims = new Map<string, string>();
        const left = (where: string) => db.read(`SELECT id FROM pastes WHERE ${where}`);
        const answersToOthers = async (publicId: string) => {
          const answers = await Promise.all([
            readPaste(other.url, publicId),
            call(`${other.url}/api/v1/pastes/${publicId}/claim`, { json: { claim: newClaim() } }),
          ]);
          return answers.map(({ status }) => status);
        };
        for (let round = 0; round < KILLS; round++) {
          const moment = MOMENTS[round % MOMENTS.length];
          const web = await startWeb(environment);
          // This is more than a connection buffers while its client doesn't read.
          const content = randomBytes(4 * MB).toString('hex');
          const { publicId } = await createPaste(other.url, { content, burnAfterRead: true });
          const claim = newClaim();
          const mine = { 'X-Service-Claim': claim };
          const claimed = call(`${web.url}/api/v1/pastes/${publicId}/claim`, { json: { claim } }).catch(() => null);
          // This request was sent after the claim and has its response, so the claim is under way.
          if (moment === 'claiming') await call(`${web.url}/healthz`);
          else if (moment === 'bound')
            await vi.waitFor(
              async () => expect(await left(`lookup = '${lookupOf(environment, publicId)}' AND claim_hash IS NOT NULL`)).toHaveLength(1),
              {
                timeout: 10_000,
                interval: 1,
              },
            );
          else await claimed;
          const begun = moment === 'fetching' ? await fetch(`${web.url}/raw/${publicId}`, { headers: mine }) : null;
          await web.kill();
          await claimed;
          if (begun) await expect(begun.text()).rejects.toThrow();

          const again = await call<string>(`${other.url}/raw/${publicId}`, { headers: mine });
          const isBound = again.status === 200;
          if (isBound) expect(again.body === content).toBe(true);
          if (moment !== 'claiming') expect(isBound).toBe(true);
          // A claim that was killed before it was bound leaves the paste to the next reader.
          if (!isBound) expect((await readPaste(other.url, publicId)).status).toBe(200);
          expect(await answersToOthers(publicId)).toEqual([404, 404]);
          claims.set(publicId, claim);
        }
        // The claims end with their lease, not earlier, and don't wait for cleanup.
        expect(await left(`expires_at > ${db.dialect.now}`)).toHaveLength((await left('TRUE')).length);
        await db.write([{ sql: 'UPDATE pastes SET expires_at = expires_at - ?', params: [LEASE_SECONDS * 1_000] }]);
        expect(await left(`expires_at > ${db.dialect.now}`)).toEqual([]);
        for (const [publicId, claim] of claims) {
          expect(await answersToOthers(publicId)).toEqual([404, 404]);
          expect((await call(`${other.url}/raw/${publicId}`, { headers: { 'X-Service-Claim': claim } })).status).toBe(404);
        }
        worker = await startWorker(environment);
        await vi.waitFor(async () => expect(await left('TRUE')).toEqual([]), GONE_WITHIN);
      } finally {
        await Promise.all([other.kill(), worker?.kill()]);
        await db.close();
        await database.drop();
      }
    },
    120_000 + KILLS * 5_000,
  );
});
