/** Tests webhook deliveries by the real worker, from the change of a paste to the request that a receiver gets. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Database, only } from '#lib/db/database';
import { createTestDatabase, type TestDatabase } from '#lib/db/testing/test-database';
import { type ReceivedDelivery, type Receiver, startReceiver, withStatus } from '#lib/webhooks/testing/receiver';
import { sealUrl } from '#lib/webhooks/webhook.sealed';
import { createOwner } from '../support/accounts';
import { call, createPaste, createWebhook, type DeliveryBody, EVENTS, readPaste, type WebhookBody } from '../support/api';
import { type Environment, type RunningProcess, startWeb, startWorker, testEnvironment, type WebProcess } from '../support/processes';
import { keyringOf, lookupOf } from '../support/rows';
import { processEngines } from '../support/settings';

const SECRET = 'a secret of tests';
const WAIT = { timeout: 60_000, interval: 50 };
const BASE_URL = 'https://paste.example';

describe.each(processEngines)('deliveries on %s', (engine) => {
  let database: TestDatabase;
  let db: Database;
  let environment: Environment;
  let web: WebProcess;
  let owner: { 'X-Api-Key': string };
  let receiver: Receiver;
  let workers: RunningProcess[] = [];
  /** Ends the connections that a test keeps waiting. */
  let hanging: (() => void)[] = [];

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    environment = testEnvironment(database, { BASE_URL });
    owner = await createOwner(database);
    [web, receiver] = await Promise.all([startWeb(environment), startReceiver()]);
    db = await database.open();
  });

  afterEach(async () => {
    for (const end of hanging) end();
    hanging = [];
    await Promise.all(workers.map((worker) => worker.kill()));
    workers = [];
    receiver.answer(withStatus(200));
    receiver.received.length = 0;
    await run('DELETE FROM webhook_endpoints');
    // A killed worker leaves its leases behind.
    await run('DELETE FROM leases');
  });

  afterAll(async () => {
    await web?.kill();
    await receiver?.stop();
    await db?.close();
    await database?.drop();
  });

  const run = async (sql: string) => void (await db.write([{ sql, params: [] }]));
  const api = () => `${web.url}/api/v1/webhooks`;
  const subscribe = (fields: Record<string, unknown> = {}): Promise<WebhookBody> =>
    createWebhook(web.url, owner, { url: receiver.url, secret: SECRET, ...fields });
  const patch = (id: number, json: unknown) => call<WebhookBody>(`${api()}/${id}`, { method: 'PATCH', json, headers: owner });
  const log = async (id: number, limit = 100) =>
    (await call<{ deliveries: DeliveryBody[] }>(`${api()}/${id}/deliveries?limit=${limit}`, { headers: owner })).body.deliveries;
  const redeliver = (id: number, delivery: string) =>
    call(`${api()}/${id}/deliveries/${delivery}/redeliver`, { method: 'POST', headers: owner });
  const paste = (fields: Record<string, unknown> = {}) => createPaste(web.url, { content: 'text', ...fields }, owner);

  async function work(overrides: Environment = {}): Promise<RunningProcess> {
    const worker = await startWorker({ ...environment, ...overrides });
    workers.push(worker);
    return worker;
  }

  const untilReceived = (count: number) => vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(count), WAIT);
  const untilStatus = (id: number, statuses: string[]) =>
    vi.waitFor(async () => {
      const deliveries = await log(id);
      expect(deliveries.map(({ status }) => status)).toEqual(statuses);
      return deliveries;
    }, WAIT);
  /** Makes waiting deliveries due, as if their delay had passed. */
  const passDelays = () => run("UPDATE webhook_deliveries SET next_retry_at = 0 WHERE status = 'retrying' AND claim_token IS NULL");
  const delayOf = (delivery: DeliveryBody | undefined) =>
    Date.parse(delivery?.nextRetryAt ?? '') - Date.parse(delivery?.lastAttemptAt ?? '');
  const hang = (response: { destroy(): unknown }) => void hanging.push(() => response.destroy());

  function expectSigned(delivery: ReceivedDelivery | undefined, secret = SECRET): Record<string, unknown> {
    const { headers = {}, body = '' } = delivery ?? {};
    expect(headers['x-service-signature-256']).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
    return new Webhook(secret, { format: 'raw' }).verify(body, headers) as Record<string, unknown>;
  }

  it('owners get signed deliveries about their pastes, with nothing secret in them', async () => {
    const { id } = await subscribe();
    await work();
    const created = await paste({ title: 'A title: 名前 😀', syntax: 'rust', ttlSeconds: 600 });
    const sealed = await paste({ title: 'not to be told', isE2ee: true });
    const burned = await paste({ burnAfterRead: true });
    await createPaste(web.url, { content: 'anonymous' });
    await readPaste(web.url, burned.publicId);
    await call(`${web.url}/api/v1/pastes/${sealed.publicId}`, { method: 'DELETE', headers: owner });
    const lookup = lookupOf(environment, created.publicId);
    await db.write([{ sql: `UPDATE pastes SET expires_at = ${db.dialect.now} WHERE lookup = ?`, params: [lookup] }]);
    await untilReceived(6);
    const deliveries = await untilStatus(
      id,
      Array.from({ length: 6 }, () => 'delivered'),
    );

    const bodies = receiver.received.map(
      (delivery) => expectSigned(delivery) as { id: string; event: string; data: Record<string, unknown> },
    );
    const told = (publicId: string) =>
      Object.fromEntries(bodies.filter(({ data }) => data.publicId === publicId).map(({ event, data }) => [event, data]));
    const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const plain = {
      publicId: created.publicId,
      url: `${BASE_URL}/view/${created.publicId}`,
      title: 'A title: 名前 😀',
      syntax: 'rust',
      isE2ee: false,
      burnAfterRead: false,
      expiresAt: created.expiresAt,
      createdAt: iso,
    };
    expect(told(created.publicId)).toEqual({ 'paste.created': plain, 'paste.expired': { ...plain, expiresAt: iso } });
    const { title: _, ...untitled } = {
      ...plain,
      publicId: sealed.publicId,
      url: `${BASE_URL}/view/${sealed.publicId}`,
      syntax: 'plaintext',
    };
    const encrypted = { ...untitled, isE2ee: true, expiresAt: null };
    expect(told(sealed.publicId)).toEqual({ 'paste.created': encrypted, 'paste.deleted': { ...encrypted, reason: 'deleted' } });
    expect(told(burned.publicId)['paste.deleted']).toMatchObject({ burnAfterRead: true, title: '', reason: 'burned' });

    for (const { headers, body, id: delivery, event } of receiver.received) {
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': delivery });
      expect(JSON.parse(body)).toMatchObject({ id: delivery, event, createdAt: iso });
      for (const hidden of ['text', 'not to be told', owner['X-Api-Key'], SECRET]) expect(body.includes(`"${hidden}"`)).toBe(false);
    }
    expect(deliveries.map((delivery) => delivery.id).sort()).toEqual(receiver.received.map((delivery) => delivery.id).sort());
    expect(deliveries[0]).toMatchObject({ attempts: 1, nextRetryAt: null, responseStatus: 200, responseBody: '', error: null });
  });

  it('a changed secret signs beside the old one for a day, and then alone', async () => {
    const { id } = await subscribe();
    await work();
    await patch(id, { secret: 'the new secret' });
    // A client that didn't get the response sends the same change again.
    await patch(id, { secret: 'the new secret' });
    await paste();
    await untilReceived(1);
    const during = receiver.received[0];
    expectSigned(during, 'the new secret');
    expect(during?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(new Webhook(SECRET, { format: 'raw' }).verify(during?.body ?? '', during?.headers ?? {})).toBeDefined();

    await run(`UPDATE webhook_secrets SET expires_at = expires_at - 86400000 WHERE expires_at IS NOT NULL`);
    await paste();
    await untilReceived(2);
    expectSigned(receiver.received[1], 'the new secret');
    expect(receiver.received[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    // Cleanup has removed the old secret.
    await vi.waitFor(async () => expect(await db.read('SELECT id FROM webhook_secrets')).toHaveLength(1), WAIT);
  });

  it('a failed delivery is tried five times with one id and bytes, then again by hand', async () => {
    receiver.answer(withStatus(500, {}, 'not now'));
    const { id } = await subscribe({ events: ['paste.created'] });
    await paste({ title: 'told alike' });
    expect((await log(id))[0]).toMatchObject({ status: 'pending', attempts: 0 });
    await work();
    for (const [index, seconds] of [20, 40, 80, 160].entries()) {
      const attempts = index + 1;
      await vi.waitFor(async () => {
        const deliveries = await log(id);
        expect(deliveries).toMatchObject([{ status: 'retrying', attempts, responseStatus: 500, responseBody: 'not now' }]);
        // While an attempt is under way, this time is the end of its lease.
        expect(delayOf(deliveries[0])).toBe(seconds * 1_000);
      }, WAIT);
      await passDelays();
    }
    const [failed] = await untilStatus(id, ['failed']);
    expect(failed).toMatchObject({ attempts: 5, nextRetryAt: null, responseStatus: 500 });
    expect(receiver.received).toHaveLength(5);
    expect(new Set(receiver.received.map((delivery) => delivery.id)).size).toBe(1);
    expect(new Set(receiver.received.map((delivery) => delivery.body)).size).toBe(1);
    let previousAt = 0;
    for (const delivery of receiver.received) {
      expectSigned(delivery);
      // The timestamp is that of this attempt: after the previous one, and not after its arrival.
      const attemptedAt = Number(delivery.headers['webhook-timestamp']) * 1000;
      expect(attemptedAt).toBeGreaterThan(previousAt - 1_000);
      expect(attemptedAt).toBeLessThanOrEqual(delivery.receivedAt);
      previousAt = delivery.receivedAt;
    }

    receiver.answer(withStatus(200));
    expect(await redeliver(id, failed?.id ?? '')).toMatchObject({ status: 202 });
    await untilReceived(6);
    expect(receiver.received[5]).toMatchObject({ id: failed?.id, body: receiver.received[0]?.body });
    expect((await untilStatus(id, ['delivered']))[0]).toMatchObject({ id: failed?.id, attempts: 1, responseStatus: 200 });
    // A delivery that succeeded can be sent again, too.
    await redeliver(id, failed?.id ?? '');
    await untilReceived(7);
    await untilStatus(id, ['delivered']);
  });

  it('a receiver’s Retry-After prolongs the delay, up to an hour', async () => {
    const { id } = await subscribe({ events: ['paste.created'] });
    await work();
    await paste();
    await untilReceived(1);
    const [{ id: delivery } = { id: '' }] = await untilStatus(id, ['delivered']);
    for (const [wish, seconds] of [
      ['5', 20],
      ['1800', 1_800],
      ['86400', 3_600],
    ] as const) {
      receiver.answer(withStatus(429, { 'Retry-After': wish }));
      await redeliver(id, delivery);
      const [retrying] = await untilStatus(id, ['retrying']);
      expect(delayOf(retrying)).toBe(seconds * 1_000);
      receiver.answer(withStatus(200));
      await redeliver(id, delivery);
      await untilStatus(id, ['delivered']);
    }
  });

  it('a receiver’s 410 disables the webhook, cancels its deliveries and sends no more', async () => {
    receiver.answer(withStatus(500));
    const { id } = await subscribe({ events: ['paste.created'] });
    await work();
    for (const _ of [1, 2]) await paste();
    await untilStatus(id, ['retrying', 'retrying']);
    receiver.answer(withStatus(410, {}, 'gone'));
    await paste();
    const deliveries = await untilStatus(id, ['cancelled', 'cancelled', 'cancelled']);
    expect(deliveries[0]).toMatchObject({ attempts: 1, responseStatus: 410, responseBody: 'gone', nextRetryAt: null });
    expect((await call<WebhookBody>(`${api()}/${id}`, { headers: owner })).body.isActive).toBe(false);
    await paste();
    expect(await log(id)).toHaveLength(3);
    expect(await redeliver(id, deliveries[0]?.id ?? '')).toMatchObject({ status: 409, body: { code: 'webhook_inactive' } });
    expect(receiver.received).toHaveLength(3);
  });

  it('disabling a webhook cancels its deliveries, also those under way', async () => {
    const { id } = await subscribe({ events: ['paste.created'] });
    const release: (() => void)[] = [];
    receiver.answer((response) => void release.push(() => response.end('ok')));
    await paste();
    const worker = await work();
    await untilReceived(1);
    await patch(id, { isActive: false });
    expect((await log(id))[0]).toMatchObject({ status: 'cancelled' });
    for (const answer of release) answer();
    expect(await worker.stop()).toBe(0);
    expect((await log(id))[0]).toMatchObject({ status: 'cancelled', responseStatus: null });

    // A process that still saw the webhook active may write a delivery; the next poll cancels it without sending.
    await patch(id, { isActive: true });
    await paste();
    await run('UPDATE webhook_endpoints SET is_active = FALSE');
    await work();
    const deliveries = await untilStatus(id, ['cancelled', 'cancelled']);
    expect(deliveries[0]).toMatchObject({ attempts: 0 });
    expect(receiver.received).toHaveLength(1);
  });

  it('a deleted webhook gets nothing more, and cleanups remove its rows', async () => {
    receiver.answer(withStatus(500));
    const { id } = await subscribe();
    await work();
    await paste({ title: 'title' });
    await untilStatus(id, ['retrying']);
    await call(`${api()}/${id}`, { method: 'DELETE', headers: owner });
    await vi.waitFor(async () => {
      for (const table of ['webhook_endpoints', 'webhook_secrets', 'webhook_deliveries'])
        expect(await db.read(`SELECT id FROM ${table}`)).toEqual([]);
    }, WAIT);
    expect(receiver.received).toHaveLength(1);
  });

  it('that are done leave the log when their time is over, and no others', async () => {
    const { id } = await subscribe({ events: ['paste.created'] });
    await work({ WEBHOOK_LOG_DAYS: '2' });
    await paste();
    await paste();
    const [newer, older] = await untilStatus(id, ['delivered', 'delivered']);
    const age = (delivery: string, ms: number) =>
      db.write([{ sql: 'UPDATE webhook_deliveries SET finished_at = finished_at - ? WHERE id = ?', params: [ms, delivery] }]);
    await age(newer?.id ?? '', 2 * 86_400_000 - 60_000);
    await age(older?.id ?? '', 2 * 86_400_000);
    await vi.waitFor(async () => expect((await log(id)).map((delivery) => delivery.id)).toEqual([newer?.id]), WAIT);
  });

  /** Stops the process outside a transaction, where this statement succeeds: on SQLite a transaction would block all others. */
  async function freeze({ child }: RunningProcess, statement: string): Promise<void> {
    await vi.waitFor(async () => {
      child.kill('SIGSTOP');
      await run(statement).catch((error: unknown) => {
        child.kill('SIGCONT');
        throw error;
      });
    }, WAIT);
  }

  it('another worker makes a frozen one’s deliveries, and late results don’t count', async () => {
    const { id } = await subscribe({ events: ['paste.created'] });
    const answers: ((status: number) => void)[] = [];
    receiver.answer((response) => void answers.push((status) => response.writeHead(status).end()));
    const frozen = await work();
    await paste();
    await untilReceived(1);
    await freeze(frozen, 'UPDATE webhook_deliveries SET next_retry_at = 0');
    // A 410 would switch the webhook off.
    answers[0]?.(410);
    await work();
    await untilReceived(2);
    expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
    answers[1]?.(503);
    await untilStatus(id, ['retrying']);
    frozen.child.kill('SIGCONT');
    expect(await frozen.stop()).toBe(0);
    expect(await log(id)).toMatchObject([{ status: 'retrying', attempts: 2, responseStatus: 503 }]);
  });

  it('of 1,000 events by two workers are one request for each attempt', async () => {
    const { id } = await subscribe({ events: ['paste.created'] });
    await createMany(1_000);
    await Promise.all([work(), work()]);
    await untilReceived(1_000);
    await vi.waitFor(async () => {
      const open = await db.read(`SELECT id FROM webhook_deliveries WHERE status <> 'delivered' OR attempts <> 1 OR endpoint_id <> ${id}`);
      expect(open).toEqual([]);
    }, WAIT);
    expect(receiver.received).toHaveLength(1_000);
    expect(new Set(receiver.received.map((delivery) => delivery.id)).size).toBe(1_000);
  });

  async function createMany(count: number): Promise<void> {
    let left = count;
    const create = async () => {
      while (left > 0) {
        left -= 1;
        await paste();
      }
    };
    await Promise.all(Array.from({ length: 20 }, create));
  }

  it('to a healthy receiver do not wait for nine that never respond', async () => {
    const silent = await startReceiver((response) => hang(response));
    for (let index = 0; index < 9; index++) await subscribe({ url: silent.url, events: ['paste.created'] });
    await subscribe({ events: ['paste.created'] });
    // The silent receivers hold their attempts for longer than this test waits for the others.
    await work({ WORKER_POLL_INTERVAL_MS: '5000', WEBHOOK_TIMEOUT_MS: '50000' });
    await paste();
    await vi.waitFor(() => expect(silent.received.length).toBeGreaterThanOrEqual(9), WAIT);
    receiver.received.length = 0;
    await createMany(100);
    await untilReceived(100);
    await Promise.all(workers.map((worker) => worker.kill()));
    await silent.stop();
  });

  it('to receivers with endless responses delay no others and cost no memory', async () => {
    const endless = createServer((socket: Socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const piece = Buffer.alloc(65_536, 'x');
        const write = () => {
          while (!socket.destroyed && socket.write(piece));
        };
        socket.on('drain', write);
        write();
      });
    }).listen(0, '127.0.0.1');
    await vi.waitFor(() => expect(endless.listening).toBe(true));
    const { port } = endless.address() as { port: number };
    const { id } = await subscribe({ url: `http://127.0.0.1:${port}/`, events: ['paste.created'] });
    await subscribe({ events: ['paste.created'] });
    // A small space for new objects keeps garbage out of the measured memory.
    const worker = await work({ NODE_OPTIONS: '--max-semi-space-size=1' });
    const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${worker.child.pid}/status`, 'utf8'))?.[1]) * 1024;
    await createMany(100);
    await untilReceived(100);
    const before = memory();
    await createMany(100);
    await untilReceived(200);
    await vi.waitFor(async () => expect(new Set((await log(id)).map(({ status }) => status))).toEqual(new Set(['delivered'])), WAIT);
    expect((await log(id))[0]?.responseBody).toBe('x'.repeat(1_000));
    await vi.waitFor(() => expect(memory() - before).toBeLessThan(20_000_000), WAIT);
    endless.close();
  });

  it('a worker told to stop finishes and records its deliveries and exits with 0', async () => {
    const { id } = await subscribe({ events: ['paste.created'] });
    const answers: (() => void)[] = [];
    receiver.answer((response) => void answers.push(() => response.end('ok')));
    await createMany(10);
    const worker = await work();
    await untilReceived(10);
    const stopped = worker.stop();
    await worker.waitFor('worker is stopping');
    await paste();
    for (const answer of answers) answer();
    expect(await stopped).toBe(0);
    expect((await log(id)).map(({ status }) => status)).toEqual(['pending', ...Array.from({ length: 10 }, () => 'delivered')]);
  });

  it('a worker makes no delivery to an address that became private, and lives on', async () => {
    let connections = 0;
    const canary = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await vi.waitFor(() => expect(canary.listening).toBe(true));
    const { port } = canary.address() as { port: number };
    const { id } = await subscribe({ events: ['paste.created'] });
    await createMany(100);
    const worker = await work({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'false' });
    const { owner_id } = only(await db.read('SELECT owner_id FROM webhook_endpoints'));
    for (const url of [`https://127.0.0.1:${port}/`, `http://127.0.0.1:${port}/`, `https://[::1]:${port}/`, 'https://169.254.169.254/']) {
      await db.write([
        { sql: 'UPDATE webhook_endpoints SET url_sealed = ?', params: [sealUrl(keyringOf(environment), Number(owner_id), url)] },
        {
          sql: "UPDATE webhook_deliveries SET status = 'pending', attempts = 0, finished_at = NULL, next_retry_at = 0, response_sealed = NULL",
          params: [],
        },
      ]);
      await vi.waitFor(async () => {
        const deliveries = await log(id);
        expect(deliveries.filter(({ status, error }) => status === 'retrying' && error?.startsWith('not sent: expected'))).toHaveLength(
          100,
        );
      }, WAIT);
    }
    expect(connections).toBe(0);
    expect(worker.child.exitCode).toBeNull();
    canary.close();
  });

  it('tell each of several webhooks, each by an id of its own', async () => {
    const hooks = [await subscribe(), await subscribe({ events: ['paste.deleted'] }), await subscribe({ events: EVENTS.slice(0, 1) })];
    await work();
    await paste();
    await untilReceived(2);
    await vi.waitFor(
      async () =>
        expect((await Promise.all(hooks.map(({ id }) => log(id)))).map((one) => one[0]?.status)).toEqual([
          'delivered',
          undefined,
          'delivered',
        ]),
      WAIT,
    );
    expect(new Set(receiver.received.map((delivery) => delivery.id)).size).toBe(2);
  });
});
