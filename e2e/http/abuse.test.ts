/** Tests what operators can forbid, and the responses to those who are refused. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/db/testing/test-database';
import { createOwner } from '../support/accounts';
import { type CreatedBody, call, createPaste, type ErrorBody, readPaste } from '../support/api';
import { type Environment, runAdmin, startWeb, testEnvironment, type WebProcess } from '../support/processes';
import { processEngines } from '../support/settings';

const MAX_TTL_S = 3_600;
const ANONYMOUS_TTL_S = 600;
const MAX_BYTES = 1_000_000;

const secondsLeft = (expiresAt: string | null) => (Date.parse(String(expiresAt)) - Date.now()) / 1000;

describe.each(processEngines)("an operator's limits on %s", (engine) => {
  let database: TestDatabase;
  let environment: Environment;
  let owner: Record<string, string>;
  const started: WebProcess[] = [];

  async function start(overrides: Environment): Promise<string> {
    const web = await startWeb({ ...environment, ...overrides });
    started.push(web);
    return web.url;
  }

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    environment = testEnvironment(database);
    owner = await createOwner(database);
  });
  afterAll(async () => {
    for (const web of started) await web.kill();
    await database?.drop();
  });

  it('ANONYMOUS_CREATE=off: only holders of a key create, everybody reads', async () => {
    const url = await start({ ANONYMOUS_CREATE: 'off' });
    const refused = await call<ErrorBody>(`${url}/api/v1/pastes`, { json: { content: 'x' } });
    expect(refused).toMatchObject({
      status: 401,
      body: { error: 'Unauthorized', code: 'key_required', details: [{ path: [] }] },
    });
    const { publicId } = await createPaste(url, { content: 'x' }, owner);
    expect((await readPaste(url, publicId)).status).toBe(200);
  });

  it('MAX_TTL_SECONDS limits named expiries, default expiries and extensions', async () => {
    const url = await start({ MAX_TTL_SECONDS: String(MAX_TTL_S), ANONYMOUS_TTL_SECONDS: String(ANONYMOUS_TTL_S) });
    const create = (fields: object, headers = {}) =>
      call<CreatedBody & ErrorBody>(`${url}/api/v1/pastes`, { json: { content: 'x', ...fields }, headers });
    const tooLong = {
      status: 400,
      body: {
        error: 'Validation Error',
        code: 'ttl_too_long',
        details: [{ path: ['ttlSeconds'], message: expect.stringContaining(String(MAX_TTL_S)) }],
      },
    };

    expect(await create({ ttlSeconds: MAX_TTL_S + 1 })).toMatchObject(tooLong);
    expect((await create({ ttlSeconds: MAX_TTL_S })).status).toBe(201);
    const left = async (headers = {}) => secondsLeft((await create({}, headers)).body.expiresAt);
    expect(await left()).toBeLessThanOrEqual(ANONYMOUS_TTL_S);
    expect(await left(owner)).toBeLessThanOrEqual(MAX_TTL_S);
    expect(await left(owner)).toBeGreaterThan(ANONYMOUS_TTL_S);

    const { publicId } = (await create({ ttlSeconds: 600 })).body;
    const extend = (ttlSeconds: number) => call<CreatedBody>(`${url}/api/v1/pastes/${publicId}/extend`, { json: { ttlSeconds } });
    expect(await extend(MAX_TTL_S)).toMatchObject(tooLong);
    expect((await extend(600)).status).toBe(200);
    expect(secondsLeft((await extend(600)).body.expiresAt)).toBeGreaterThan(1_500);
    expect((await call(`${url}/api/v1/pastes/${'0'.repeat(24)}/extend`, { json: { ttlSeconds: 1 } })).status).toBe(404);
  });

  it('a create that would pass MAX_STORED_BYTES gets 507 and leaves nothing behind', async () => {
    const url = await start({ MAX_STORED_BYTES: String(MAX_BYTES) });
    const create = (bytes: number) => call<ErrorBody>(`${url}/api/v1/pastes`, { json: { content: 'x'.repeat(bytes) } });
    expect((await create(600_000)).status).toBe(201);
    for (const bytes of [400_000, 600_000, 2_000_000]) {
      const { status, body } = await create(bytes);
      expect({ status, code: body.code }).toEqual({ status: 507, code: 'storage_full' });
      expect(body.details?.[0]).toMatchObject({ path: ['content'], message: expect.stringContaining(String(MAX_BYTES)) });
    }
    expect((await create(100)).status).toBe(201);
    const stats = JSON.parse((await runAdmin(['stats', '--json'], environment)).stdout);
    expect(stats.contentBytes).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('a banned address is served nothing but health, until the ban is lifted', async () => {
    const url = await start({ TRUST_PROXY: '1' });
    const from = (address: string, path = '/api/v1/pastes/x') => call(`${url}${path}`, { headers: { 'X-Forwarded-For': address } });
    const status = (address: string, path?: string) => from(address, path).then((answer) => answer.status);
    const networks = ['203.0.113.7', '198.51.100.0/24', '2001:db8:1::/48'];
    for (const network of networks)
      expect(await runAdmin(['ban', 'add', network, '--reason', 'spam'], environment)).toMatchObject({ code: 0 });

    await vi.waitFor(async () => expect(await status('203.0.113.7')).toBe(403), { interval: 500 });
    for (const address of ['198.51.100.200', '2001:db8:1:2::3', '::ffff:203.0.113.7']) {
      expect({ address, status: await status(address) }).toEqual({ address, status: 403 });
      expect(await status(address, '/')).toBe(403);
      expect(await status(address, '/healthz')).toBe(200);
    }
    for (const address of ['203.0.113.8', '198.51.101.1', '2001:db8:2::1']) expect(await status(address)).toBe(404);

    const list = JSON.parse((await runAdmin(['ban', 'list', '--json'], environment)).stdout);
    expect(list.bans.map((ban: { network: string }) => ban.network).sort()).toEqual([
      '198.51.100.0/24',
      '2001:db8:1::/48',
      '203.0.113.7/32',
    ]);
    expect((await runAdmin(['ban', 'remove', '203.0.113.7'], environment)).code).toBe(0);
    await vi.waitFor(async () => expect(await status('203.0.113.7')).toBe(404), { interval: 500 });
    expect(await runAdmin(['ban', 'remove', '203.0.113.7'], environment)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not banned'),
    });
  });
});
