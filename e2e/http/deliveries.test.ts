/** Tests webhook deliveries by the real worker, from the change of a paste to the request that a receiver gets. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { only } from '#lib/db/database';
import { type ReceivedDelivery, type Receiver, startReceiver, withStatus } from '#lib/testing/receiver';
import { sealUrl } from '#lib/webhooks/webhook-rows';
import { call, createPaste, createWebhook, type DeliveryBody, readPaste, type WebhookBody } from '../support/api';
import { type Environment, type RunningProcess, startWorker } from '../support/processes';
import { keyringOf, lookupOf } from '../support/rows';
import { withService } from '../support/service';
import { processEngines } from '../support/settings';

const SECRET = 'a secret of tests';
const WAIT = { timeout: 60_000, interval: 50 };
const BASE_URL = 'https://paste.example';

describe.each(processEngines)('deliveries on %s', (engine) => {
  const service = withService({ engine, variables: { BASE_URL } });
  let receiver: Receiver;
  let workers: RunningProcess[] = [];

  beforeAll(async () => {
    receiver = await startReceiver();
  });

  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    workers = [];
    receiver.answer(withStatus(200));
    receiver.received.length = 0;
    await run('DELETE FROM webhook_endpoints');
    // A killed worker leaves its leases behind.
    await run('DELETE FROM leases');
  });

  afterAll(() => receiver?.stop());

  const run = async (sql: string) => void (await service.db.write([{ sql, params: [] }]));
  const api = () => `${service.url}/api/v1/webhooks`;
  const subscribe = (fields: Record<string, unknown> = {}): Promise<WebhookBody> =>
    createWebhook(service.url, service.owner, { url: receiver.url, secret: SECRET, ...fields });
  const log = async (id: number, limit = 100) =>
    (await call<{ deliveries: DeliveryBody[] }>(`${api()}/${id}/deliveries?limit=${limit}`, { headers: service.owner })).body.deliveries;
  const paste = (fields: Record<string, unknown> = {}) => createPaste(service.url, { content: 'text', ...fields }, service.owner);

  async function work(overrides: Environment = {}): Promise<RunningProcess> {
    const worker = await startWorker({ ...service.environment, ...overrides });
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
    await createPaste(service.url, { content: 'anonymous' });
    await readPaste(service.url, burned.publicId);
    await call(`${service.url}/api/v1/pastes/${sealed.publicId}`, { method: 'DELETE', headers: service.owner });
    const lookup = lookupOf(service.environment, created.publicId);
    await service.db.write([{ sql: `UPDATE pastes SET expires_at = ${service.db.dialect.now} WHERE lookup = ?`, params: [lookup] }]);
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
      for (const hidden of ['text', 'not to be told', service.owner['X-Api-Key'], SECRET]) expect(body.includes(`"${hidden}"`)).toBe(false);
    }
    expect(deliveries.map((delivery) => delivery.id).sort()).toEqual(receiver.received.map((delivery) => delivery.id).sort());
    expect(deliveries[0]).toMatchObject({ attempts: 1, nextRetryAt: null, responseStatus: 200, responseBody: '', error: null });
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
    const { owner_id } = only(await service.db.read('SELECT owner_id FROM webhook_endpoints'));
    for (const url of [`https://127.0.0.1:${port}/`, `http://127.0.0.1:${port}/`, `https://[::1]:${port}/`, 'https://169.254.169.254/']) {
      await service.db.write([
        { sql: 'UPDATE webhook_endpoints SET url_sealed = ?', params: [sealUrl(keyringOf(service.environment), Number(owner_id), url)] },
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
});
