/** How many forms of the account pages are taken, and what becomes of the rest. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { plainPageMessages } from '../../components/messages/plain-page';
import { createApiKey } from '../accounts/api-key';
import { BASE_URL, endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { endpoints } from './routes';

const at = endpointsByPath(endpoints);
const metrics = at('/metrics');
const signIn = at('/account/actions/sign-in');
const signOut = at('/account/actions/sign-out');
const createKey = at('/api/v1/account/keys');

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
    expect(lines()).toHaveLength(80);
    expect(lines()[0]).toMatchObject({ level: 'warn', fields: { clientAddress: ADDRESS, limiter: 'sign-in', limit: 20 } });
    expect(JSON.stringify(services.lines)).not.toContain('sp_');
  });

  it('a flood from one address keeps nobody else out', async () => {
    await flood(50, () => submit(signIn, { apiKey: 'wrong' }));
    const key = await services.keyOf('anna');
    expect((await submit(signIn, { apiKey: key }, ANOTHER)).headers.get('location')).toBe('/mine');
  });

  it('a flood with one key is refused from all addresses, and other keys go on', async () => {
    const key = await services.keyOf('anna');
    const from = (index: number) => `198.51.100.${index}`;
    expect(await flood(70, (index) => submit(signIn, { apiKey: key }, from(index + 10)))).toEqual({ 303: 60, 429: 10 });
    expect((await submit(signIn, { apiKey: await services.keyOf('bert') }, from(200))).headers.get('location')).toBe('/mine');
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

  it('120 forms and changes a minute from one address are taken, no more', async () => {
    const key = await services.keyOf('anna');
    const cookie = await services.cookieOf(key);
    expect(await flood(120, () => submit(signOut, {}))).toEqual({ 303: 120 });
    const write = vi.spyOn(services.db, 'write').mockImplementation(async (statements) => {
      // The time of a key's last use is written once a while, whatever it was used for.
      written.push(...statements.map(({ sql }) => sql).filter((sql) => !sql.includes('last_used')));
      return [];
    });
    const change = { json: { name: 'x' }, headers: { ...OWN_PAGE, Cookie: cookie }, clientAddress: ADDRESS };
    expect(await flood(30, () => send(createKey, change))).toEqual({ 429: 30 });
    expect(await flood(30, () => submit(signOut, {}))).toEqual({ 429: 30 });
    expect(written).toEqual([]);
    expect(await hits('form')).toBe(60);
    write.mockRestore();
    expect((await submit(signOut, {}, ANOTHER)).status).toBe(303);
  });

  it('another site’s form is refused without being counted', async () => {
    const strange = () => submit(signIn, { apiKey: 'x' }, ADDRESS, { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' });
    expect(await flood(130, strange)).toEqual({ 403: 130 });
    expect((await submit(signIn, { apiKey: await services.keyOf('anna') })).headers.get('location')).toBe('/mine');
  });
});
