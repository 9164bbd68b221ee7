/** An owner whose endpoints never respond must not delay other owners, on both engines. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { dispatch } from '../outbox/outbox-dispatcher';
import { silentLogger } from '../testing/loggers';
import { engines } from '../testing/test-database';
import { store } from '../testing/test-pastes';
import { MAX_ATTEMPTS, MAX_PER_USER, openTestWebhooks, type TestWebhooks } from '../testing/test-webhooks';
import { createDeliveryAttempt } from './webhook-deliveries';
import type { SendEvent } from './webhook-requests';
import type { SendResult } from './webhook-sender';

const DEAD = 'https://dead.example/';
const DELIVERIES = 400;
const WAIT = { timeout: 60_000, interval: 5 };
const NO_ANSWER = { status: null, body: null, error: 'no answer', retryAfterMs: null, durationMs: 0 } satisfies SendResult;

describe.each(engines)('endpoints that never answer, on %s', (engine) => {
  let webhooks: TestWebhooks;
  const stopping = new AbortController();
  const hanging: (() => void)[] = [];
  let ended: Promise<void>;

  beforeAll(async () => {
    webhooks = await openTestWebhooks(engine);
  });
  afterEach(async () => {
    stopping.abort();
    const timer = setInterval(timeOut, 1);
    await ended;
    clearInterval(timer);
  });
  afterAll(() => webhooks?.close());

  /** Ends all hanging attempts, as their time limit would. */
  function timeOut(): void {
    for (const end of hanging.splice(0)) end();
  }

  it('silent endpoints of one owner never delay another owner’s deliveries', async () => {
    for (let index = 0; index < MAX_PER_USER; index++) await webhooks.subscribe({ url: `${DEAD}${index}` });
    await webhooks.subscribe({ events: ['paste.created'] }, webhooks.bert);
    // Stands for many pastes of anna's, each announced to all her endpoints.
    await store(webhooks.pastes, 'text', { owner: webhooks.anna });
    const columns = `endpoint_id, event, status, attempts, next_retry_at, created_at, paste_id, syntax, is_e2ee, burn_after_read,
      id_sealed, title_sealed, paste_created_at`;
    await webhooks.run(`WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${DELIVERIES})
      INSERT INTO webhook_deliveries (id, ${columns})
      SELECT 'copy_' || CAST(number AS TEXT) || id, ${columns} FROM webhook_deliveries, numbers`);

    const arrived: string[] = [];
    const send: SendEvent = async ({ url }) => {
      if (!url.startsWith(DEAD)) {
        arrived.push(url);
        return { ...NO_ANSWER, status: 200, error: null };
      }
      await new Promise<void>((resolve) => hanging.push(resolve));
      return NO_ANSWER;
    };
    const attempt = createDeliveryAttempt({ ...webhooks, send, maxAttempts: MAX_ATTEMPTS, log: silentLogger });
    let claims = 0;
    const queue = {
      ...webhooks.queue,
      claim: (...args: Parameters<typeof webhooks.queue.claim>) => {
        claims += 1;
        return webhooks.queue.claim(...args);
      },
    };
    ended = dispatch({ queue, attempt, count: () => undefined, log: silentLogger, lookAgainMs: 1 }, stopping.signal);
    /** Waits until the dispatcher has claimed several times more and found no free place. */
    const settled = async () => {
      const before = claims;
      await vi.waitFor(() => expect(claims).toBeGreaterThan(before + 3), WAIT);
    };

    await vi.waitFor(() => expect(hanging.length).toBeGreaterThan(MAX_PER_USER), WAIT);
    for (const round of [1, 2, 3]) {
      await settled();
      const held = hanging.length;
      expect(held).toBeGreaterThan(0);
      for (let index = 0; index < 6; index++) await store(webhooks.pastes, 'text', { owner: webhooks.bert });
      await vi.waitFor(() => expect(arrived).toHaveLength(6 * round), WAIT);
      // No attempt of the other owner's had to end for that.
      expect(hanging.length).toBeGreaterThanOrEqual(held);
      timeOut();
      await vi.waitFor(() => expect(hanging.length).toBeGreaterThan(0), WAIT);
    }
    await settled();
    // Each endpoint is paused now: one attempt at a time.
    expect(hanging.length).toBeLessThanOrEqual(MAX_PER_USER);
    expect(await webhooks.rows('SELECT id FROM webhook_endpoints WHERE paused_until IS NOT NULL')).toHaveLength(MAX_PER_USER);
  });
});
