/**
 * Reads from a real standby whose log is held up, through two web processes. It needs a pair of servers, so it belongs to
 * `npm run prove`; lib/db/engines/postgresql-standby.test.ts has the rules in each run.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { call, createPaste, readPaste } from '../support/api';
import { hasServerPrograms, type PostgresqlPair, startPostgresqlPair } from '../support/postgresql-pair';
import { runAdmin, startWeb, testEnvironment, type WebProcess } from '../support/processes';

const ROUNDS = 12;

describe.runIf(process.env.PROVE_ROUNDS !== undefined && hasServerPrograms)('with a standby that takes reads', () => {
  let pair: PostgresqlPair;
  let primary: pg.Client;
  let standby: pg.Client;
  let webs: [WebProcess, WebProcess];

  beforeAll(async () => {
    pair = await startPostgresqlPair({ synchronous: false, delayMs: 10 });
    [primary, standby] = [new pg.Client(pair.primaryUrl), new pg.Client(pair.standbyUrl)];
    await Promise.all([primary.connect(), standby.connect()]);
    const environment = testEnvironment({ url: pair.primaryUrl }, { DATABASE_READ_URL: pair.standbyUrl });
    const first = await startWeb(environment);
    webs = [first, await startWeb(environment)];
  }, 60_000);
  afterAll(async () => {
    await Promise.all(webs?.map((web) => web.kill()) ?? []);
    // The servers are killed below, which is no fault of these connections.
    for (const client of [primary, standby]) client?.on('error', () => undefined);
    await pair?.stop();
  });

  const statusOf = async ({ url }: WebProcess, id: string) => (await readPaste(url, id)).status;
  const pause = () => standby.query('SELECT pg_wal_replay_pause()');
  const resume = () => standby.query('SELECT pg_wal_replay_resume()');
  /** Waits until the standby has the paste, and both processes read from it. */
  async function untilCopied(id: string): Promise<void> {
    const count = async () => (await standby.query('SELECT count(*)::int AS pastes FROM pastes')).rows[0]?.pastes;
    const { rows } = await primary.query('SELECT count(*)::int AS pastes FROM pastes');
    await vi.waitFor(async () => expect(await count()).toBe(rows[0]?.pastes));
    for (const web of webs) expect(await statusOf(web, id)).toBe(200);
  }

  it('a view comes from the standby for half a second at most', async () => {
    const { publicId } = await createPaste(webs[0].url, { content: 'kept' });
    await untilCopied(publicId);
    await vi.waitFor(async () => {
      await resume();
      await primary.query('UPDATE pastes SET syntax = $1', ['on-primary']);
      await vi.waitFor(async () =>
        expect((await standby.query('SELECT 1 FROM pastes WHERE syntax = $1', ['on-primary'])).rowCount).toBe(1),
      );
      await pause();
      // Past the service, so that no process waits for it.
      await primary.query('UPDATE pastes SET syntax = $1', ['later']);
      expect((await readPaste(webs[1].url, publicId)).body.syntax).toBe('on-primary');
    });
    await vi.waitFor(async () => expect((await readPaste(webs[1].url, publicId)).body.syntax).toBe('later'), { timeout: 700 });
    await resume();
  });

  it('nothing is readable through any process after its deletion was acknowledged', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { publicId } = await createPaste(webs[0].url, { content: `round ${round}` });
      await untilCopied(publicId);
      // Now and then the log stands still, in between it is only late.
      if (round % 2 === 0) await pause();
      const deleting = webs[round % 2 === 0 ? 0 : 1] as WebProcess;
      expect((await call(`${deleting.url}/api/v1/pastes/${publicId}`, { method: 'DELETE' })).status).toBe(200);
      for (const web of webs) expect([round, await statusOf(web, publicId)]).toEqual([round, 404]);
      expect((await call(`${webs[1].url}/raw/${publicId}`)).status).toBe(404);
      await resume();
    }
  });

  it('creates, extensions and burns show at once while the standby stands still', async () => {
    const { publicId: kept } = await createPaste(webs[0].url, { content: 'kept', ttlSeconds: 3600 });
    const { publicId: burned } = await createPaste(webs[0].url, { content: 'burned', burnAfterRead: true });
    await untilCopied(kept);
    await pause();
    const { publicId: late } = await createPaste(webs[0].url, { content: 'late' });
    expect(await statusOf(webs[1], late)).toBe(200);
    const extended = await call<{ expiresAt: string }>(`${webs[0].url}/api/v1/pastes/${kept}/extend`, { json: { ttlSeconds: 60 } });
    expect((await readPaste(webs[1].url, kept)).body.expiresAt).toBe(extended.body.expiresAt);
    const reads = await Promise.all([0, 1, 0, 1].map((index) => statusOf(webs[index] as WebProcess, burned)));
    expect(reads.toSorted()).toEqual([200, 404, 404, 404]);
    await resume();
  });

  it('the doctor says how far it is behind, and refuses a server that is none', async () => {
    const { environment } = webs[0];
    expect((await runAdmin(['doctor'], environment)).stdout).toMatch(/reads\s+the standby is \d+ bytes of the log behind/);
    const { stdout } = await runAdmin(['doctor'], { ...environment, DATABASE_READ_URL: pair.primaryUrl });
    expect(stdout).toMatch(/DATABASE_READ_URL: the server is no standby of DATABASE_URL/);
  });
});
