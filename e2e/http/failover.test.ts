/**
 * Kills PostgreSQL's primary during creates and burns and lets its standby take over, then counts pastes that got a 201 and
 * are missing, and burned pastes that are there again. A synchronous standby loses none of either; an asynchronous one loses
 * what was in transit. Each round needs a pair of servers, so this test belongs to `npm run prove`.
 */
import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { startTcpProxy, type TcpProxy } from '#lib/testing/tcp-proxy';
import { createPaste, readPaste } from '../support/api';
import { hasServerPrograms, type PostgresqlPair, startPostgresqlPair } from '../support/postgresql-pair';
import { runAdmin, startWeb, testEnvironment, type WebProcess } from '../support/processes';

const ROUNDS = 20;
const CLIENTS = 8;
/** One way between two towns; there and back takes 10 ms. */
const DELAY_MS = 5;
const UNTIL_KILLED = 400;

interface Counted {
  created: number;
  createdLost: number;
  burned: number;
  burnedAgain: number;
  /** Time from the moment when the address led to the new primary until the first paste was created there. */
  backAfterMs: number[];
}

const isProving = process.env.PROVE_ROUNDS !== undefined && hasServerPrograms;

describe.runIf(isProving)('when the standby takes over from a primary that was killed', () => {
  it.each([
    ['that each commit waits for: nothing acknowledged is lost, and nothing burned comes back', true],
    ['that follows behind: what is there is whole, and what was on its way is counted', false],
  ])(
    'a standby %s',
    async (_, synchronous) => {
      const counted: Counted = { created: 0, createdLost: 0, burned: 0, burnedAgain: 0, backAfterMs: [] };
      for (let round = 0; round < ROUNDS; round++) {
        const pair = await startPostgresqlPair({ synchronous, delayMs: DELAY_MS });
        const way = await startTcpProxy(pair.primaryUrl);
        let web: WebProcess | undefined;
        try {
          web = await startWeb(testEnvironment(way));
          // The doctor reports what the service's own connections see; the first pair is enough.
          if (round === 0) {
            const { stdout } = await runAdmin(['doctor'], web.environment);
            expect(stdout).toMatch(synchronous ? /standby .*each commit waits for ANY 1/ : /standby .*none of which a commit waits for/);
          }
          await failOver(web.url, pair, way, counted);
        } finally {
          await web?.kill();
          await way.stop();
          await pair.stop();
        }
      }
      console.info(`${synchronous ? 'synchronous' : 'asynchronous'}, ${ROUNDS} rounds: ${JSON.stringify(counted)}`);
      expect(counted.created).toBeGreaterThan(ROUNDS * UNTIL_KILLED);
      expect(counted.burned).toBeGreaterThan(ROUNDS * 50);
      if (synchronous) expect([counted.createdLost, counted.burnedAgain]).toEqual([0, 0]);
    },
    ROUNDS * 60_000,
  );
});

async function failOver(url: string, pair: PostgresqlPair, way: TcpProxy, counted: Counted): Promise<void> {
  const kept = new Map<string, string>();
  const burnable = new Map<string, string>();
  const burned: string[] = [];
  let created = 0;
  let isOver = false;

  async function client(number: number): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const content = `${number}/${turn}/${randomBytes(16).toString('hex')}`;
      const burnAfterRead = turn % 2 === 1;
      const { publicId } = await createPaste(url, { content, burnAfterRead });
      created += 1;
      (burnAfterRead ? burnable : kept).set(publicId, content);
      const [next] = turn % 3 === 0 ? burnable : [];
      if (!next) continue;
      burnable.delete(next[0]);
      const { status, body } = await readPaste(url, next[0]);
      expect([status, body.content]).toEqual([200, next[1]]);
      burned.push(next[0]);
    }
  }

  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number).catch((error: Error) => error));
  await vi.waitFor(() => expect(created).toBeGreaterThan(UNTIL_KILLED), { interval: 5 });
  await pair.losePrimary();
  // No response reports success while there is no database.
  for (const error of await Promise.all(clients)) expect(String(error)).toMatch(/expected 201, got 503|503/);
  isOver = true;
  await pair.promote();
  way.leadTo(pair.standbyPort);
  const back = performance.now();
  await vi.waitFor(() => createPaste(url, { content: 'first' }), { interval: 20 });
  counted.backAfterMs.push(Math.round(performance.now() - back));

  counted.created += created;
  counted.burned += burned.length;
  for (const [publicId, content] of [...kept, ...burnable]) {
    const { status, body } = await readPaste(url, publicId);
    if (status === 404) counted.createdLost += 1;
    else expect([status, body.content]).toEqual([200, content]);
  }
  for (const publicId of burned) if ((await readPaste(url, publicId)).status !== 404) counted.burnedAgain += 1;
}
