/** Receipts as files for somebody else: who gets one, and the keys to check it by. */
import { compactVerify, createLocalJWKSet } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BASE_URL, endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const all = at('/api/v1/pastes');
const paste = at('/api/v1/pastes/:publicId');
const receipt = at('/api/v1/pastes/:publicId/receipt');
const JWS = '/?format=jws';
const keys = at('/.well-known/jwks.json');

let services: Awaited<ReturnType<typeof openTestServices>>;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.end());

async function create(headers: Record<string, string> = {}) {
  const made = await send(all, { json: { content: 'secret', burnAfterRead: true, protect: true }, headers });
  const { publicId, manageToken } = made.body as { publicId: string; manageToken: string };
  return { params: { publicId }, manageToken };
}

it('a receipt is signed by a published key, whoever checks it', async () => {
  const { params, manageToken } = await create();
  await send(paste, { params });
  const headers = { 'X-Service-Manage-Token': manageToken };
  const plain = await send(receipt, { params, headers });
  const signed = await send(receipt, { params, headers, path: JWS });
  expect([signed.status, signed.headers.get('content-type')]).toEqual([200, 'application/jose']);
  expect(signed.headers.get('content-disposition')).toBe(`attachment; filename="receipt-${params.publicId}.jws"`);
  const published = await send(keys);
  expect([published.status, published.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
  const { payload } = await compactVerify(signed.text, createLocalJWKSet(published.body as never));
  expect(JSON.parse(new TextDecoder().decode(payload))).toEqual({ iss: BASE_URL, iat: expect.any(Number), ...(plain.body as object) });
});

it('a signed receipt is for those who may read the receipt', async () => {
  const { params, manageToken } = await create();
  expect((await send(receipt, { params, path: JWS })).status).toBe(404);
  expect((await send(receipt, { params, path: JWS, headers: { 'X-Service-Manage-Token': 'x' } })).status).toBe(404);
  expect(await send(receipt, { params, path: '/?format=pdf', headers: { 'X-Service-Manage-Token': manageToken } })).toMatchObject({
    status: 400,
    body: { details: [{ path: ['format'] }] },
  });
});

it('the link in the owner’s list needs the session alone, and no script', async () => {
  const key = await services.keyOf('anna');
  const { params } = await create({ 'X-Api-Key': key });
  const headers = { Cookie: await services.cookieOf(key), 'Sec-Fetch-Site': 'same-origin' };
  expect(await send(receipt, { params, headers, path: JWS })).toMatchObject({ status: 200 });
});
