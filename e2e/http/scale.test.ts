/** Replaces each of two web processes and two workers on PostgreSQL and Redis under load, as behind a load balancer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '#lib/db/database';
import { createTestDatabase, engines, type TestDatabase } from '#lib/db/testing/test-database';
import { redisUrl } from '#lib/db/testing/test-redis';
import { type Receiver, startReceiver } from '#lib/webhooks/testing/receiver';
import { createOwner } from '../support/accounts';
import { call, createPaste, createWebhook, type PasteBody } from '../support/api';
import { type Environment, type RunningProcess, startWeb, startWorker, testEnvironment, type WebProcess } from '../support/processes';

const CLIENTS = 4;
const READY_POLL_MS = 50;

describe.runIf(engines.includes('postgresql') && redisUrl !== null)('two web processes and two workers', () => {
  let database: TestDatabase;
  let db: Database;
  let environment: Environment;
  let owner: Record<string, string>;
  let webs: WebProcess[];
  let workers: RunningProcess[];
  /** The receiver of the owner's webhook. */
  let receiver: Receiver;
  /** Addresses of ready processes, to which a load balancer would send requests. */
  let ready: string[] = [];
  let watching = true;
  let watched: Promise<void>;

  beforeAll(async () => {
    database = await createTestDatabase('postgresql');
    // A worker may be frozen in the middle of an attempt and come back to it, which must not time out meanwhile.
    environment = testEnvironment(database, { REDIS_URL: redisUrl as string, TRUST_PROXY: '1', WEBHOOK_TIMEOUT_MS: '50000' });
    owner = await createOwner(database);
    webs = await Promise.all([startWeb(environment), startWeb(environment)]);
    workers = await Promise.all([startWorker(environment), startWorker(environment)]);
    receiver = await startReceiver();
    await createWebhook(webs[0]?.url ?? '', owner, { url: receiver.url, events: ['paste.created', 'paste.expired'] });
    db = await database.open();
    watched = watch();
    await vi.waitFor(() => expect(ready).toHaveLength(2));
  });
  afterAll(async () => {
    watching = false;
    await watched;
    for (const one of [...(webs ?? []), ...(workers ?? [])]) await one.kill();
    await receiver?.stop();
    await db?.close();
    await database?.drop();
  });

  async function watch(): Promise<void> {
    while (watching) {
      const urls = webs.map(({ url }) => url);
      const answers = await Promise.all(
        urls.map((url) =>
          call(`${url}/readyz`, { headers: { Connection: 'close' } }).then(
            ({ status }) => status === 200,
            () => false,
          ),
        ),
      );
      ready = urls.filter((_, index) => answers[index]);
      await sleep(READY_POLL_MS);
    }
  }

  /**
   * Expects that every paste's event has been delivered under one id. A receiver may get a delivery twice: from a worker that was
   * frozen or busy until its lease had ended, and from the one that took over.
   */
  async function expectEachTold(event: string, count: number): Promise<void> {
    await vi.waitFor(
      async () => {
        const rows = await db.read("SELECT count(*) AS count FROM webhook_deliveries WHERE event = ? AND status = 'delivered'", [event]);
        expect(rows).toEqual([{ count }]);
      },
      { timeout: 60_000 },
    );
    const told = receiver.received.filter((delivery) => delivery.event === event).map(({ id }) => id);
    expect(new Set(told).size).toBe(count);
  }

  let turn = 0;
  const anyReady = () => ready[(turn += 1) % ready.length] as string;

  it('all processes can be replaced one by one under load without a failed request', async () => {
    const contents = new Map<string, string>();
    const problems: unknown[] = [];
    let requests = 0;
    let working = true;
    const work = async (client: number) => {
      for (let round = 0; working; round++) {
        const content = `${client}/${round}`;
        try {
          const { publicId } = await createPaste(anyReady(), { content }, owner);
          contents.set(publicId, content);
          const { status, body } = await call<PasteBody>(`${anyReady()}/api/v1/pastes/${publicId}`);
          if (status !== 200 || body.content !== content) problems.push({ status, body });
          requests += 2;
        } catch (error) {
          problems.push(error);
        }
      }
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
    for (const index of [0, 1]) {
      const [oldWeb, oldWorker] = [webs[index] as WebProcess, workers[index] as RunningProcess];
      const before = requests;
      await vi.waitFor(() => expect(requests).toBeGreaterThan(before + 100));
      expect(await Promise.all([oldWeb.stop(), oldWorker.stop()])).toEqual([0, 0]);
      webs[index] = await startWeb(environment);
      workers[index] = await startWorker(environment);
      await vi.waitFor(() => expect(ready).toContain(webs[index]?.url));
    }
    working = false;
    await clients;
    expect(problems).toEqual([]);
    expect(requests).toBeGreaterThan(200);
    const rows = await db.read('SELECT count(*) AS count FROM pastes');
    expect(rows).toEqual([{ count: contents.size }]);
    await expectEachTold('paste.created', contents.size);
  }, 240_000);
});
