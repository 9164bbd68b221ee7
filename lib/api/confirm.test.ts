/** Acts for which a copied cookie is not enough, when its owner signed in long ago. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { BASE_URL, endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { endpoints } from './routes';

const at = endpointsByPath(endpoints);
const confirm = at('/account/actions/confirm');
const deleteAccount = at('/api/v1/account');

const OWN_PAGE = { Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html' };
const ASKED = '/account/confirm?returnTo=%2Faccount%2Fsettings';
const TEN_MINUTES_MS = 600_000;

let services: Awaited<ReturnType<typeof openTestServices>>;
let count = 0;
let userName: string;
let key: string;
let cookie: string;

beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services?.end());
beforeEach(async () => {
  count += 1;
  userName = `somebody-${count}`;
  key = await services.keyOf(userName);
  cookie = await services.cookieOf(key);
  await services.db.write([{ sql: 'UPDATE sessions SET created_at = created_at - ?', params: [TEN_MINUTES_MS] }]);
});

const submit = async (endpoint: typeof confirm, form: Record<string, string>) =>
  (await send(endpoint, { form, headers: { ...OWN_PAGE, Cookie: cookie } })).headers.get('location');
const remove = async () => (await send(deleteAccount, { method: 'DELETE', headers: { ...OWN_PAGE, Cookie: cookie } })).status;
const isThere = async () => (await services.accounts.listUsers()).some(({ name }) => name === userName);

it('an account ends after its owner has shown a key again, and not before', async () => {
  expect(await remove()).toBe(403);
  expect(await isThere()).toBe(true);
  expect(await submit(confirm, { apiKey: key, returnTo: '/account/settings' })).toBe('/account/settings?notice=confirmed');
  expect(await remove()).toBe(200);
  expect(await isThere()).toBe(false);
});

it('a wrong key confirms nothing, and leads to no other host', async () => {
  const others = await services.keyOf('another');
  for (const apiKey of ['', 'sp_wrong', others])
    expect(await submit(confirm, { apiKey, returnTo: '/account/settings' })).toBe(`${ASKED}&notice=not-confirmed`);
  expect(await remove()).toBe(403);
  expect(await submit(confirm, { apiKey: key, returnTo: '//evil.example' })).toBe('/account/settings?notice=confirmed');
});
