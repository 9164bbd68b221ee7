/** Tests that a new key or secret is shown once, by the next page, to whoever made it. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountMessages } from '#components/messages/account';
import { contentsOf } from '#lib/testing/contents';
import { createOwner } from '../support/accounts';
import { call, createWebhook, NOBODYS_URL, type WebhookBody } from '../support/api';
import { type FormAnswer, sendForm, signIn } from '../support/browser-session';
import { startWeb, type WebProcess } from '../support/processes';
import { withService } from '../support/service';

const ORIGIN = 'https://paste.example';
const SECRET = 'canary5e4c1d-of-a-webhook';
const KEY = /sp_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}/;

describe('what is shown once', () => {
  const service = withService({ variables: { BASE_URL: ORIGIN, LOG_LEVEL: 'trace', REGISTRATION: 'open' } });
  let closed: WebProcess;

  beforeAll(async () => {
    closed = await startWeb({ ...service.environment, REGISTRATION: 'closed' });
  });
  afterAll(() => closed?.kill());

  async function newUser(name: string) {
    const owner = await createOwner(service.database, name);
    return { owner, cookie: await signIn(service.url, ORIGIN, owner['X-Api-Key']) };
  }

  const send = (action: string, fields: Record<string, string>, cookie = '', at: { url: string } = service) =>
    sendForm(`${at.url}/account/actions/${action}`, fields, { Origin: ORIGIN, Accept: 'text/html', Cookie: cookie });
  const page = async (path: string | null, ...cookies: string[]) =>
    (await fetch(`${service.url}${path}`, { headers: { Cookie: cookies.join('; ') }, redirect: 'manual' })).text();
  /** The location, cookies and body of a response as one text. */
  const seen = ({ location, setCookies, body }: FormAnswer) => `${location} ${setCookies} ${body}`;
  /** All log lines so far. Waits, because a line may arrive after its response. */
  async function logged(): Promise<string> {
    const requestId = (await fetch(`${service.url}/healthz`)).headers.get('x-request-id') as string;
    await vi.waitFor(() => expect(service.web.output()).toContain(requestId));
    return service.web.output();
  }

  it('registration is closed unless opened: there is neither page nor form', async () => {
    const page = await fetch(`${closed.url}/account/register`);
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining(`<h1>${accountMessages.register.closedTitle}</h1>`)]);
    expect((await send('register', { userName: 'nobody' }, '', closed)).status).toBe(404);
    expect(await (await fetch(`${closed.url}/account`)).text()).not.toContain('/account/register');
  });

  it('a visitor’s new key is shown to the browser that asked, and to no other', async () => {
    const { status, location, setCookies, cookies, body } = await send('register', { userName: 'carla' });
    expect([status, location]).toEqual([303, '/account/register']);
    expect(setCookies).toEqual([
      expect.stringMatching(/^__Host-sealpaste-new-key=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=3600$/),
    ]);
    const [key = ''] = KEY.exec(await page('/account/register', cookies[0] ?? '')) ?? [];
    expect((await call(`${service.url}/api/v1/pastes`, { headers: { 'X-Api-Key': key } })).status).toBe(200);
    for (const text of [await page('/account/register'), `${location} ${setCookies} ${body}`]) expect(text).not.toMatch(KEY);

    const gone = await send('hide-key', {}, cookies[0]);
    expect(gone.setCookies).toEqual([expect.stringMatching(/^__Host-sealpaste-new-key=;.*Max-Age=0$/)]);
  });

  it('a webhook’s new secret is shown on its owner’s next page, and to nobody else', async () => {
    const [anna, bert] = [await newUser('anna'), await newUser('bert')];
    const created = await send('create-webhook', { url: NOBODYS_URL, secret: SECRET, 'paste.created': 'on' }, anna.cookie);
    const { webhooks } = (await call<{ webhooks: WebhookBody[] }>(`${service.url}/api/v1/webhooks`, { headers: anna.owner })).body;
    const [webhook] = webhooks;
    expect(webhook).toMatchObject({ url: NOBODYS_URL, events: ['paste.created'], isActive: true });
    const path = `/account/webhooks/${webhook?.id}`;
    expect([created.status, created.location]).toEqual([303, `${path}?notice=webhook-created`]);
    expect(created.setCookies).toEqual([
      expect.stringMatching(/^__Host-sealpaste-webhook=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=300$/),
    ]);
    const [handedOver = ''] = created.cookies;
    expect(await page(created.location, anna.cookie, handedOver)).toContain(SECRET);

    const other = await createWebhook(service.url, anna.owner);
    const foreign = await createWebhook(service.url, bert.owner);
    for (const text of [
      seen(created),
      await page(path, anna.cookie, handedOver),
      await page(created.location, anna.cookie),
      await page(`/account/webhooks/${other.id}?notice=webhook-created`, anna.cookie, handedOver),
      await page(`/account/webhooks/${foreign.id}?notice=webhook-created`, bert.cookie, handedOver),
      await page(created.location, bert.cookie, handedOver),
      await page(created.location, handedOver),
      await logged(),
    ])
      expect(text).not.toContain(SECRET);
    expect((await contentsOf(service.database)).includes(SECRET)).toBe(false);

    const changed = await send(
      'update-webhook',
      { webhookId: String(webhook?.id), url: NOBODYS_URL, secret: `${SECRET}2`, 'paste.created': 'on' },
      anna.cookie,
    );
    expect(changed.location).toBe(`${path}?notice=webhook-secret-saved`);
    expect(await page(changed.location, anna.cookie, changed.cookies[0] ?? '')).toContain(`${SECRET}2`);
    expect(seen(changed) + (await logged())).not.toContain(SECRET);

    const hidden = await send('hide-secret', {}, anna.cookie);
    expect(hidden.setCookies).toEqual([expect.stringMatching(/^__Host-sealpaste-webhook=;.*Max-Age=0$/)]);
  });
});
