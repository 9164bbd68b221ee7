/** Tests the webhook pages and their forms over real HTTP, on both databases, where browser tests can't look. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { contentsOf } from '#lib/db/testing/contents';
import { createTestDatabase, engines, type TestDatabase } from '#lib/db/testing/test-database';
import { type Receiver, startReceiver, withStatus } from '#lib/webhooks/testing/receiver';
import { createOwner } from '../support/accounts';
import { call, createPaste, createWebhook, type DeliveryBody, NOBODYS_URL, type WebhookBody } from '../support/api';
import { type FormAnswer, sendForm, signIn } from '../support/browser-session';
import { type Environment, type RunningProcess, startWeb, startWorker, testEnvironment, type WebProcess } from '../support/processes';

const ORIGIN = 'https://paste.example';
const SECRET = 'canary5e4c1d-of-a-webhook';
const WAIT = { timeout: 60_000 };

describe.each(engines)('the webhook pages on %s', (engine) => {
  let database: TestDatabase;
  let environment: Environment;
  let web: WebProcess;
  let worker: RunningProcess | undefined;
  let receiver: Receiver;
  let names = 0;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    environment = testEnvironment(database, { BASE_URL: ORIGIN, RATE_LIMIT_AUTHENTICATED: '1000', LOG_LEVEL: 'trace' });
    [web, receiver] = await Promise.all([startWeb(environment), startReceiver()]);
  });

  afterEach(async () => {
    await worker?.kill();
    worker = undefined;
    receiver.answer(withStatus(200));
    receiver.received.length = 0;
  });

  afterAll(async () => {
    await web?.kill();
    await receiver?.stop();
    await database?.drop();
  });

  async function newUser() {
    const owner = await createOwner(database, `user${(names += 1)}`);
    return { owner, cookie: await signIn(web.url, ORIGIN, owner['X-Api-Key']) };
  }

  const send = (action: string, fields: Record<string, string>, cookie: string, headers: Record<string, string> = {}) =>
    sendForm(`${web.url}/account/actions/${action}`, fields, { Origin: ORIGIN, Accept: 'text/html', Cookie: cookie, ...headers });
  const page = async (path: string | null, ...cookies: string[]) =>
    (await fetch(`${web.url}${path}`, { headers: { Cookie: cookies.join('; ') }, redirect: 'manual' })).text();
  const list = async (owner: Record<string, string>) =>
    (await call<{ webhooks: WebhookBody[] }>(`${web.url}/api/v1/webhooks`, { headers: owner })).body.webhooks;
  const log = async (owner: Record<string, string>, id: number) =>
    (await call<{ deliveries: DeliveryBody[] }>(`${web.url}/api/v1/webhooks/${id}/deliveries`, { headers: owner })).body.deliveries;
  /** The location, cookies and body of a response as one text. */
  const seen = ({ location, setCookies, body }: FormAnswer) => `${location} ${setCookies} ${body}`;
  /** All log lines so far. Waits, because a line may arrive after its response. */
  async function logged(): Promise<string> {
    const requestId = (await fetch(`${web.url}/healthz`)).headers.get('x-request-id') as string;
    await vi.waitFor(() => expect(web.output()).toContain(requestId), WAIT);
    return web.output();
  }

  it('hand a new secret to its owner’s next page, and to nothing and nobody else', async () => {
    const [anna, bert] = [await newUser(), await newUser()];
    const created = await send('create-webhook', { url: receiver.url, secret: SECRET, 'paste.created': 'on' }, anna.cookie);
    const [webhook] = await list(anna.owner);
    expect(webhook).toMatchObject({ url: receiver.url, events: ['paste.created'], isActive: true });
    const path = `/account/webhooks/${webhook?.id}`;
    expect([created.status, created.location]).toEqual([303, `${path}?notice=webhook-created`]);
    expect(created.setCookies).toEqual([
      expect.stringMatching(/^__Host-sealpaste-webhook=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=300$/),
    ]);
    const [handedOver = ''] = created.cookies;
    expect(await page(created.location, anna.cookie, handedOver)).toContain(SECRET);

    const other = await createWebhook(web.url, anna.owner);
    const foreign = await createWebhook(web.url, bert.owner);
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
    expect((await contentsOf(database)).includes(SECRET)).toBe(false);

    const changed = await send(
      'update-webhook',
      { webhookId: String(webhook?.id), url: receiver.url, secret: `${SECRET}2`, 'paste.created': 'on' },
      anna.cookie,
    );
    expect(changed.location).toBe(`${path}?notice=webhook-secret-saved`);
    expect(await page(changed.location, anna.cookie, changed.cookies[0] ?? '')).toContain(`${SECRET}2`);
    expect(seen(changed) + (await logged())).not.toContain(SECRET);

    const hidden = await send('hide-secret', {}, anna.cookie, { Accept: 'application/json' });
    expect([hidden.status, hidden.setCookies]).toEqual([204, [expect.stringMatching(/^__Host-sealpaste-webhook=;.*Max-Age=0$/)]]);
  });

  it.each([
    ['wrong', 'ftp://canary-host.example/x'],
    ['too long', `https://canary-host.example/${'x'.repeat(2_048)}`],
    ['of many letters that take room', `ftp://canary-host.example/${'名'.repeat(1_000)}`],
  ])('a form with an address that is %s keeps what was typed and names each mistake', async (_, url) => {
    const { owner, cookie } = await newUser();
    const refused = await send('create-webhook', { url, secret: 'canary7' }, cookie);
    expect([refused.status, refused.location]).toEqual([303, '/account/webhooks?notice=webhook-refused']);
    expect(refused.cookies[0]?.length).toBeLessThanOrEqual(4_096);
    const shown = await page(refused.location, cookie, refused.cookies[0] ?? '');
    for (const text of ['The server can’t send to this address', 'A secret has 8', 'Choose at least one event', 'value="canary7"'])
      expect(shown).toContain(text);
    // A cookie has no room for every address.
    if (!url.includes('名')) expect(shown).toContain(`value="${url}"`);
    const bert = await newUser();
    expect(await page(refused.location, bert.cookie, refused.cookies[0] ?? '')).not.toMatch(/canary7|canary-host/);
    expect(seen(refused) + (await logged())).not.toMatch(/canary7|canary-host/);
    expect(await list(owner)).toEqual([]);
  });

  it('refuse one more than there may be, and keep what was typed', async () => {
    const { owner, cookie } = await newUser();
    await Promise.all(Array.from({ length: 20 }, () => createWebhook(web.url, owner)));
    const refused = await send('create-webhook', { url: `${NOBODYS_URL}more`, secret: SECRET, 'paste.created': 'on' }, cookie);
    expect(refused.location).toBe('/account/webhooks?notice=too-many-webhooks');
    expect(await page(refused.location, cookie, refused.cookies[0] ?? '')).toContain(`value="${NOBODYS_URL}more"`);
    expect(await list(owner)).toHaveLength(20);
  });

  it('forms from another account get the response of a webhook that does not exist', async () => {
    const [anna, bert] = [await newUser(), await newUser()];
    const webhook = await createWebhook(web.url, anna.owner, { url: receiver.url });
    await createPaste(web.url, { content: 'text' }, anna.owner);
    const [delivery] = await log(anna.owner, webhook.id);
    for (const webhookId of [String(webhook.id), '2147483647', '0', 'x', ''])
      for (const [action, fields] of [
        ['update-webhook', { url: NOBODYS_URL, secret: SECRET, 'paste.created': 'on' }],
        ['update-webhook', { url: 'nonsense', secret: 'short' }],
        ['switch-webhook', { isActive: 'false' }],
        ['delete-webhook', {}],
        ['test-webhook', {}],
        ['redeliver', { deliveryId: delivery?.id ?? '' }],
      ] as [string, Record<string, string>][]) {
        const answer = await send(action, { ...fields, webhookId }, bert.cookie);
        const gone = [303, '/account/webhooks?notice=webhook-gone', []];
        expect([answer.status, answer.location, answer.setCookies], `${action} ${webhookId}`).toEqual(gone);
      }
    expect(await list(anna.owner)).toEqual([webhook]);
    expect(await log(anna.owner, webhook.id)).toEqual([delivery]);
    expect(receiver.received).toEqual([]);
  });

  it('a user may ask for twenty requests to receivers a minute; more are logged', async () => {
    const [anna, bert] = [await newUser(), await newUser()];
    const { id } = await createWebhook(web.url, anna.owner, { url: receiver.url });
    await createPaste(web.url, { content: 'text' }, anna.owner);
    const [delivery] = await log(anna.owner, id);
    const before = await call(`${web.url}/api/v1/webhooks`, { headers: anna.owner });
    const test = () => send('test-webhook', { webhookId: String(id) }, anna.cookie);
    const answers = await Promise.all(Array.from({ length: 22 }, test));
    const locations = answers.map(({ location }) => location).sort();
    expect(locations).toEqual([
      ...Array(20).fill(`/account/webhooks/${id}?notice=test-delivered#test`),
      ...Array(2).fill(`/account/webhooks/${id}?notice=too-many-sends`),
    ]);
    expect(receiver.received).toHaveLength(20);
    const asProgram = await send('test-webhook', { webhookId: String(id) }, anna.cookie, { Accept: 'application/json' });
    expect([asProgram.status, asProgram.body]).toEqual([429, '{"error":"Too Many Requests","code":"rate_limited"}']);
    const again = await send('redeliver', { webhookId: String(id), deliveryId: delivery?.id ?? '' }, anna.cookie);
    expect(again.location).toBe(`/account/webhooks/${id}?notice=too-many-sends`);
    expect(receiver.received).toHaveLength(20);
    expect(await logged()).toMatch(/"userId":\d+.*too many requests to receivers of webhooks, possible abuse/);

    const remaining = ({ headers }: { headers: Headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    const after = await call(`${web.url}/api/v1/webhooks`, { headers: anna.owner });
    expect(remaining(after)).toBeGreaterThanOrEqual(remaining(before) - 1);
    const other = await createWebhook(web.url, bert.owner, { url: receiver.url });
    expect((await send('test-webhook', { webhookId: String(other.id) }, bert.cookie)).location).toContain('test-delivered');
  });

  it('say what became of the newest delivery, and of a receiver that wants no more', async () => {
    const { owner, cookie } = await newUser();
    const asked = await createWebhook(web.url, owner, { url: `${receiver.url}/asked` });
    const off = await createWebhook(web.url, owner, { url: `${receiver.url}/off` });
    const text = async (path: string) => (await page(path, cookie)).replace(/<script[\s\S]*?<\/script>/g, '').replace(/<!-- -->/g, '');
    expect(await text('/account/webhooks')).toContain('No delivery yet');
    // All events are recorded before the first 410 switches the webhook off.
    for (const content of ['one', 'two', 'three']) await createPaste(web.url, { content }, owner);
    receiver.answer((response, { path }) => void response.writeHead(path.endsWith('/asked') ? 410 : 200).end());
    worker = await startWorker(environment);
    await vi.waitFor(async () => {
      expect((await log(owner, asked.id)).map(({ status }) => status)).toEqual(Array(3).fill('cancelled'));
      expect((await log(owner, off.id)).map(({ status }) => status)).toEqual(Array(3).fill('delivered'));
    }, WAIT);
    // Changing the events keeps the notice, since the address is the same.
    await send('update-webhook', { webhookId: String(asked.id), url: `${receiver.url}/asked`, 'paste.created': 'on' }, cookie);
    await send('switch-webhook', { webhookId: String(off.id), isActive: 'false' }, cookie);
    expect(await text(`/account/webhooks/${asked.id}`)).toContain('The receiver responded with 410 Gone');
    expect(await text(`/account/webhooks/${off.id}`)).not.toContain('The receiver responded with 410 Gone');
    const listed = await text('/account/webhooks');
    expect(listed.match(/The receiver responded with 410 Gone/g)).toHaveLength(1);
    expect(listed).toMatch(/\/asked<[\s\S]*Cancelled<[\s\S]*\/off<[\s\S]*Delivered</);
    // The notice goes with the address, because the response says nothing about another address.
    await send('update-webhook', { webhookId: String(asked.id), url: `${receiver.url}/moved`, 'paste.created': 'on' }, cookie);
    expect(await text(`/account/webhooks/${asked.id}`)).not.toContain('The receiver responded with 410 Gone');

    // The webhook is switched on again, and then off by hand.
    receiver.answer(withStatus(200));
    await send('switch-webhook', { webhookId: String(asked.id), isActive: 'true' }, cookie);
    await createPaste(web.url, { content: 'four' }, owner);
    await vi.waitFor(async () => expect((await log(owner, asked.id))[0]?.status).toBe('delivered'), WAIT);
    await send('switch-webhook', { webhookId: String(asked.id), isActive: 'false' }, cookie);
    expect(await text('/account/webhooks')).not.toContain('The receiver responded with 410 Gone');
    const refused = await send('redeliver', { webhookId: String(asked.id), deliveryId: (await log(owner, asked.id))[0]?.id ?? '' }, cookie);
    expect(refused.location).toBe(`/account/webhooks/${asked.id}?notice=delivery-refused#deliveries`);
  });
});
