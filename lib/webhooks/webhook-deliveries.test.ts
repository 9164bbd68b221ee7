/** The way of a delivery: a claimed job, a real request, and the recorded response. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { LEASE_MS, retryDelayMs } from '../outbox/outbox.rules';
import { dispatch } from '../outbox/outbox-dispatcher';
import { allBut } from '../testing/claims';
import { silentLogger } from '../testing/loggers';
import { type Answer, withStatus } from '../testing/receiver';
import { engines } from '../testing/test-database';
import { store } from '../testing/test-pastes';
import { MAX_ATTEMPTS, openTestWebhooks, type TestWebhooks } from '../testing/test-webhooks';
import { BASE_URL, NOON } from '../testing/users';

/** Messages that wait for a receiver that is down (`npm run prove`: more). */
const MESSAGES = Number(process.env.PROVE_MESSAGES ?? 20);

describe.each(engines)('deliveries on %s', (engine) => {
  let webhooks: TestWebhooks;

  beforeAll(async () => {
    webhooks = await openTestWebhooks(engine);
  });
  beforeEach(async () => {
    await webhooks.clear();
    webhooks.receiver.answer(withStatus(200));
  });
  afterAll(() => webhooks?.close());

  const paste = (fields: Parameters<typeof store>[2] = {}) => store(webhooks.at(NOON).pastes, 'text', { owner: webhooks.anna, ...fields });
  const log = async (id: number) => webhooks.repository.listDeliveries(id, 100, 0);
  const isActive = async (id: number) => (await webhooks.service.find(webhooks.anna, id)).isActive;

  /** Claims the one due job and attempts it; the receiver responds as given. */
  async function attempt(now: number, response?: Answer) {
    if (response) webhooks.receiver.answer(response);
    return webhooks.at(now).attempt(await webhooks.claimOne(now));
  }

  it.each([200, 201, 202, 204, 299])('a delivery is delivered by a response with status %i', async (status) => {
    const { id } = await webhooks.subscribe();
    await paste();
    expect(await attempt(NOON, withStatus(status))).toMatchObject({ responded: true, status: 'delivered' });
    expect(await log(id)).toMatchObject([
      { status: 'delivered', attempts: 1, responseStatus: status, error: null, nextRetryAt: null, lastAttemptAt: NOON },
    ]);
    expect((await webhooks.at(NOON + LEASE_MS).queue.claim(10)).found).toBe(false);
  });

  it.each([300, 301, 302, 303, 304, 307, 308, 400, 401, 404, 409, 411, 429, 500, 503])(
    'a delivery is due again in 20 s after a response with status %i',
    async (status) => {
      const { id } = await webhooks.subscribe();
      await paste();
      const response = withStatus(status, status < 400 ? { Location: webhooks.receiver.url } : {}, status === 304 ? '' : 'not now');
      expect(await attempt(NOON, response)).toMatchObject({ responded: true, status: 'retrying' });
      expect(await log(id)).toMatchObject([
        { status: 'retrying', attempts: 1, responseStatus: status, error: null, nextRetryAt: NOON + 20_000, isUnderWay: false },
      ]);
      expect((await log(id))[0]?.responseBody).toBe(status === 304 ? '' : 'not now');
      expect(webhooks.receiver.received).toHaveLength(1);
      expect(await isActive(id)).toBe(true);
    },
  );

  it('a delivery without any response is due again, and its receiver is slowed down', async () => {
    const { id } = await webhooks.subscribe();
    await paste();
    expect(await attempt(NOON, (response) => void response.destroy())).toMatchObject({ responded: false, status: 'retrying' });
    expect(await log(id)).toMatchObject([
      {
        status: 'retrying',
        responseStatus: null,
        responseBody: null,
        error: 'connection closed before an answer',
        nextRetryAt: NOON + 20_000,
      },
    ]);
  });

  it('a delivery has failed after the last attempt, and not before it', async () => {
    const { id } = await webhooks.subscribe();
    await paste();
    let now = NOON;
    for (let attempts = 1; attempts < MAX_ATTEMPTS; attempts++) {
      await attempt(now, withStatus(500));
      expect(await log(id)).toMatchObject([{ status: 'retrying', attempts, nextRetryAt: now + retryDelayMs(attempts) }]);
      now += retryDelayMs(attempts);
    }
    expect(await attempt(now, withStatus(500))).toMatchObject({ responded: true, status: 'failed' });
    expect(await log(id)).toMatchObject([{ status: 'failed', attempts: MAX_ATTEMPTS, responseStatus: 500, nextRetryAt: null }]);
  });

  it('a delivery is delivered also by the last attempt', async () => {
    const { id } = await webhooks.subscribe();
    await paste();
    await webhooks.run(`UPDATE webhook_deliveries SET attempts = ${MAX_ATTEMPTS - 1}`);
    expect(await attempt(NOON, withStatus(200))).toMatchObject({ status: 'delivered' });
    expect(await log(id)).toMatchObject([{ status: 'delivered', attempts: MAX_ATTEMPTS }]);
  });

  it.each([
    ['shorter than the delay', '19', 20_000],
    ['longer than the delay', '21', 21_000],
    ['of an hour', '3600', 3_600_000],
    ['of more than an hour', '3601', 3_600_000],
  ])('a delivery follows a Retry-After %s', async (_, wish, delayMs) => {
    const { id } = await webhooks.subscribe();
    await paste();
    await attempt(NOON, withStatus(429, { 'Retry-After': wish }));
    expect(await log(id)).toMatchObject([{ status: 'retrying', nextRetryAt: NOON + delayMs }]);
  });

  it('a delivery has one id and the same bytes on every attempt', async () => {
    await webhooks.subscribe();
    const { publicId } = await paste({ title: 'Zoë 名前 😀', ttlSeconds: 600 });
    await attempt(NOON, withStatus(500));
    await webhooks.run("UPDATE pastes SET syntax = 'changed since'");
    await attempt(NOON + 20_000, withStatus(200));
    const [first, second] = webhooks.receiver.received;
    expect(second).toMatchObject({ id: first?.id, body: first?.body, event: 'paste.created' });
    expect(JSON.parse(first?.body ?? '')).toEqual({
      id: first?.id,
      event: 'paste.created',
      createdAt: new Date(NOON).toISOString(),
      data: {
        publicId,
        url: `${BASE_URL}/view/${publicId}`,
        title: 'Zoë 名前 😀',
        syntax: 'plaintext',
        isE2ee: false,
        burnAfterRead: false,
        expiresAt: new Date(NOON + 600_000).toISOString(),
        createdAt: new Date(NOON).toISOString(),
      },
    });
  });

  it('a delivery about what was encrypted in the browser has no title', async () => {
    await webhooks.subscribe();
    await paste({ isE2ee: true, title: 'hidden' });
    await attempt(NOON);
    expect(webhooks.receiver.received[0]?.body).not.toMatch(/hidden|"title"/);
  });

  it('a delivery says why its paste is gone', async () => {
    await webhooks.subscribe({ events: ['paste.deleted'] });
    const { publicId } = await paste();
    await webhooks.at(NOON).pastes.remove(publicId, { principal: webhooks.anna, manageToken: null });
    await attempt(NOON);
    expect(JSON.parse(webhooks.receiver.received[0]?.body ?? '')).toMatchObject({ event: 'paste.deleted', data: { reason: 'deleted' } });
  });

  it('a delivery whose webhook was switched off after the claim is not sent', async () => {
    const { id } = await webhooks.subscribe();
    await paste();
    const job = await webhooks.claimOne(NOON);
    await webhooks.service.update(webhooks.anna, id, { isActive: false });
    expect(await webhooks.attempt(job)).toMatchObject({ responded: true, status: 'cancelled' });
    expect(webhooks.receiver.received).toEqual([]);
    expect(await log(id)).toMatchObject([{ status: 'cancelled', responseStatus: null }]);
  });

  it('a delivery whose webhook was deleted after the claim is not sent', async () => {
    const { id } = await webhooks.subscribe();
    await paste();
    const job = await webhooks.claimOne(NOON);
    await webhooks.service.remove(webhooks.anna, id);
    expect(await webhooks.attempt(job)).toMatchObject({ responded: true, status: 'cancelled' });
    expect(webhooks.receiver.received).toEqual([]);
  });

  it('a claimed delivery of an inactive webhook is cancelled by its attempt', async () => {
    const { id } = await webhooks.subscribe();
    await paste();
    const job = await webhooks.claimOne(NOON);
    // Cancels no open delivery: the attempt must do that.
    await webhooks.run('UPDATE webhook_endpoints SET is_active = FALSE');
    await webhooks.attempt(job);
    expect(webhooks.receiver.received).toEqual([]);
    expect(await log(id)).toMatchObject([{ status: 'cancelled', nextRetryAt: null, isUnderWay: false }]);
  });

  it('a delivery goes by what its webhook is now, not at the delivery before it', async () => {
    const { id } = await webhooks.subscribe();
    await paste();
    await webhooks.attempt(await webhooks.claimOne(NOON));
    await paste();
    const job = await webhooks.claimOne(NOON);
    await webhooks.service.update(webhooks.anna, id, { isActive: false });
    await webhooks.attempt(job);
    expect(webhooks.receiver.received).toHaveLength(1);
    await webhooks.service.update(webhooks.anna, id, { isActive: true, url: `${webhooks.receiver.url}/moved` });
    await paste();
    await webhooks.attempt(await webhooks.claimOne(NOON));
    expect(webhooks.receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook/moved']);
  });

  it('a delivery cancelled under way stays cancelled, whatever the receiver responds', async () => {
    for (const status of [200, 410, 500]) {
      const { id } = await webhooks.subscribe();
      await paste();
      const result = await attempt(NOON, (response) => {
        const respond = () => response.writeHead(status).end();
        void webhooks.service.update(webhooks.anna, id, { isActive: false }).then(respond);
      });
      expect(result.responded).toBe(true);
      expect(await log(id)).toMatchObject([{ status: 'cancelled', responseStatus: null }]);
      expect(await webhooks.service.findOverview(webhooks.anna, id)).toMatchObject({ isGone: false });
      await webhooks.clear();
    }
  });

  it('a 410 switches the webhook off and cancels what waits for it alone', async () => {
    const other = await webhooks.subscribe({ events: ['paste.deleted'] });
    const { id } = await webhooks.subscribe({ events: ['paste.created'] });
    const { publicId } = await paste();
    await webhooks.at(NOON).pastes.remove(publicId, { principal: webhooks.anna, manageToken: null });
    await paste();
    webhooks.receiver.answer(withStatus(410, {}, 'gone'));
    const { jobs } = await webhooks.at(NOON).queue.claim(10, allBut(other.id));
    const [first] = jobs;
    expect(jobs).toHaveLength(2);
    expect(first && (await webhooks.at(NOON).attempt(first))).toMatchObject({ responded: true, status: 'cancelled' });
    expect(await webhooks.service.findOverview(webhooks.anna, id)).toMatchObject({ isActive: false, isGone: true });
    const gone = (await log(id)).find((delivery) => delivery.id === first?.id);
    expect(gone).toMatchObject({ status: 'cancelled', responseStatus: 410, responseBody: 'gone', attempts: 1 });
    expect((await log(id)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    expect(await isActive(other.id)).toBe(true);
    expect(await log(other.id)).toMatchObject([{ status: 'pending' }]);
  });

  it('a 410 of an address that the webhook no longer has leaves the webhook on', async () => {
    const { id } = await webhooks.subscribe();
    await paste();
    await attempt(NOON, (response) => {
      const respond = () => response.writeHead(410).end();
      void webhooks.service.update(webhooks.anna, id, { url: `${webhooks.receiver.url}/moved` }).then(respond);
    });
    expect(await isActive(id)).toBe(true);
    expect(await log(id)).toMatchObject([{ status: 'cancelled', responseStatus: 410 }]);
  });

  it.each([200, 410, 500])('an attempt whose lease was lost records nothing of a %i', async (status) => {
    const { id } = await webhooks.subscribe();
    await paste();
    const lost = await webhooks.claimOne(NOON);
    const held = await webhooks.claimOne(NOON + LEASE_MS);
    webhooks.receiver.answer(withStatus(status));
    await webhooks.at(NOON + LEASE_MS).attempt(lost);
    expect(await log(id)).toMatchObject([{ status: 'pending', attempts: 2, responseStatus: null, isUnderWay: true }]);
    expect(await isActive(id)).toBe(true);
    expect(await webhooks.queue.finish(held, { status: 'delivered', responded: true })).toBe(true);
  });

  it('a receiver down for ten minutes gets each message once after it, others on time', async () => {
    // Six attempts take 620 seconds.
    const own = await openTestWebhooks(engine, 6);
    onTestFinished(() => own.close());
    const { origin } = new URL(own.receiver.url);
    await own.subscribe({ format: 'matrix', secret: 'access-token', url: `${origin}/!down:example.org`, events: ['paste.created'] });
    await own.subscribe({ url: `${origin}/up`, events: ['paste.created'] }, own.bert);
    await store(own.at(NOON).pastes, 'text', { owner: own.anna });
    const columns = `endpoint_id, event, status, attempts, next_retry_at, created_at, paste_id, syntax, is_e2ee, burn_after_read,
      id_sealed, title_sealed, paste_created_at`;
    await own.run(`WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${MESSAGES - 1})
      INSERT INTO webhook_deliveries (id, ${columns})
      SELECT 'copy_' || CAST(number AS TEXT) || id, ${columns} FROM webhook_deliveries, numbers`);
    const taken: string[] = [];
    let isDown = true;
    own.receiver.answer((response, { path }) => {
      if (isDown && path !== '/up') return void response.destroy();
      taken.push(path);
      response.writeHead(200).end('{}');
    });
    for (const [index, passedMs] of [0, 20_000, 60_000, 140_000, 300_000, 600_000, 620_000].entries()) {
      isDown = passedMs <= 600_000;
      const { pastes, queue, attempt: attemptAndRecord } = own.at(NOON + passedMs);
      await store(pastes, 'text', { owner: own.bert });
      const recorded = { claim: queue.claim, finish: async () => true };
      await dispatch(
        { queue: recorded, attempt: attemptAndRecord, count: () => undefined, log: silentLogger },
        new AbortController().signal,
      );
      expect(taken.filter((path) => path === '/up')).toHaveLength(index + 1);
    }
    // The address of a message ends with its id.
    const messages = taken.filter((path) => path !== '/up');
    expect([messages.length, new Set(messages).size]).toEqual([MESSAGES, MESSAGES]);
  });

  it('a delivery that cannot be made ready waits and holds up no other', async () => {
    const { id } = await webhooks.subscribe();
    await paste({ title: 'damaged' });
    await webhooks.run('UPDATE webhook_deliveries SET title_sealed = id_sealed');
    await paste({ title: 'sound' });
    const { jobs } = await webhooks.at(NOON).queue.claim(10);
    const results = await Promise.all(jobs.map((job) => webhooks.at(NOON).attempt(job)));
    expect(results.map(({ status }) => status).sort()).toEqual(['delivered', 'retrying']);
    expect(webhooks.receiver.received.map(({ body }) => JSON.parse(body).data.title)).toEqual(['sound']);
    const damaged = (await log(id)).find(({ status }) => status === 'retrying');
    expect(damaged).toMatchObject({ error: 'not sent: internal error', responseStatus: null, nextRetryAt: NOON + 20_000 });
    expect(webhooks.lines).toMatchObject([{ level: 'error', fields: { job: damaged?.id } }]);
  });
});
