/** How many forms of the account pages are taken, and what becomes of the rest. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { plainPageMessages } from '../../components/messages/plain-page';
import { createApiKey } from '../accounts/api-key';
import { BASE_URL, endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { endpoints } from './endpoints';

const at = endpointsByPath(endpoints);
const metrics = at('/metrics');
const signIn = at('/account/actions/sign-in');
const register = at('/account/actions/register');
const createKey = at('/account/actions/create-key');
const hideKey = at('/account/actions/hide-key');

const OWN_PAGE = { Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html' };
const METRICS_TOKEN = 'a-token-of-these-tests';
const ADDRESS = '198.51.100.1';
const ANOTHER = '198.51.100.2';

let services: Awaited<ReturnType<typeof openTestServices>>;
/** SQL that has written. */
let written: string[];

beforeEach(async () => {
  services = await openTestServices({ REGISTRATION: 'open', RATE_LIMIT_ANONYMOUS: '5', METRICS_TOKEN });
  written = [];
});
afterEach(() => services.end());

const submit = (route: typeof signIn, form: Record<string, string>, clientAddress = ADDRESS, headers: Record<string, string> = {}) =>
  send(route, { form, headers: { ...OWN_PAGE, ...headers }, clientAddress });

/** Sends so many at once. @returns how often each status was the response */
async function flood(count: number, one: (index: number) => ReturnType<typeof send>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  for (const { status } of await Promise.all(Array.from({ length: count }, (_, index) => one(index))))
    statuses[status] = (statuses[status] ?? 0) + 1;
  return statuses;
}

const hits = async (limiter: string) => {
  const { text } = await send(metrics, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(new RegExp(`^sealpaste_rate_limit_hits_total\\{limiter="${limiter}"\\} (\\d+)`, 'm').exec(text)?.[1]);
};
const lines = () => services.lines.filter(({ message }) => message === 'rate limit exceeded, possible abuse');

describe('a flood of sign-ins', () => {
  it('wrong keys from one address are refused after twenty, counted and logged', async () => {
    const find = vi.spyOn(services.sessions, 'signIn');
    expect(await flood(100, () => submit(signIn, { apiKey: createApiKey().text }))).toEqual({ 303: 20, 429: 80 });
    expect(find).toHaveBeenCalledTimes(20);
    expect(await hits('sign-in')).toBe(80);
    expect(lines()).toHaveLength(20);
    expect(lines()[0]).toMatchObject({ level: 'warn', fields: { clientAddress: ADDRESS, limiter: 'sign-in', limit: 20 } });
    expect(JSON.stringify(services.lines)).not.toContain('sp_');
  });

  it('a flood from one address keeps nobody else out', async () => {
    await flood(50, () => submit(signIn, { apiKey: 'wrong' }));
    const key = await services.keyOf('anna');
    expect((await submit(signIn, { apiKey: key }, ANOTHER)).headers.get('location')).toBe('/account');
  });

  it('a flood with one key is refused from all addresses, and other keys go on', async () => {
    const key = await services.keyOf('anna');
    const from = (index: number) => `198.51.100.${index}`;
    expect(await flood(70, (index) => submit(signIn, { apiKey: key }, from(index + 10)))).toEqual({ 303: 60, 429: 10 });
    expect((await submit(signIn, { apiKey: await services.keyOf('bert') }, from(200))).headers.get('location')).toBe('/account');
  });
});

describe('a refused form', () => {
  it('a refused form responds with a page without script that says how long to wait', async () => {
    await flood(20, () => submit(signIn, { apiKey: 'wrong' }));
    const { status, headers, text } = await submit(signIn, { apiKey: 'wrong' });
    const wait = Number(headers.get('retry-after'));
    expect(status).toBe(429);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'/,
    );
    expect(text).toContain(plainPageMessages.tooMany.forms(`${wait} seconds`));
    expect(text).toContain('<a href="/account">');
  });

  it('a refused form of a program is told in JSON', async () => {
    await flood(20, () => submit(signIn, { apiKey: 'wrong' }));
    const { status, body, headers } = await submit(signIn, { apiKey: 'wrong' }, ADDRESS, { Accept: '*/*' });
    expect([status, body, headers.has('retry-after')]).toEqual([429, { error: 'Too Many Requests', code: 'rate_limited' }, true]);
  });

  it('120 forms a minute from one address are taken, and the others write nothing', async () => {
    const key = await services.keyOf('anna');
    const cookie = await services.cookieOf(key);
    expect(await flood(120, () => submit(hideKey, {}))).toEqual({ 303: 120 });
    const write = vi.spyOn(services.db, 'write').mockImplementation(async (statements) => {
      written.push(...statements.map(({ sql }) => sql));
      return [];
    });
    expect(await flood(30, () => submit(createKey, { name: 'x', lifetimeDays: 'never' }, ADDRESS, { Cookie: cookie }))).toEqual({
      429: 30,
    });
    expect(await flood(30, (index) => submit(register, { userName: `user-${index}` }))).toEqual({ 429: 30 });
    expect(written).toEqual([]);
    expect(await hits('form')).toBe(60);
    write.mockRestore();
    expect((await submit(hideKey, {}, ANOTHER)).status).toBe(303);
  });

  it('five accounts an hour are made from one address, and the sixth has to wait', async () => {
    const from = (userName: string, clientAddress = ADDRESS) => submit(register, { userName }, clientAddress);
    for (let index = 0; index < 5; index++) expect((await from(`many${index}`)).headers.get('location')).toBe('/account/register');
    const { status, headers, text } = await from('many5');
    expect([status, headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^3(600|5\d\d)$/)]);
    expect(text).toContain(plainPageMessages.tooMany.accounts('60 minutes'));
    expect(text).toContain('<a href="/account/register">');
    expect(await hits('registration')).toBe(1);
    expect((await services.accounts.listUsers()).map(({ name }) => name)).not.toContain('many5');
    expect((await from('other', ANOTHER)).headers.get('location')).toBe('/account/register');
  });

  it('another site’s form is refused without being counted', async () => {
    const strange = () => submit(signIn, { apiKey: 'x' }, ADDRESS, { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' });
    expect(await flood(130, strange)).toEqual({ 403: 130 });
    expect((await submit(signIn, { apiKey: await services.keyOf('anna') })).headers.get('location')).toBe('/account');
  });
});
