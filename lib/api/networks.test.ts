/** Networks of a host and of a paste: who is outside of them finds nothing, by whatever way, and may create nothing. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { createRequestKeys } from '../envelope/answer-keys';
import { sealAnswer } from '../envelope/answer-seal';
import { engines } from '../testing/test-database';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const pastes = at('/api/v1/pastes');

const INSIDE = '192.0.2.7';
const MAPPED = '::ffff:192.0.2.7';
const INSIDE_V6 = '2001:db8::1';
const NETWORKS = ['192.0.2.0/24', '2001:db8::/32'];
/** Addresses outside; null: not known. */
const OUTSIDE = ['192.0.3.7', '2001:db9::1', null];

type TestServices = Awaited<ReturnType<typeof openTestServices>>;
type Address = string | null;

const ANYWHERE = { clientAddress: INSIDE };

/** A new paste. @returns its public id */
async function create(fields: object = {}, clientAddress: Address = INSIDE, headers: Record<string, string> = {}): Promise<string> {
  const { status, body } = await send(pastes, { json: { content: 'text', ...fields }, headers, clientAddress });
  expect([status, body]).toEqual([201, expect.anything()]);
  return (body as { publicId: string }).publicId;
}

const claim = () => ({ claim: randomBytes(32).toString('base64url') });

/** Every way to learn of a paste by its id. @returns the status, or whether its page's data has a paste */
const WAYS: Record<string, (publicId: string, clientAddress: Address) => Promise<number | boolean>> = {
  'reading it': async (publicId, clientAddress) =>
    (await send(at('/api/v1/pastes/:publicId'), { params: { publicId }, clientAddress })).status,
  'asking for it': async (publicId, clientAddress) =>
    (await send(at('/api/v1/pastes/:publicId'), { method: 'HEAD', params: { publicId }, clientAddress })).status,
  'its raw address': async (publicId, clientAddress) => (await send(at('/raw/:publicId'), { params: { publicId }, clientAddress })).status,
  'its raw address, asked for': async (publicId, clientAddress) =>
    (await send(at('/raw/:publicId'), { method: 'HEAD', params: { publicId }, clientAddress })).status,
  'its document': async (publicId, clientAddress) =>
    (await send(at('/documents/:publicId'), { params: { publicId }, clientAddress })).status,
  'extending it': async (publicId, clientAddress) =>
    (await send(at('/api/v1/pastes/:publicId/extend'), { method: 'POST', params: { publicId }, json: { ttlSeconds: 60 }, clientAddress }))
      .status,
  'the data of its page': async (publicId, clientAddress) =>
    (await send(at('/view/:publicId/data'), { params: { publicId }, clientAddress })).text.includes(publicId),
  'deleting it': async (publicId, clientAddress) =>
    (await send(at('/api/v1/pastes/:publicId'), { method: 'DELETE', params: { publicId }, clientAddress })).status,
};

/** Every route with a paste's id gives the same outside as for an id that never was. */
async function expectNothing(publicId: string, clientAddress: Address): Promise<void> {
  for (const { method, path } of routes.filter((route) => route.path.includes(':publicId'))) {
    const body = { ttlSeconds: 60, code: '1234', ...claim() };
    const json = method === 'GET' || method === 'HEAD' ? {} : { json: body };
    const ask = async (id: string) => {
      const { status, text } = await send(at(path), { method, params: { publicId: id }, clientAddress, ...json });
      return [method, path, status, text.includes(id)];
    };
    expect(await ask(publicId)).toEqual(await ask('A'.repeat(24)));
  }
}

async function expectAll(publicId: string, clientAddress: Address): Promise<void> {
  for (const ask of Object.values(WAYS)) expect([200, true]).toContain(await ask(publicId, clientAddress));
}

describe.each(engines)('a paste with networks on %s', (engine) => {
  let services: TestServices;
  beforeAll(async () => {
    services = await openTestServices({}, engine);
  });
  afterAll(() => services.end());

  it.each([INSIDE, MAPPED, INSIDE_V6])('is there from an address inside: %s', async (address) => {
    await expectAll(await create({ readableFrom: NETWORKS, ttlSeconds: 600 }), address);
  });

  it.each(OUTSIDE)('is not there from an address outside, and unharmed: %s', async (address) => {
    const publicId = await create({ readableFrom: NETWORKS, ttlSeconds: 600 });
    await expectNothing(publicId, address);
    const { body } = await send(at('/api/v1/pastes/:publicId'), { params: { publicId }, clientAddress: INSIDE });
    expect(body).toMatchObject({ content: 'text', viewCount: 1, readableFrom: NETWORKS });
  });

  it('a burn paste with networks is claimed and fetched inside only', async () => {
    const publicId = await create({ readableFrom: NETWORKS, burnAfterRead: true });
    const mine = claim();
    const ask = (clientAddress: Address) =>
      send(at('/api/v1/pastes/:publicId/claim'), { method: 'POST', params: { publicId }, json: mine, clientAddress });
    const fetched = (clientAddress: Address) =>
      send(at('/api/v1/pastes/:publicId'), { params: { publicId }, headers: { 'X-Service-Claim': mine.claim }, clientAddress });
    for (const address of OUTSIDE) expect((await ask(address)).status).toBe(404);
    expect((await ask(INSIDE)).status).toBe(200);
    for (const address of OUTSIDE) expect([(await ask(address)).status, (await fetched(address)).status]).toEqual([404, 404]);
    expect((await fetched(INSIDE)).status).toBe(200);
  });

  it('an owner outside lists, extends and deletes a paste, and can’t read it', async () => {
    const headers = { 'X-Api-Key': await services.keyOf('anna') };
    const publicId = await create({ readableFrom: NETWORKS, ttlSeconds: 600 }, INSIDE, headers);
    const outside = { params: { publicId }, headers, clientAddress: '192.0.3.7' };
    expect((await send(pastes, { headers, clientAddress: '192.0.3.7' })).body).toMatchObject({
      pastes: [{ publicId, readableFrom: NETWORKS }],
    });
    expect((await send(at('/api/v1/pastes/:publicId'), outside)).status).toBe(404);
    const copy = await services.pastes.copyOwned({ userId: await services.accounts.idOf('anna') }, publicId, '192.0.3.7');
    expect(copy.content).toBeNull();
    expect((await send(at('/api/v1/pastes/:publicId/extend'), { ...outside, method: 'POST', json: { ttlSeconds: 60 } })).status).toBe(200);
    expect((await send(at('/api/v1/pastes/:publicId'), { ...outside, method: 'DELETE' })).status).toBe(200);
  });

  it('with other networks in its row a paste is not decrypted', async () => {
    const publicId = await create({ readableFrom: NETWORKS });
    await services.db.write([{ sql: "UPDATE pastes SET readable_from = '0.0.0.0/0' WHERE readable_from IS NOT NULL", params: [] }]);
    const { status } = await send(at('/api/v1/pastes/:publicId'), { params: { publicId }, clientAddress: '192.0.3.7', isFromLies: true });
    expect(status).toBe(500);
    expect(services.lines.splice(0)).toHaveLength(1);
  });

  it('nobody learns that a paste with networks was held or removed', async () => {
    const state = async (fields: object, act: 'hold' | 'remove') => {
      const publicId = await create(fields);
      await services.moderation[act]({ publicId }, 'operator');
      return services.moderation.stateOf(publicId);
    };
    expect([await state({}, 'hold'), await state({}, 'remove')]).toEqual(['held', 'removed']);
    expect([await state({ readableFrom: NETWORKS }, 'hold'), await state({ readableFrom: NETWORKS }, 'remove')]).toEqual([null, null]);
  });
});

describe('the networks that a create names', () => {
  let services: TestServices;
  beforeAll(async () => {
    services = await openTestServices();
  });
  afterAll(() => services.end());

  it.each([
    ['192.0.2.7', '192.0.2.7/32'],
    ['10.1.2.3', '10.1.2.0/24'],
    ['::ffff:10.1.2.3', '10.1.2.0/24'],
    ['2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
    ['127.0.0.1', null],
    ['::1', null],
    [null, null],
  ])('a visitor from %s is suggested the network %s', async (clientAddress, network) => {
    expect((await send(at('/data'), { clientAddress })).body).toMatchObject({ network });
  });

  it.each([
    [['192.0.2.7'], ['192.0.2.7/32']],
    [['192.0.2.7/24', '192.0.2.0/24'], ['192.0.2.0/24']],
    [
      ['::ffff:192.0.2.7', '2001:DB8::1/32'],
      ['192.0.2.7/32', '2001:db8::/32'],
    ],
  ])('%j are kept in one spelling', async (readableFrom, kept) => {
    const params = { publicId: await create({ readableFrom }) };
    expect((await send(at('/api/v1/pastes/:publicId'), { params, ...ANYWHERE })).body).toMatchObject({ readableFrom: kept });
  });

  it.each([
    [[], ['readableFrom']],
    [Array.from({ length: 9 }, (_, index) => `192.0.${index}.0/24`), ['readableFrom']],
    [['localhost'], ['readableFrom', '0']],
    [
      ['192.0.2.0/24', '192.0.2.0/33'],
      ['readableFrom', '1'],
    ],
    [['192.0.2'], ['readableFrom', '0']],
    [['fe80::1%eth0'], ['readableFrom', '0']],
  ])('%j are refused by their place', async (readableFrom, path) => {
    const { status, body } = await send(pastes, { json: { content: 'text', readableFrom }, ...ANYWHERE });
    expect([status, (body as { details: { path: string[] }[] }).details[0]?.path]).toEqual([400, path]);
    expect(await services.db.read('SELECT 1 AS one FROM pastes WHERE content_bytes = 0')).toEqual([]);
  });

  it('an upload names them by commas, and is refused in its own words', async () => {
    const upload = (from: string) =>
      send(at('/:name'), {
        method: 'PUT',
        path: `/a.txt?from=${from}`,
        params: { name: 'a.txt' },
        text: 'text',
        headers: { Accept: 'application/json' },
      });
    const { body } = await upload('192.0.2.0/24,2001:db8::/32');
    await expectNothing((body as { publicId: string }).publicId, '192.0.3.7');
    const refused = await upload('192.0.2.0/33');
    expect([refused.status, refused.body]).toEqual([
      400,
      expect.objectContaining({ details: [expect.objectContaining({ path: ['from', '0'] })] }),
    ]);
  });
});

describe('a host with networks', () => {
  let services: TestServices;
  beforeAll(async () => {
    services = await openTestServices({ READ_NETWORKS: NETWORKS.join(','), CREATE_NETWORKS: '192.0.2.0/25' });
  });
  afterAll(() => services.end());

  it('has pastes for readers inside, and none for others', async () => {
    await expectAll(await create({ ttlSeconds: 600 }), INSIDE_V6);
    for (const address of OUTSIDE) await expectNothing(await create({ ttlSeconds: 600 }), address);
  });

  it('holds a paste to its own networks besides', async () => {
    const publicId = await create({ readableFrom: ['192.0.2.7', '198.51.100.0/24'], ttlSeconds: 600 });
    for (const address of ['198.51.100.1', '192.0.2.8']) await expectNothing(publicId, address);
    await expectAll(publicId, INSIDE);
  });

  it('takes nothing from outside, before it has read any of it', async () => {
    const refusal = { code: 'network', error: 'Forbidden' };
    const { publicKey } = await createRequestKeys();
    for (const clientAddress of ['192.0.2.200', ...OUTSIDE]) {
      const headers = { 'X-Api-Key': await services.keyOf('anna') };
      const json = { Accept: 'application/json' };
      const refused = [
        await send(pastes, { json: { content: 'text' }, headers, clientAddress }),
        await send(at('/'), { method: 'PUT', text: 'text', headers: json, clientAddress }),
        await send(at('/'), { method: 'POST', text: 'text', headers: json, clientAddress }),
        await send(at('/:name'), { method: 'PUT', params: { name: 'a' }, text: 'text', headers: json, clientAddress }),
        await send(at('/documents'), { method: 'POST', text: 'text', clientAddress }),
        await send(at('/api/v1/requests'), { json: { publicKey, label: '', ttlSeconds: 60 }, clientAddress }),
      ];
      for (const { status, body } of refused) expect([status, body]).toEqual([403, expect.objectContaining(refusal)]);
    }
  });

  it('takes an answer from outside: its asker was inside', async () => {
    const { publicKey } = await createRequestKeys();
    const asked = await send(at('/api/v1/requests'), { json: { publicKey, label: '', ttlSeconds: 60 }, clientAddress: INSIDE });
    const params = { requestId: (asked.body as { requestId: string }).requestId };
    expect((await send(at('/request/:requestId/data'), { params, clientAddress: '192.0.3.7' })).body).toMatchObject({
      request: { label: '' },
    });
    const content = await sealAnswer({ content: 'the secret' }, publicKey);
    expect((await send(at('/api/v1/requests/:requestId/answers'), { params, json: { content }, clientAddress: '192.0.3.7' })).status).toBe(
      201,
    );
  });

  it.each(['/healthz', '/readyz', '/data', '/api/v1/limits'])('serves %s to everybody', async (path) => {
    for (const clientAddress of OUTSIDE) expect((await send(at(path), { clientAddress })).status).toBe(200);
  });
});
