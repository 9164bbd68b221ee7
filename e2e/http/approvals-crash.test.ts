/** Kills web processes while the sender of a burn paste releases its reader: nobody gets in unreleased, and no release is lost. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '#lib/testing/test-database';
import { call } from '../support/api';
import { newClaim } from '../support/claims';
import { startWeb, testEnvironment } from '../support/processes';
import { rounds } from '../support/rounds';
import { processEngines } from '../support/settings';

/** Moments of a kill: during a release and after it, during the first of two approvals and after it, during the reader's fetch. */
const MOMENTS = ['releasing', 'released', 'approving', 'approved', 'fetching'] as const;
const KILLS = rounds(MOMENTS.length);
const MB = 1024 * 1024;

interface Created {
  publicId: string;
  releaseTokens: string[];
}

describe.each(processEngines)('a web process killed while a reader waits on %s', (engine) => {
  it(
    'lets in the released reader, whom the next process knows, and nobody else',
    async () => {
      const database = await createTestDatabase(engine);
      const environment = testEnvironment(database);
      const other = await startWeb(environment);
      try {
        for (let round = 0; round < KILLS; round++) {
          const moment = MOMENTS[round % MOMENTS.length];
          const web = await startWeb(environment);
          const approvals = moment === 'approving' || moment === 'approved' ? 2 : 1;
          // This is more than a connection buffers while its client doesn't read.
          const content = randomBytes(moment === 'fetching' ? 4 * MB : 16).toString('hex');
          const created = await call<Created>(`${other.url}/api/v1/pastes`, { json: { content, burnAfterRead: true, approvals } });
          const { publicId, releaseTokens } = created.body;
          const at = (base: string, name: string) => `${base}/api/v1/pastes/${publicId}/${name}`;
          const ask = (base: string, claim: string, headers = {}) =>
            call<{ code: string }>(at(base, 'claim'), { json: { claim }, headers });
          const decide = (base: string, what: 'release' | 'refuse', code: string, token = 0) =>
            call(at(base, what), { json: { code }, headers: { 'X-Service-Release-Token': releaseTokens[token] ?? '' } });

          const [claim, refused, waiting] = [newClaim(), newClaim(), newClaim()];
          const { code } = (await ask(web.url, claim)).body;
          expect((await decide(web.url, 'refuse', (await ask(web.url, refused)).body.code)).status).toBe(200);
          await ask(web.url, waiting);
          const held = ask(web.url, claim, { Prefer: 'wait=25' }).catch(() => null);
          if (moment === 'fetching') {
            await decide(web.url, 'release', code);
            expect((await ask(web.url, claim)).status).toBe(200);
          }
          const begun = moment === 'fetching' ? await fetch(`${web.url}/raw/${publicId}`, { headers: { 'X-Service-Claim': claim } }) : null;
          const deciding = begun === null ? decide(web.url, 'release', code).catch(() => null) : null;
          if (moment === 'released' || moment === 'approved') expect((await deciding)?.status).toBe(200);
          // This request was sent after the release and has its response, so the release is under way.
          else await call(`${web.url}/healthz`);
          await web.kill();
          await Promise.all([deciding, held]);
          if (begun) await expect(begun.text()).rejects.toThrow();

          if (approvals === 2) {
            expect((await ask(other.url, claim)).status).toBe(202);
            await decide(other.url, 'release', code, 1);
            if (moment === 'approved') expect((await ask(other.url, claim)).status).toBe(200);
          }
          // A release that was killed before it was stored can be given again.
          if ((await ask(other.url, claim)).status === 202) {
            expect(['releasing', 'approving']).toContain(moment);
            await decide(other.url, 'release', code);
          }
          expect((await ask(other.url, claim)).status).toBe(200);
          const mine = await call<string>(`${other.url}/raw/${publicId}`, { headers: { 'X-Service-Claim': claim } });
          expect([mine.status, mine.body === content]).toEqual([200, true]);
          for (const each of [refused, waiting, newClaim()]) expect((await ask(other.url, each)).status).toBe(404);
          expect((await call(at(other.url, 'acknowledge'), { json: { claim } })).status).toBe(200);
        }
      } finally {
        await other.kill();
        await database.drop();
      }
    },
    120_000 + KILLS * 5_000,
  );
});
