/** Tests accounts that visitors make, on both databases. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApiKey } from '#lib/accounts/api-key';
import { createTestDatabase, engines, type TestDatabase } from '#lib/db/testing/test-database';
import { call } from '../support/api';
import { sendForm } from '../support/browser-session';
import { type Environment, runAdmin, startWeb, testEnvironment, type WebProcess } from '../support/processes';

const ORIGIN = 'https://paste.example';
const KEY = /sp_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}/;

describe.each(engines)('registration on %s', (engine) => {
  let database: TestDatabase;
  let web: WebProcess;
  let closed: WebProcess;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const environment: Environment = testEnvironment(database, { BASE_URL: ORIGIN, TRUST_PROXY: '1', RATE_LIMIT_ANONYMOUS: '1000' });
    web = await startWeb({ ...environment, REGISTRATION: 'open' });
    closed = await startWeb(environment);
  });

  afterAll(async () => {
    await web?.kill();
    await closed?.kill();
    await database?.drop();
  });

  const register = (userName: string, address: string, at = web) =>
    sendForm(`${at.url}/account/actions/register`, { userName }, { Origin: ORIGIN, 'X-Forwarded-For': address });
  const pageWith = async (cookie: string) => (await fetch(`${web.url}/account/register`, { headers: { Cookie: cookie } })).text();

  it('is closed unless opened: there is neither page nor form', async () => {
    expect((await fetch(`${closed.url}/account/register`)).status).toBe(404);
    expect((await register('nobody', '192.0.2.9', closed)).status).toBe(404);
    expect(await (await fetch(`${closed.url}/account`)).text()).not.toContain('/account/register');
  });

  it('shows the new key to the browser that asked, and to no other; it works', async () => {
    const { status, location, setCookies, cookies, body } = await register('anna', '192.0.2.1');
    expect([status, location]).toEqual([303, '/account/register']);
    expect(setCookies).toEqual([
      expect.stringMatching(/^__Host-sealpaste-new-key=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=3600$/),
    ]);
    const [key = ''] = KEY.exec(await pageWith(cookies[0] ?? '')) ?? [];
    expect((await call(`${web.url}/api/v1/pastes`, { headers: { 'X-Api-Key': key } })).status).toBe(200);
    for (const text of [await pageWith(''), `${location} ${setCookies} ${body}`]) expect(text).not.toMatch(KEY);

    const gone = await sendForm(`${web.url}/account/actions/hide-key`, {}, { Origin: ORIGIN, Cookie: cookies[0] ?? '' });
    expect([gone.status, gone.setCookies]).toEqual([204, [expect.stringMatching(/^__Host-sealpaste-new-key=;.*Max-Age=0$/)]]);
  });

  it('never gives a key to an account that is there', async () => {
    await register('bert', '192.0.2.2');
    const { location, setCookies } = await register('bert', '192.0.2.2');
    expect([location, setCookies]).toEqual(['/account/register?notice=name-taken', []]);
  });

  it.each(['', 'a b', '<b>', '-x', 'x'.repeat(65), 'a\u0000b'])('refuses %j as a name, without counting it', async (name) => {
    expect((await register(name, '192.0.2.3')).location).toBe('/account/register?notice=name-invalid');
  });

  it('one address makes five accounts an hour, and the log says who asks for more', async () => {
    const results = await Promise.all(Array.from({ length: 8 }, (_, index) => register(`many-${index}`, '192.0.2.4')));
    expect(results.map(({ status }) => status).sort()).toEqual([...Array(5).fill(303), 429, 429, 429]);
    // A line of the log may arrive after the response.
    await vi.waitFor(() => expect(web.output()).toMatch(/"clientAddress":"192\.0\.2\.4".*possible abuse/));
    expect((await register('another', '192.0.2.5')).location).toBe('/account/register');
  });

  it('a flood of wrong keys is refused, logged within bounds, and fails nobody else', async () => {
    const { cookies } = await register('quiet', '192.0.2.6');
    const [key = ''] = KEY.exec(await pageWith(cookies[0] ?? '')) ?? [];
    const wrong = createApiKey().text;
    const signIn = (apiKey: string, address: string) =>
      sendForm(`${web.url}/account/actions/sign-in`, { apiKey }, { Origin: ORIGIN, 'X-Forwarded-For': address });
    let left = 300;
    const statuses: number[] = [];
    const floods = Array.from({ length: 8 }, async () => {
      while (left-- > 0) statuses.push((await signIn(wrong, '192.0.2.7')).status);
    });
    const created = await Promise.all(
      Array.from({ length: 5 }, () => call(`${web.url}/api/v1/pastes`, { json: { content: 'x' }, headers: { 'X-Api-Key': key } })),
    );
    await Promise.all(floods);
    expect(created.map(({ status }) => status)).toEqual(Array(5).fill(201));
    expect(statuses.filter((status) => status === 303)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(280);
    await vi.waitFor(() => expect(web.output().match(/192\.0\.2\.7".*possible abuse/g)).toHaveLength(20));
    expect(web.output()).not.toContain(wrong.slice(12));
    expect((await signIn(key, '192.0.2.6')).location).toBe('/account');
  });

  it('an operator joins a visitor’s account only by saying so', async () => {
    await register('colleague', '192.0.2.8');
    const create = (...args: string[]) => runAdmin(['key', 'create', '--user', 'colleague', ...args], web.environment);
    expect(await create()).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/a visitor registered.*--existing/) });
    expect((await create('--existing')).stdout).toMatch(KEY);
    expect((await runAdmin(['user', 'list'], web.environment)).stdout).toMatch(/\tcolleague\t.*\tyes$/m);
  });
});
