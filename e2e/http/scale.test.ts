/** Replaces web processes and workers by those of the next version under load, as behind a load balancer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '#lib/db/database';
import { freePort } from '#lib/testing/free-port';
import { NEXT_MIGRATIONS, writeNextVersion } from '#lib/testing/next-version';
import { type Receiver, startReceiver } from '#lib/testing/receiver';
import { createTestDatabase, type Engine, engines, type TestDatabase } from '#lib/testing/test-database';
import { redisUrl } from '#lib/testing/test-redis';
import { createOwner } from '../support/accounts';
import { call, createPaste, createWebhook, type PasteBody } from '../support/api';
import {
  type Environment,
  type Host,
  type Place,
  type RunningProcess,
  run,
  startWeb,
  startWorker,
  testEnvironment,
} from '../support/processes';

const CLIENTS = 4;
const READY_POLL_MS = 50;

/** The version after the next removes this; the program of these tests does without it. */
const { expand } = NEXT_MIGRATIONS;
const contract = { ...NEXT_MIGRATIONS.contract, sql: 'DROP TABLE added' };

interface Setting {
  setting: string;
  engine: Engine;
  /** Number of web processes and of workers. */
  processes: number;
  variables: Environment;
}

const settings: Setting[] = [{ setting: 'one of each on SQLite', engine: 'sqlite', processes: 1, variables: {} }];
if (engines.includes('postgresql') && redisUrl !== null)
  settings.push({
    setting: 'two of each on PostgreSQL with Redis',
    engine: 'postgresql',
    processes: 2,
    variables: { REDIS_URL: redisUrl, TRUST_PROXY: '1' },
  });

describe.each(settings)('web process and worker, $setting', ({ engine, processes, variables }) => {
  /** Holds the next version and the one after it. */
  let folder: string;
  let database: TestDatabase;
  let db: Database;
  let environment: Environment;
  let owner: Record<string, string>;
  let webs: Host[];
  let workers: RunningProcess[];
  /** The receiver of the owner's webhook. */
  let receiver: Receiver;
  /** Addresses of ready processes, to which a load balancer would send requests. */
  let ready: string[] = [];
  let watching = true;
  let watched: Promise<void>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sealpaste-versions-'));
    database = await createTestDatabase(engine);
    // A worker may be frozen in the middle of an attempt and come back to it, which must not time out meanwhile.
    environment = testEnvironment(database, { ...variables, STOP_DELAY_MS: '1000', WEBHOOK_TIMEOUT_MS: '50000' });
    owner = await createOwner(database);
    const each = Array.from({ length: processes });
    webs = await Promise.all(each.map(() => startWeb(environment)));
    workers = await Promise.all(each.map(() => startWorker(environment)));
    receiver = await startReceiver();
    await createWebhook(webs[0]?.url ?? '', owner, { url: receiver.url, events: ['paste.created', 'paste.expired'] });
    db = await database.open();
    watched = watch();
    await vi.waitFor(() => expect(ready).toHaveLength(processes));
  });
  afterAll(async () => {
    watching = false;
    await watched;
    for (const one of [...(webs ?? []), ...(workers ?? [])]) await one.kill();
    await receiver?.stop();
    await db?.close();
    await database?.drop();
    rmSync(folder, { recursive: true });
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

  /** Starts a process of the next version before the old one stops, which a second process makes unnecessary. */
  async function replace(index: number, next: Place): Promise<void> {
    const [oldWeb, oldWorker] = [webs[index] as Host, workers[index] as RunningProcess];
    const isFirst = index === 0;
    const start = async () => {
      const web = await startWeb(environment, next);
      webs.push(web);
      workers.push(await startWorker(environment, next));
      await vi.waitFor(() => expect(ready).toContain(web.url));
    };
    if (isFirst) await start();
    expect(await Promise.all([oldWeb.stop(), oldWorker.stop()])).toEqual([0, 0]);
    if (!isFirst) await start();
  }

  it('an expanding migration is rolled out under load without a failed request', async () => {
    const next = { cwd: writeNextVersion(join(folder, 'next'), expand) };
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
    for (let index = 0; index < processes; index++) {
      const before = requests;
      await vi.waitFor(() => expect(requests).toBeGreaterThan(before + 100));
      await replace(index, next);
    }
    working = false;
    await clients;
    webs.splice(0, processes);
    workers.splice(0, processes);
    expect(problems).toEqual([]);
    expect(requests).toBeGreaterThan(200);
    expect(await db.checkSchema()).toMatchObject({ later: [expand.name] });
    const rows = await db.read('SELECT count(*) AS count FROM pastes');
    expect(rows).toEqual([{ count: contents.size }]);
    await expectEachTold('paste.created', contents.size);
  }, 240_000);

  it('a contracting migration waits for older processes, which it leaves not ready', async () => {
    const afterNext = { cwd: writeNextVersion(join(folder, 'after-next'), expand, contract) };
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const fresh = run(['dist/web.js'], { ...environment, PORT: String(port) }, afterNext);
    workers.push(fresh);
    const readyz = async (at: string) => {
      const { status, body } = await call<{ reason?: string }>(`${at}/readyz`);
      return { status, reason: body.reason };
    };
    const isRefused = async (at: string) => {
      const { publicId } = await createPaste(anyReady(), { content: 'kept' });
      for (const path of [`/api/v1/pastes/${publicId}`, `/raw/${publicId}`, `/view/${publicId}`]) {
        const { status, headers } = await call(`${at}${path}`);
        expect({ path, status, retryAfter: headers.get('retry-after') }).toEqual({ path, status: 503, retryAfter: '5' });
      }
      expect((await call(`${at}/healthz`)).status).toBe(200);
    };
    await fresh.waitFor('waiting for a database');
    const names = `${processes} web, ${processes} worker`;
    expect(await readyz(url)).toEqual({ status: 503, reason: expect.stringMatching(`${contract.name} must wait .*${names};`) });
    await isRefused(url);

    // A copy of the older version, as if it had been started during the migration.
    const [old, ...stopped] = webs as [Host];
    expect(await Promise.all([...stopped, ...workers.splice(0, processes)].map((one) => one.stop()))).not.toContain(1);
    expect((await readyz(old.url)).status).toBe(200);
    await db.write([{ sql: "DELETE FROM leases WHERE name LIKE 'beat:%'", params: [] }]);
    await fresh.waitFor('web is listening');
    webs.push({ ...fresh, url, environment });
    await vi.waitFor(() => expect(ready).toEqual([url]));
    await createPaste(url, { content: 'taken' });
    expect(await readyz(old.url)).toEqual({ status: 503, reason: expect.stringMatching(`${contract.name} of a newer version`) });
    await isRefused(old.url);
    expect(await old.stop()).toBe(0);

    const again = run(['dist/worker.js'], { ...environment, METRICS_PORT: '0' }, { cwd: join(folder, 'next') });
    await again.waitFor('waiting for a database');
    expect(await again.stop()).toBe(0);
  });
});
