/** The address for mails, and the pages of the links in mails. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BASE_URL, endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { mailToken } from '../mail/mail-rows';
import { mailRoutes } from './mail.api';
import { mailLinkRoutes } from './mail-links.api';
import { endpoints } from './routes';

const at = endpointsByPath(endpoints);
const OWN_PAGE = { Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html' };
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1?tls=off', MAIL_FROM: 'paste@example.org' };

let services: Awaited<ReturnType<typeof openTestServices>>;
let key: string;
let cookie: string;
/** Another one for each test: how often an address is asked is counted. */
let address: string;
let count = 0;
beforeAll(async () => {
  services = await openTestServices({ ...MAIL, RATE_LIMIT_ANONYMOUS: '100' });
});
beforeEach(async () => {
  await services.db.write([{ sql: 'DELETE FROM users', params: [] }]);
  address = `anna${(count += 1)}@example.net`;
  key = await services.keyOf('anna');
  cookie = await services.cookieOf(key);
});
afterAll(() => services.end());

const ask = (method: string, path: string, json?: object) =>
  send(at(path), { method, ...(json && { json }), headers: { ...OWN_PAGE, Cookie: cookie } });
const save = (typed: string, ...messages: string[]) => ask('PUT', '/account/mail', { address: typed, messages });
const sendTest = () => ask('POST', '/api/v1/account/mail/test');
const anna = async () => {
  const found = await services.sessions.findIn(cookie);
  if (!found) throw new Error('expected a session');
  return found;
};
const mailbox = async () => services.mail?.find(await anna());
/** The token of a link for anna's address. */
async function tokenFor(purpose: 'confirm' | 'unsubscribe', passedMs = 0): Promise<string> {
  const found = await mailbox();
  if (!found) throw new Error('expected a mailbox');
  return mailToken(services.keyring, { purpose, mailboxId: found.id, nonce: found.nonce, at: Date.now() - passedMs });
}
const link = (purpose: 'confirm' | 'unsubscribe', token: string, more: Parameters<typeof send>[1] = {}) =>
  send(at(`/account/mail/${purpose}/:token`), { params: { token }, ...more });
const kindsWaiting = async () =>
  (await services.db.read("SELECT kind FROM mails WHERE status = 'pending' ORDER BY kind")).map(({ kind }) => kind);

it('an address is saved with its kinds and asked once, and removed with its mails', async () => {
  expect(await save(address, 'opened', 'reports')).toMatchObject({ status: 200, body: { state: 'waiting' } });
  expect(await mailbox()).toMatchObject({ address, kinds: ['opened', 'reports'], state: 'waiting', language: 'en' });
  expect((await save(address, 'answered')).status).toBe(200);
  const again = await ask('POST', '/api/v1/account/mail/confirmation');
  expect(again).toMatchObject({ status: 200, body: { state: 'asked' } });
  expect(await sendTest()).toMatchObject({ status: 409, body: { code: 'mail_unconfirmed' } });
  expect(await kindsWaiting()).toEqual(['confirm']);
  expect(await ask('DELETE', '/api/v1/account/mail')).toMatchObject({ status: 200, body: { deleted: true } });
  expect((await ask('DELETE', '/api/v1/account/mail')).status).toBe(404);
  expect((await ask('POST', '/api/v1/account/mail/confirmation')).status).toBe(404);
  expect(await services.db.read('SELECT id FROM mails')).toEqual([]);
});

it('an address is asked three times a day from all accounts together', async () => {
  for (const [index, name] of ['bert', 'carla', 'dora', 'emil'].entries()) {
    cookie = await services.cookieOf(await services.keyOf(name));
    expect((await save('Victim@example.net')).status).toBe(index < 3 ? 200 : 429);
  }
  expect(await kindsWaiting()).toEqual(['confirm', 'confirm', 'confirm']);
});

it('an account asks for ten mails an hour', async () => {
  const statuses: number[] = [];
  for (let number = 0; number < 11; number++) statuses.push((await save(`a${number}@example.net`)).status);
  expect(statuses.slice(9)).toEqual([200, 429]);
});

describe('the link that confirms', () => {
  it('shows a button that names account and address, and changes nothing', async () => {
    await save(address, 'opened');
    const { status, text, headers } = await link('confirm', await tokenFor('confirm'));
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(text).toContain(address);
    expect(text).toContain('<form method="post"><button>');
    expect(headers.get('content-security-policy')).toContain("form-action 'self'");
    expect((await mailbox())?.state).not.toBe('confirmed');
  });

  it('confirms by its button without a session, and then a test can be sent', async () => {
    await save(address, 'opened');
    expect((await link('confirm', await tokenFor('confirm'), { form: {} })).status).toBe(200);
    expect((await mailbox())?.state).toBe('confirmed');
    expect(await sendTest()).toMatchObject({ status: 202, body: { queued: true } });
  });

  it.each(['an hour old', 'forged'])('does nothing when it is %s', async (what) => {
    await save(address, 'opened');
    const token = what === 'forged' ? `${(await tokenFor('unsubscribe')).slice(0, -1)}A` : await tokenFor('confirm', 3_600_001);
    expect((await link('confirm', token, { form: {} })).status).toBe(404);
    expect((await mailbox())?.state).not.toBe('confirmed');
  });
});

describe('the link that ends all mails', () => {
  beforeEach(async () => {
    await save(address, 'opened');
    await link('confirm', await tokenFor('confirm'), { form: {} });
  });

  it('asks before it ends anything', async () => {
    expect((await link('unsubscribe', await tokenFor('unsubscribe'))).text).toContain('<button>');
    expect((await mailbox())?.state).toBe('confirmed');
  });

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'parts',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('ends them by one POST of another site, as %s (RFC 8058)', async (_, type, text) => {
    const headers = { 'Content-Type': type, Origin: 'https://mail.example' };
    const { status } = await link('unsubscribe', await tokenFor('unsubscribe'), { method: 'POST', text, headers });
    expect(status).toBe(200);
    expect(await mailbox()).toMatchObject({ state: 'ended' });
  });
});

describe('PUT /account/mail', () => {
  const put = (json: unknown, headers: Record<string, string> = { 'X-Api-Key': key }) =>
    send(at('/account/mail'), { method: 'PUT', json, headers });

  it('sets address and messages, and a field that is left out stays', async () => {
    expect(await put({ address, messages: ['opened'] })).toMatchObject({
      status: 200,
      body: { address, messages: ['opened'], state: 'waiting' },
    });
    expect(await put({ messages: ['answered', 'expiring'] })).toMatchObject({
      body: { address, messages: ['answered', 'expiring'] },
    });
  });

  it('refuses what is no address or kind by name, and whoever is not signed in', async () => {
    expect(await put({ address: 'anna' })).toMatchObject({ status: 400, body: { details: [{ path: ['address'] }] } });
    expect(await put({ messages: ['news'] })).toMatchObject({ status: 400, body: { details: [{ path: ['messages', '0'] }] } });
    expect((await put({ address }, {})).status).toBe(401);
  });
});

describe('without a mail server', () => {
  let bare: Awaited<ReturnType<typeof openTestServices>> | undefined;
  afterEach(() => bare?.end());

  it('no link or endpoint exists', async () => {
    bare = await openTestServices();
    const headers = { ...OWN_PAGE, Cookie: await bare.cookieOf(await bare.keyOf('anna')) };
    for (const { method, path } of [...mailLinkRoutes, ...mailRoutes]) {
      const body = method === 'PUT' ? { json: {} } : {};
      expect({ path, status: (await send(at(path), { method, headers, params: { token: 'x' }, ...body })).status }).toEqual({
        path,
        status: 404,
      });
    }
    expect(bare.checkWorker).toBeNull();
  });
});
