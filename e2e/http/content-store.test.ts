/** Kills web and worker between the object store and the database, and takes the store away from a process that serves. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#lib/db/database';
import { type FakeStore, startFakeStore } from '#lib/testing/fake-store';
import { createTestDatabase, type TestDatabase } from '#lib/testing/test-database';
import { call, createPaste, readPaste } from '../support/api';
import { expectNoOrphans, namesInRows } from '../support/contents';
import {
  type Environment,
  type RunningProcess,
  runAdmin,
  runToEnd,
  startWeb,
  startWorker,
  testEnvironment,
  type WebProcess,
} from '../support/processes';
import { processEngines } from '../support/settings';

/** Three pieces that stay large when compressed. */
const newContent = () => randomBytes(500_000).toString('base64');

describe.each(processEngines)('an object store beside %s', (engine) => {
  let fake: FakeStore;
  let database: TestDatabase;
  let db: Database;
  let environment: Environment;
  let web: WebProcess;

  beforeAll(async () => {
    fake = await startFakeStore();
    database = await createTestDatabase(engine);
    db = await database.open();
    environment = testEnvironment(database, fake.variables);
    web = await startWeb(environment);
  });
  afterAll(async () => {
    await web?.kill();
    await db?.close();
    await database?.drop();
    await fake?.close();
  });

  /** Kills the process when it has sent its nth request of a method, before or after the store has done what it asks. */
  function killAt(victim: RunningProcess | Promise<RunningProcess>, method: string, nth: number, moment: string): void {
    let seen = 0;
    const killed = async (asked: string) => {
      if (asked !== method || ++seen !== nth) return null;
      await (await victim).kill();
      return 'cut' as const;
    };
    if (moment === 'before') fake.state.fault = killed;
    else fake.state.after = async (asked) => void (await killed(asked));
  }

  function reset(): void {
    fake.state.fault = () => null;
    fake.state.after = async () => undefined;
  }

  it('killed processes leave no paste without content, and no content without paste', async () => {
    const kept = new Map<string, string>();
    for (const [nth, moment] of [
      [1, 'before'],
      [1, 'after'],
      [3, 'before'],
      [3, 'after'],
    ] as const) {
      const content = newContent();
      kept.set((await createPaste(web.url, { content })).publicId, content);
      killAt(web, 'PUT', nth, moment);
      await expect(createPaste(web.url, { content })).rejects.toThrow();
      reset();
      web = await startWeb(environment);
    }
    const burned = (await createPaste(web.url, { content: newContent(), burnAfterRead: true })).publicId;
    expect((await readPaste(web.url, burned)).status).toBe(200);
    for (const moment of ['before', 'after']) {
      const worker = startWorker(environment);
      killAt(worker, 'DELETE', 2, moment);
      await once((await worker).child, 'close');
      reset();
    }
    await expectNoOrphans(db, fake, environment);
    expect(fake.objects.size).toBe(3 * kept.size);
    for (const [publicId, content] of kept) {
      const { status, body } = await readPaste(web.url, publicId);
      expect([status, body.content === content]).toEqual([200, true]);
    }
    expect((await readPaste(web.url, burned)).status).toBe(404);
  });

  it('without its store a process serves everything but large contents', async () => {
    const content = newContent();
    const [small, large] = [await createPaste(web.url, { content: 'small' }), await createPaste(web.url, { content, burnAfterRead: true })];
    fake.state.fault = () => 'cut';
    expect((await readPaste(web.url, small.publicId)).body.content).toBe('small');
    await createPaste(web.url, { content: 'also small' });
    expect((await readPaste(web.url, large.publicId)).status).toBe(503);
    expect(await call(`${web.url}/api/v1/pastes`, { json: { content } })).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(await call(`${web.url}/readyz`)).toMatchObject({ status: 200 });
    expect((await call(`${web.url}/readyz?deep`)).body).toMatchObject({ store: 'disconnected' });
    reset();
    expect((await readPaste(web.url, large.publicId)).body.content).toBe(content);
    expect(await web.log()).not.toContain(fake.variables.CONTENT_STORE_SECRET);
    expect(await web.log()).not.toContain(fake.variables.CONTENT_STORE_KEY_ID);
  });

  it('a killed move goes on where it stopped, while readers read', async () => {
    const content = newContent();
    const { publicId } = await createPaste(web.url, { content });
    for (const to of ['database', 'store']) {
      const args = ['contents', 'move', '--to', to, '--json'];
      fake.state.fault = (method) => (method === (to === 'store' ? 'PUT' : 'GET') && fake.asked.length % 5 === 4 ? 'cut' : null);
      const [moved] = await Promise.all([runAdmin(args, environment), readPaste(web.url, publicId)]);
      reset();
      expect(moved.stderr + moved.stdout).not.toMatch(/test-secret| {4}at /);
      expect((await runAdmin(args, environment)).code).toBe(0);
      expect((await readPaste(web.url, publicId)).body.content).toBe(content);
      expect((await namesInRows(db)).length > 0).toBe(to === 'store');
    }
  });

  it.each([
    ['secret', 'CONTENT_STORE_SECRET', 'test-secret', '403 SignatureDoesNotMatch'],
    ['bucket', 'CONTENT_STORE', 'contents', '404 NoSuchBucket'],
  ] as const)('a wrong %s is told at the start', async (_, variable, right, said) => {
    const wrong = { [variable]: fake.variables[variable].replace(right, 'wrong-one') };
    const { code, stdout, stderr } = await runToEnd(['dist/web.js'], { ...environment, ...wrong });
    expect([code, stderr]).toEqual([1, expect.stringMatching(new RegExp(`^CONTENT_STORE: .*${said}`))]);
    expect(stdout + stderr).not.toMatch(/test-secret|test-key-id|Signature=/);
  });
});
