/** Tests what operators can forbid, and the responses to those who are refused. */
import { describe, expect, it, vi } from 'vitest';
import { call, createPaste, readPaste } from '../support/api';
import { runAdmin } from '../support/processes';
import { withService } from '../support/service';

describe("an operator's limits", () => {
  const limits = { ANONYMOUS_CREATE: 'off', MAX_TTL_SECONDS: '3600', MAX_STORED_BYTES: '1000000' };
  const service = withService({ variables: { ...limits, TRUST_PROXY: '1' } });

  it('a create without a key, for too long or of too much is refused, by its code', async () => {
    const create = async (fields: object, headers = service.owner as Record<string, string>) => {
      const { status, body } = await call(`${service.url}/api/v1/pastes`, { json: { content: 'x', ...fields }, headers });
      return { status, body };
    };
    expect(await create({}, {})).toMatchObject({ status: 401, body: { code: 'key_required' } });
    expect(await create({ ttlSeconds: 3_601 })).toMatchObject({
      status: 400,
      body: { code: 'ttl_too_long', details: [{ path: ['ttlSeconds'] }] },
    });
    expect(await create({ content: 'x'.repeat(2_000_000) })).toMatchObject({ status: 507, body: { code: 'storage_full' } });
    const { publicId } = await createPaste(service.url, { content: 'x', ttlSeconds: 3_600 }, service.owner);
    expect((await readPaste(service.url, publicId)).status).toBe(200);
    const mine = await call(`${service.url}/api/v1/pastes`, { headers: service.owner as Record<string, string> });
    expect(mine.body).toMatchObject({ pastes: [{ publicId }] });
  });

  it('a banned address is served nothing but health, until the ban is lifted', async () => {
    const status = async (address: string, path = '/api/v1/pastes/x') =>
      (await call(`${service.url}${path}`, { headers: { 'X-Forwarded-For': address } })).status;
    expect(await runAdmin(['ban', 'add', '198.51.100.0/24', '--reason', 'spam'], service.environment)).toMatchObject({ code: 0 });
    await vi.waitFor(async () => expect(await status('198.51.100.200')).toBe(403), { interval: 500 });
    expect(await status('::ffff:198.51.100.7', '/')).toBe(403);
    expect(await status('198.51.100.200', '/healthz')).toBe(200);
    expect(await status('198.51.101.1')).toBe(404);
    expect((await runAdmin(['ban', 'remove', '198.51.100.0/24'], service.environment)).code).toBe(0);
    await vi.waitFor(async () => expect(await status('198.51.100.200')).toBe(404), { interval: 500 });
  });
});
