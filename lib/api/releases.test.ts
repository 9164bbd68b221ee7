/** Readers who wait for a burn paste, over the API: statuses, codes and the long poll. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { newToken } from '../testing/credentials';
import { engines } from '../testing/test-database';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const ofOne = (end = '') => at(`/api/v1/pastes/:publicId${end}`);
const NEW = { content: 'a secret', burnAfterRead: true };
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe.each(engines)('a burn paste that is released, on %s', (engine) => {
  let services: Awaited<ReturnType<typeof openTestServices>>;
  beforeAll(async () => {
    services = await openTestServices({}, engine);
  });
  afterAll(() => services.end());

  async function create(fields: object = { approval: true }, headers: Record<string, string> = {}) {
    const { status, body } = await send(at('/api/v1/pastes'), { json: { ...NEW, ...fields }, headers });
    expect(status).toBe(201);
    const { publicId, releaseTokens } = body as { publicId: string; releaseTokens: string[] };
    const byToken = (index = 0) => ({ 'X-Service-Release-Token': String(releaseTokens[index]) });
    return { params: { publicId }, releaseTokens, byToken };
  }
  const ask = (params: { publicId: string }, claim: string, headers: Record<string, string> = {}) =>
    send(ofOne('/claim'), { params, json: { claim }, headers: { 'User-Agent': USER_AGENT, ...headers } });
  const codeIn = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code];

  it('waits under a code, is released by the token, and reads', async () => {
    const { params, byToken } = await create();
    const claim = newToken();
    const waiting = await ask(params, claim, { Prefer: 'wait=25' });
    expect([waiting.status, waiting.body]).toEqual([
      202,
      { state: 'waiting', code: expect.stringMatching(/^\d{4}$/), expiresAt: expect.any(String) },
    ]);
    const { code, expiresAt } = waiting.body as { code: string; expiresAt: string };
    const asked = ask(params, claim, { Prefer: 'respond-async, wait=25' });
    const listed = await send(ofOne('/waiting'), { params, headers: byToken() });
    expect(listed.body).toEqual({
      waiting: [{ code, since: expect.any(String), client: 'Firefox, Linux', expiresAt, state: 'waiting', approved: 0 }],
      approvals: 1,
    });
    const released = await send(ofOne('/release'), { params, json: { code }, headers: byToken() });
    expect(released.body).toEqual({ publicId: params.publicId, code, state: 'released', approved: 1, approvals: 1 });
    const claimed = await asked;
    expect([claimed.status, Object.keys(claimed.body as object)]).toEqual([200, ['publicId', 'claimedUntil', 'title']]);
    expect((await send(ofOne(), { params, headers: { 'X-Service-Claim': claim } })).body).toMatchObject({
      content: 'a secret',
      approvals: 1,
    });
  });

  it('each other read gets 403, and HEAD responds as for any paste', async () => {
    const { params } = await create();
    expect(codeIn(await send(ofOne(), { params }))).toEqual([403, 'approval_required']);
    for (const method of ['GET', 'POST'])
      expect(codeIn(await send(at('/raw/:publicId'), { method, params }))).toEqual([403, 'approval_required']);
    const byForm = await send(at('/raw/:publicId'), { method: 'POST', params, headers: { Accept: 'text/html', Origin: 'null' } });
    expect([byForm.status, byForm.headers.get('location')]).toEqual([303, `/view/${params.publicId}`]);
    expect((await send(ofOne(), { method: 'HEAD', params })).status).toBe(200);
  });

  it('a refused reader, the sixth and a wrong code get codes of their own', async () => {
    const { params, byToken } = await create();
    const claims = Array.from({ length: 5 }, newToken);
    const asked = [];
    for (const claim of claims) asked.push(await ask(params, claim));
    const sixth = await ask(params, newToken());
    expect([...codeIn(sixth), Number(sixth.headers.get('retry-after')) > 890]).toEqual([429, 'too_many_waiting', true]);
    const codes = asked.map(({ body }) => (body as { code: string }).code);
    const decide = (what: string, code: unknown, headers: Record<string, string> = byToken()) =>
      send(ofOne(what), { params, json: { code }, headers });
    expect((await decide('/refuse', codes[0])).body).toEqual({ refused: true });
    expect(codeIn(await ask(params, String(claims[0])))).toEqual([403, 'refused']);
    expect(codeIn(await decide('/release', codes[0]))).toEqual([404, 'not_waiting']);
    expect(codeIn(await decide('/release', 'four'))).toEqual([400, 'validation']);
    expect(codeIn(await decide('/release', codes[1], {}))).toEqual([401, 'unauthorized']);
    expect(codeIn(await decide('/release', codes[1], { 'X-Service-Release-Token': newToken() }))).toEqual([403, 'forbidden']);
    expect((await decide('/release', codes[1])).status).toBe(200);
    for (const what of ['/release', '/refuse']) expect((await decide(what, codes[2])).status).toBe(what === '/release' ? 409 : 200);
    expect(codeIn(await decide('/refuse', codes[1]))).toEqual([409, 'already_released']);
  });

  it('two approvals have two tokens, also for a retry, and need a burn paste', async () => {
    const headers = { 'Idempotency-Key': newToken() };
    const { releaseTokens, params } = await create({ approvals: 2 }, headers);
    expect(new Set(releaseTokens).size).toBe(2);
    expect(await create({ approvals: 2 }, headers)).toMatchObject({ releaseTokens, params });
    for (const fields of [
      { approval: true },
      { approvals: 1 },
      { approvals: 3, burnAfterRead: true },
      { approvals: 0, burnAfterRead: true },
    ])
      expect((await send(at('/api/v1/pastes'), { json: { content: 'text', ...fields } })).status).toBe(400);
    const { body } = await send(at('/api/v1/pastes'), { json: NEW });
    expect(body).not.toHaveProperty('releaseTokens');
    expect(Object.values(await services.db.read('SELECT * FROM pastes'))).not.toContain(releaseTokens[0]);
  });
});
