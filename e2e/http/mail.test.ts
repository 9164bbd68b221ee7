/** Mail by real processes: a worker that is killed, a server that hangs, and no worker at all. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type MailServer, startMailServer, startSilentServer } from '#lib/testing/mail-server';
import { startReceiver, withStatus } from '#lib/testing/receiver';
import { createTestDatabase, type TestDatabase } from '#lib/testing/test-database';
import { createOwner } from '../support/accounts';
import { call, createPaste, createWebhook } from '../support/api';
import { type Environment, runAdmin, startWeb, startWorker, testEnvironment, type WebProcess } from '../support/processes';

const WAIT = { timeout: 30_000, interval: 5 };

let database: TestDatabase;
let owner: Record<string, string>;
let server: MailServer;
let environment: Environment;
let web: WebProcess;

beforeAll(async () => {
  [database, server] = await Promise.all([createTestDatabase('sqlite'), startMailServer()]);
  owner = await createOwner(database);
  environment = testEnvironment(database, {
    SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=off`,
    MAIL_FROM: 'paste@example.org',
    WORKER_POLL_INTERVAL_MS: '50',
    WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
  });
  web = await startWeb(environment);
});
afterAll(async () => {
  await web?.stop();
  await server?.stop();
  await database?.drop();
});

const ids = () => server.taken.map(({ headers }) => headers['message-id']);

it('an address is confirmed by its mail, and doctor knows the server', async () => {
  const worker = await startWorker(environment);
  await call(`${web.url}/account/mail`, { method: 'PUT', headers: owner, json: { address: 'anna@example.net' } });
  await vi.waitFor(() => expect(server.taken).toHaveLength(1), WAIT);
  const [, path = ''] = /(\/account\/mail\/confirm\/[\w-]+)/.exec(server.taken[0]?.parts['text/plain'] ?? '') ?? [];
  expect((await fetch(`${web.url}${path}`, { method: 'POST' })).status).toBe(200);
  const { body } = await call<{ state: string }>(`${web.url}/account/mail`, { method: 'PUT', headers: owner, json: {} });
  expect(body.state).toBe('confirmed');
  expect(await worker.stop()).toBe(0);
  expect((await runAdmin(['doctor'], environment)).stdout).toContain('the mail server responds, without TLS');
});

it('a worker killed while the server has the mail leaves it to the next, same id', async () => {
  server.taken.length = 0;
  const worker = await startWorker(environment);
  const killed: Promise<unknown>[] = [];
  server.behave(({ at }) => {
    if (at !== 'data' || killed.length > 0) return undefined;
    // The server has the whole mail, and never says so.
    const kill = worker.kill();
    killed.push(kill);
    return kill.then(() => undefined);
  });
  const { publicId } = await createPaste(web.url, { content: 'x', burnAfterRead: true }, owner);
  await fetch(`${web.url}/raw/${publicId}`);
  await vi.waitFor(() => expect(ids()).toHaveLength(1), WAIT);
  await Promise.all(killed);
  const db = await database.open();
  await db.write([{ sql: 'UPDATE mails SET next_retry_at = 0 WHERE claim_token IS NOT NULL', params: [] }]);
  const next = await startWorker(environment);
  await vi.waitFor(async () => expect(await db.read("SELECT id FROM mails WHERE status <> 'delivered'")).toEqual([]), WAIT);
  expect(await next.stop()).toBe(0);
  await db.close();
  expect(ids()).toHaveLength(2);
  expect(new Set(ids()).size).toBe(1);
  expect(next.output()).toContain('an attempt was not recorded');
});

it('a recipient’s code opens at another web process; no log has the address', async () => {
  server.taken.length = 0;
  server.behave(() => undefined);
  const [other, worker] = [await startWeb(environment), await startWorker(environment)];
  const { publicId } = await createPaste(web.url, { content: 'x', burnAfterRead: true, recipient: 'carla@example.org' }, owner);
  const claim = randomBytes(32).toString('base64url');
  const at = (base: WebProcess, end: string, json: object) =>
    call<unknown>(`${base.url}/api/v1/pastes/${publicId}/${end}`, { method: 'POST', json });
  expect((await at(web, 'claim', { claim })).status).toBe(202);
  await vi.waitFor(() => expect(server.taken).toHaveLength(1), WAIT);
  const [code = ''] = server.taken[0]?.parts['text/plain']?.split(/\r?\n/) ?? [];
  const wrong = code === '000000' ? '111111' : '000000';
  const tries = await Promise.all(
    Array.from({ length: 3 }, (_, index) => at(index % 2 === 0 ? web : other, 'claim/code', { claim, code: wrong })),
  );
  expect(tries.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect((await at(other, 'claim/code', { claim, code })).status).toBe(200);
  expect(await (await fetch(`${web.url}/raw/${publicId}`, { headers: { 'X-Service-Claim': claim } })).text()).toBe('x');
  for (const process of [worker, other]) expect(await process.stop()).toBe(0);
  for (const output of [await web.log(), other.output(), worker.output()]) expect(output).not.toContain('carla');
});

it('a mail server that hangs holds up no delivery', async () => {
  const [silent, receiver] = await Promise.all([startSilentServer(), startReceiver()]);
  receiver.answer(withStatus(200));
  await createWebhook(web.url, owner, { url: receiver.url, events: ['paste.deleted'] });
  const worker = await startWorker({ ...environment, SMTP_URL: `smtp://127.0.0.1:${silent.port}?tls=off` });
  for (let count = 0; count < 30; count++) {
    const { publicId } = await createPaste(web.url, { content: 'x', burnAfterRead: true }, owner);
    await fetch(`${web.url}/raw/${publicId}`);
  }
  await vi.waitFor(() => expect(receiver.received).toHaveLength(30), WAIT);
  expect(silent.sockets.size).toBeGreaterThan(0);
  expect(silent.sockets.size).toBeLessThanOrEqual(4);
  await worker.kill();
  await silent.stop();
  await receiver.stop();
});
