/** A new key or secret is in the response to whoever made it, this once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountMessages } from '#components/messages/account';
import { contentsOf } from '#lib/testing/contents';
import { createOwner } from '../support/accounts';
import { call, NOBODYS_URL, type WebhookBody } from '../support/api';
import { signIn } from '../support/browser-session';
import { startWeb, type WebProcess } from '../support/processes';
import { withService } from '../support/service';

const ORIGIN = 'https://paste.example';
const SECRET = 'canary5e4c1d-of-a-webhook';

describe('what is shown once', () => {
  const service = withService({ variables: { BASE_URL: ORIGIN, LOG_LEVEL: 'trace', REGISTRATION: 'open' } });
  let closed: WebProcess;

  beforeAll(async () => {
    closed = await startWeb({ ...service.environment, REGISTRATION: 'closed' });
  });
  afterAll(() => closed?.kill());

  const register = (userName: string, { url }: { url: string } = service) =>
    call<{ apiKey: string }>(`${url}/api/v1/accounts`, { json: { userName }, headers: { Origin: ORIGIN } });
  const page = async (path: string | null, ...cookies: string[]) =>
    (await fetch(`${service.url}${path}`, { headers: { Cookie: cookies.join('; ') }, redirect: 'manual' })).text();
  it('registration is closed unless opened: there is neither page nor endpoint', async () => {
    const page = await fetch(`${closed.url}/account/register`);
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining(`<h1>${accountMessages.register.closedTitle}</h1>`)]);
    expect((await register('nobody', closed)).status).toBe(404);
    expect(await (await fetch(`${closed.url}/account`)).text()).not.toContain('/account/register');
  });

  it('a new key is in its response, and in no cookie, log or row', async () => {
    const { status, body, headers } = await register('carla');
    expect([status, headers.get('set-cookie')]).toEqual([201, null]);
    const { apiKey } = body;
    const cookie = await signIn(service.url, ORIGIN, apiKey);
    const made = await call<{ apiKey: string }>(`${service.url}/api/v1/account/keys`, {
      json: { name: 'script' },
      headers: { Origin: ORIGIN, Cookie: cookie },
    });
    expect([made.status, made.headers.get('set-cookie')]).toEqual([201, null]);
    for (const key of [apiKey, made.body.apiKey]) {
      expect((await call(`${service.url}/api/v1/pastes`, { headers: { 'X-Api-Key': key } })).status).toBe(200);
      const secret = key.slice(12, -6);
      expect((await page('/account/settings', cookie)) + (await service.web.log())).not.toContain(secret);
      expect((await contentsOf(service.database)).includes(secret)).toBe(false);
    }
  });

  it('a webhook’s secret is in no response, log or row', async () => {
    const { 'X-Api-Key': key } = await createOwner(service.database, 'anna');
    const headers = { Origin: ORIGIN, Cookie: await signIn(service.url, ORIGIN, key) };
    const body = { url: NOBODYS_URL, secret: SECRET, events: ['paste.created'] };
    const created = await call<WebhookBody>(`${service.url}/api/v1/webhooks`, { method: 'POST', headers, json: body });
    expect(created).toMatchObject({ status: 201, body: { url: NOBODYS_URL } });
    const path = `/account/webhooks/${created.body.id}`;
    for (const text of [JSON.stringify(created.body), await page(path, headers.Cookie), await service.web.log()])
      expect(text).not.toContain(SECRET);
    expect((await contentsOf(service.database)).includes(SECRET)).toBe(false);
  });
});
