/** Tests what operators can forbid, and the responses to those who are refused. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/testing/test-database';
import { createOwner } from '../support/accounts';
import { call, createPaste, readPaste } from '../support/api';
import { type Environment, runAdmin, startWeb, testEnvironment, type WebProcess } from '../support/processes';

describe("an operator's limits", () => {
  let database: TestDatabase;
  let environment: Environment;
  let web: WebProcess;

  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
    const limits = { ANONYMOUS_CREATE: 'off', MAX_TTL_SECONDS: '3600', MAX_STORED_BYTES: '1000000' };
    environment = testEnvironment(database, { ...limits, TRUST_PROXY: '1' });
    web = await startWeb(environment);
  });
  afterAll(async () => {
    await web?.kill();
    await database?.drop();
  });

  it('a create without a key, for too long or of too much is refused, by its code', async () => {
    const owner = await createOwner(database);
    const create = async (fields: object, headers = owner as Record<string, string>) => {
      const { status, body } = await call(`${web.url}/api/v1/pastes`, { json: { content: 'x', ...fields }, headers });
      return { status, body };
    };
    expect(await create({}, {})).toMatchObject({ status: 401, body: { code: 'key_required' } });
    expect(await create({ ttlSeconds: 3_601 })).toMatchObject({
      status: 400,
      body: { code: 'ttl_too_long', details: [{ path: ['ttlSeconds'] }] },
    });
    expect(await create({ content: 'x'.repeat(2_000_000) })).toMatchObject({ status: 507, body: { code: 'storage_full' } });
    const { publicId } = await createPaste(web.url, { content: 'x', ttlSeconds: 3_600 }, owner);
    expect((await readPaste(web.url, publicId)).status).toBe(200);
    expect(JSON.parse((await runAdmin(['stats', '--json'], environment)).stdout)).toMatchObject({ pastes: 1, contentBytes: 1 });
  });

  it('a banned address is served nothing but health, until the ban is lifted', async () => {
    const status = async (address: string, path = '/api/v1/pastes/x') =>
      (await call(`${web.url}${path}`, { headers: { 'X-Forwarded-For': address } })).status;
    expect(await runAdmin(['ban', 'add', '198.51.100.0/24', '--reason', 'spam'], environment)).toMatchObject({ code: 0 });
    await vi.waitFor(async () => expect(await status('198.51.100.200')).toBe(403), { interval: 500 });
    expect(await status('::ffff:198.51.100.7', '/')).toBe(403);
    expect(await status('198.51.100.200', '/healthz')).toBe(200);
    expect(await status('198.51.101.1')).toBe(404);
    expect((await runAdmin(['ban', 'remove', '198.51.100.0/24'], environment)).code).toBe(0);
    await vi.waitFor(async () => expect(await status('198.51.100.200')).toBe(404), { interval: 500 });
  });
});
