import { createHmac } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import { test as base, createAccount, expect, sessionCookie } from '../support/account.fixture';
import { call, createPaste, createWebhook, NOBODYS_URL, type WebhookBody } from '../support/api';
import { takenOver } from '../support/browser.fixture';
import { type RunningProcess, startWorker } from '../support/processes';
import { type Receiver, startReceiver, withStatus } from '../support/receiver';

interface TestFixtures {
  /** After how many failed attempts a delivery is given up. */
  maxAttempts: string;
  /** Sends what is due, every tenth of a second. */
  worker: RunningProcess;
  receiver: Receiver;
  /** Somebody who is signed in in this browser: the header that says so to the API. */
  owner: { 'X-Api-Key': string };
}

const test = base.extend<TestFixtures>({
  maxAttempts: ['1', { option: true }],

  worker: [
    async ({ web, maxAttempts }, use) => {
      const worker = await startWorker({ ...web.environment, WORKER_WEBHOOK_MAX_RETRIES: maxAttempts });
      await use(worker);
      await worker.stop();
    },
    { auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures needed from it
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.stop();
  },

  owner: async ({ web, context }, use) => {
    await use({ 'X-Api-Key': await signIn(context, web.url) });
  },
});

// Leaving a page ends what it still loads, or asks anew.
test.beforeEach(({ noise }) => noise.allow(/^failed: net::ERR_ABORTED (GET|POST \S+\/hide-secret) /));

async function signIn(context: BrowserContext, baseUrl: string): Promise<string> {
  const { key } = await createAccount(baseUrl);
  await context.addCookies([await sessionCookie(baseUrl, key)]);
  return key;
}

const noticeOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const deliveries = (page: Page) => page.getByRole('region', { name: 'Deliveries' });
const shown = (page: Page, status: string) => deliveries(page).getByText(status, { exact: true });
const secretField = (page: Page) => page.getByRole('textbox', { name: 'Secret', exact: true });

/** To have the server's words instead of the browser's. */
const withoutBrowsersChecks = (page: Page) =>
  page
    .locator('form')
    .filter({ has: page.getByLabel('Address') })
    .evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });

async function fillIn(page: Page, { url, secret, events }: { url: string; secret: string; events: readonly string[] }): Promise<void> {
  await page.getByLabel('Address').fill(url);
  await page.getByRole('textbox', { name: /secret$/i }).fill(secret);
  for (const event of ['paste.created', 'paste.deleted', 'paste.expired']) await page.getByLabel(event).setChecked(events.includes(event));
}

test('a webhook is created, and what it sends is followed to its end, and sent again, on the open page', async ({
  page,
  web,
  owner,
  receiver,
}) => {
  await page.goto('/account');
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  await page.getByLabel('Address').fill(receiver.url);
  await page.getByRole('button', { name: 'Generate' }).click();
  await expect(secretField(page)).toHaveValue(/^whsec_[\w+/]{32}$/);
  const secret = await secretField(page).inputValue();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(noticeOf(page, 'The webhook is created')).toBeVisible();
  await expect(secretField(page).first()).toHaveValue(secret);
  await takenOver(page);
  await expect(deliveries(page)).toContainText('Nothing yet');

  // From here on the page is never loaded again by us: this would be gone.
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await createPaste(web.url, { content: 'text', title: 'first' }, owner);
  await expect(shown(page, 'Delivered')).toBeVisible();
  const [received] = receiver.received;
  expect(received).toMatchObject({ event: 'paste.created' });
  expect(JSON.parse(received?.body ?? '')).toMatchObject({ data: { title: 'first' } });
  // With the very secret that was generated: as bytes of its base64, as Standard Webhooks has it, and as text.
  expect(received?.headers['x-service-signature-256']).toBe(
    `sha256=${createHmac('sha256', secret)
      .update(received?.body ?? '')
      .digest('hex')}`,
  );

  receiver.answer(withStatus(500, {}, 'Traceback <b>line</b> 7'));
  await createPaste(web.url, { content: 'text' }, owner);
  await expect(shown(page, 'Failed')).toBeVisible();
  await expect(deliveries(page).getByRole('status')).toHaveText('Newest: failed.');
  await expect(shown(page, 'Delivered')).toHaveCount(1);
  const failed = deliveries(page).getByRole('listitem').filter({ hasText: 'Failed' });
  await expect(failed).toContainText('Answered 500');
  await failed.getByText('Details').click();
  await expect(failed.locator('pre')).toHaveText('Traceback <b>line</b> 7');
  // What was just shown for the only time is not taken away by the page's own refreshing.
  await expect(secretField(page).first()).toHaveValue(secret);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);

  receiver.answer(withStatus(204));
  const { id } = receiver.received[1] ?? {};
  await failed.getByRole('button', { name: 'Redeliver' }).click();
  await expect(noticeOf(page, 'It is sent again')).toBeVisible();
  await expect(shown(page, 'Delivered')).toHaveCount(2);
  expect(receiver.received.map((delivery) => delivery.id)).toEqual([expect.any(String), id, id]);
  // Nobody is told of the secret any more.
  await expect(page.getByText('it is shown this once')).toHaveCount(0);
  expect(await page.content()).not.toContain(secret);
});

test.describe('with more than one attempt', () => {
  test.use({ maxAttempts: '5' });

  test('a delivery that is tried again says when, and can be tried at once', async ({ page, web, owner, receiver }) => {
    receiver.answer(withStatus(503));
    const { id } = await createWebhook(web.url, owner, { url: receiver.url });
    await page.goto(`/account/webhooks/${id}`);
    await createPaste(web.url, { content: 'text' }, owner);
    await expect(shown(page, 'Retrying')).toBeVisible();
    await expect(deliveries(page)).toContainText('Next try in less than a minute (');
    await expect(deliveries(page).getByRole('status')).toContainText('1 is on its way');
    receiver.answer(withStatus(200));
    await deliveries(page).getByRole('button', { name: 'Try paste.created now' }).click();
    await expect(shown(page, 'Delivered')).toBeVisible();
    await expect(deliveries(page)).toContainText('2 attempts');
  });
});

test('a test says on the spot what the receiver answered, or that nobody did', async ({ page, web, owner, receiver, noise }) => {
  noise.allow(/404 \(Not Found\)/);
  receiver.answer(withStatus(200, {}, '<i>thanks</i>'));
  const { id } = await createWebhook(web.url, owner, { url: receiver.url });
  await page.goto(`/account/webhooks/${id}`);
  await takenOver(page);
  const region = page.getByRole('region', { name: 'Test', exact: true });
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(region.getByRole('status')).toHaveText(/^Delivered: it answered 200 in \d+ ms\.$/);
  await expect(region.locator('pre')).toHaveText('<i>thanks</i>');
  expect(receiver.received).toMatchObject([{ event: 'webhook.test' }]);

  receiver.answer(withStatus(500, {}, 'x'.repeat(5_000)));
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(region.getByRole('status')).toHaveText(/^Not delivered: it answered 500 in \d+ ms\.$/);
  await expect(region.locator('pre')).toHaveText('x'.repeat(1_000));
  await expect(page.getByRole('button', { name: 'Send test' })).toBeFocused();

  await call(`${web.url}/api/v1/webhooks/${id}`, { method: 'PATCH', json: { url: NOBODYS_URL }, headers: owner });
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(region.getByRole('status')).toHaveText(/^Not delivered: connection refused, after \d+ ms\.$/);

  // Deleted meanwhile, elsewhere.
  await call(`${web.url}/api/v1/webhooks/${id}`, { method: 'DELETE', headers: owner });
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByRole('heading', { name: 'This webhook is not here' })).toBeVisible();
});

test('what is wrong is said at each field, and nothing typed is lost or shown in an address', async ({ page, context, owner, web }) => {
  const addresses: string[] = [];
  context.on('request', (request) => addresses.push(request.url()));
  await page.goto('/account/webhooks');
  await takenOver(page);
  await withoutBrowsersChecks(page);
  await fillIn(page, { url: 'ftp://example.com/hook', secret: 'tooshor', events: [] });
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was saved' })).toBeVisible();
  await expect(page.getByLabel('Address')).toHaveAccessibleDescription(/^Nothing can be sent to this address: expected an https/);
  await expect(page.getByLabel('Address')).toBeFocused();
  await expect(secretField(page)).toHaveAccessibleDescription('A secret has from 8 to 256 characters.');
  await expect(page.getByRole('group', { name: 'Events' })).toHaveAccessibleDescription('Choose at least one event.');
  await expect(page.getByLabel('Address')).toHaveValue('ftp://example.com/hook');
  await expect(secretField(page)).toHaveValue('tooshor');
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);

  // The same of one that is there.
  const { id } = await createWebhook(web.url, owner);
  await page.goto(`/account/webhooks/${id}`);
  await withoutBrowsersChecks(page);
  await fillIn(page, { url: NOBODYS_URL, secret: 'short', events: ['paste.expired'] });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('New secret')).toHaveAccessibleDescription('A secret has from 8 to 256 characters.');
  await expect(page.getByLabel('New secret')).toBeFocused();
  await expect(page.getByLabel('New secret')).toHaveValue('short');
  await expect(page.getByLabel('paste.expired')).toBeChecked();
  await expect(page.getByLabel('paste.created')).not.toBeChecked();
  // Whoever goes on and comes back begins anew.
  await page.goto(`/account/webhooks/${id}`);
  await expect(page.getByLabel('New secret')).toHaveValue('');
  await expect(page.getByLabel('paste.created')).toBeChecked();
  expect(addresses.filter((address) => /tooshor|=short|example\.com/.test(address))).toEqual([]);
});

test('a webhook is changed, given another secret, switched off and on, and deleted', async ({ page, web, owner, receiver, noise }) => {
  noise.allow(/404 \(Not Found\)/);
  const { id } = await createWebhook(web.url, owner, { events: ['paste.created'] });
  const read = async () => (await call<WebhookBody>(`${web.url}/api/v1/webhooks/${id}`, { headers: owner })).body;
  await page.goto('/account/webhooks');
  await page.getByRole('link', { name: NOBODYS_URL }).click();
  await fillIn(page, { url: receiver.url, secret: '', events: ['paste.created', 'paste.deleted'] });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(noticeOf(page, 'Saved.')).toBeVisible();
  await expect(page.getByRole('heading', { name: receiver.url })).toBeVisible();
  expect(await read()).toMatchObject({ url: receiver.url, events: ['paste.created', 'paste.deleted'] });

  await page.getByLabel('New secret').fill('another secret of tests');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(noticeOf(page, 'For a day from now both secrets sign')).toBeVisible();
  await expect(secretField(page)).toHaveValue('another secret of tests');
  await takenOver(page);
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText('Delivered: it answered 200')).toBeVisible();
  const { body = '', headers = {} } = receiver.received[0] ?? {};
  const signed = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  expect(headers['x-service-signature-256']).toBe(signed('another secret of tests'));
  expect(headers['x-service-signature-256-previous']).toBe(signed('a secret of tests'));

  await page.getByRole('button', { name: 'Switch off' }).click();
  await expect(noticeOf(page, 'Switched off:')).toBeVisible();
  await expect(page.getByText('Off', { exact: true })).toBeVisible();
  expect(await read()).toMatchObject({ isActive: false });
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(noticeOf(page, 'Switched on:')).toBeVisible();
  expect(await read()).toMatchObject({ isActive: true });

  await page.getByText('Delete…').click();
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await expect(noticeOf(page, 'The webhook is deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  expect((await page.goto(`/account/webhooks/${id}`))?.status()).toBe(404);
});

test('a receiver that wants no more has switched it off, and both pages say so', async ({ page, web, owner, receiver }) => {
  receiver.answer(withStatus(410));
  const { id } = await createWebhook(web.url, owner, { url: receiver.url });
  await page.goto(`/account/webhooks/${id}`);
  // One: another might come when the webhook is off already.
  await createPaste(web.url, { content: 'text' }, owner);
  await expect(page.getByText('Its receiver answered 410 Gone')).toBeVisible();
  await expect(shown(page, 'Cancelled')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Redeliver' })).toHaveCount(0);
  await page.getByRole('link', { name: 'All webhooks' }).click();
  await expect(page.getByRole('listitem')).toContainText('Its receiver answered 410 Gone');
  await expect(page.getByRole('listitem')).toContainText('Newest delivery: Cancelled');
});

test('the log has pages, and sending again leads back to the same one', async ({ page, web, owner, receiver }) => {
  const { id } = await createWebhook(web.url, owner, { url: receiver.url, events: ['paste.created'] });
  for (let index = 0; index < 22; index++) await createPaste(web.url, { content: 'text', title: `${index}` }, owner);
  await expect.poll(() => receiver.received.length).toBe(22);
  await page.goto(`/account/webhooks/${id}`);
  await expect(deliveries(page).getByRole('listitem')).toHaveCount(20);
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(deliveries(page).getByRole('listitem')).toHaveCount(2);
  await deliveries(page).getByRole('button', { name: 'Redeliver' }).last().click();
  await expect(noticeOf(page, 'It is sent again')).toBeVisible();
  await expect(deliveries(page).getByRole('listitem')).toHaveCount(2);
  await expect.poll(() => receiver.received.length).toBe(23);
  await expect(shown(page, 'Delivered')).toHaveCount(2);
  expect(receiver.received[22]?.body).toContain('"title":"0"');
});

test('to another account it is not there, nor to somebody signed out', async ({ page, context, web, owner, receiver, noise }) => {
  noise.allow(/404 \(Not Found\)/);
  const { id } = await createWebhook(web.url, owner, { url: receiver.url });
  await signIn(context, web.url);
  for (const path of [`/account/webhooks/${id}`, '/account/webhooks/2147483647', '/account/webhooks/x']) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'This webhook is not here' })).toBeVisible();
    expect(await page.content()).not.toContain(receiver.url);
  }
  await page.getByRole('link', { name: 'All webhooks' }).click();
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  await context.clearCookies();
  for (const path of [`/account/webhooks/${id}`, '/account/webhooks']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Sign in with your key' })).toBeVisible();
  }
});

test('everything works without JavaScript', async ({ browser, web, receiver }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: web.url });
  const owner = { 'X-Api-Key': await signIn(context, web.url) };
  const page = await context.newPage();
  await page.goto('/account/webhooks');
  await withoutBrowsersChecks(page);
  await fillIn(page, { url: 'https://user:pass@example.com/', secret: 'short', events: ['paste.deleted'] });
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByText('Nothing can be sent to this address: expected no user name or password.')).toBeVisible();
  await expect(page.getByLabel('Address')).toHaveValue('https://user:pass@example.com/');
  await expect(secretField(page)).toHaveValue('short');
  await fillIn(page, { url: receiver.url, secret: 'long enough', events: ['paste.created'] });
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(secretField(page).first()).toHaveValue('long enough');
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await expect(page.getByText('it is shown this once')).toHaveCount(0);

  receiver.answer(withStatus(200, {}, 'thanks'));
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText('Delivered: it answered 200')).toBeVisible();
  await expect(page.locator('#test pre')).toHaveText('thanks');
  receiver.answer(withStatus(500, {}, '名'.repeat(2_000)));
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText('Not delivered: it answered 500')).toBeVisible();
  // As much as fits into a cookie.
  await expect(page.locator('#test pre')).toHaveText(/^名{800,}…$/);

  await createPaste(web.url, { content: 'text' }, owner);
  await expect(async () => {
    await page.reload();
    await expect(shown(page, 'Failed')).toBeVisible({ timeout: 500 });
  }).toPass();
  receiver.answer(withStatus(200));
  await page.getByRole('button', { name: 'Redeliver' }).click();
  await expect(noticeOf(page, 'It is sent again')).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(shown(page, 'Delivered')).toBeVisible({ timeout: 500 });
  }).toPass();

  await page.getByLabel('paste.expired').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(noticeOf(page, 'Saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('Delete…').click();
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await expect(noticeOf(page, 'The webhook is deleted')).toBeVisible();
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no violation of accessibility, and nothing wider than a phone: ${colorScheme}`, async ({ page, web, owner, receiver }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 720 });
    const check = async () => {
      await takenOver(page);
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    };
    await page.goto('/account/webhooks');
    await check();
    await withoutBrowsersChecks(page);
    await fillIn(page, { url: `ftp://example.com/${'long'.repeat(60)}`, secret: 'x', events: [] });
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await expect(page.getByText('Choose at least one event.')).toBeVisible();
    await check();
    await fillIn(page, { url: `${receiver.url}?${'long'.repeat(60)}`, secret: 'long enough', events: ['paste.created'] });
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await expect(page.getByText('it is shown this once')).toBeVisible();
    await check();
    receiver.answer(withStatus(500, {}, `${'x'.repeat(400)}\n`.repeat(2)));
    await createPaste(web.url, { content: 'text' }, owner);
    await expect(shown(page, 'Failed')).toBeVisible();
    await page.getByText('Details').click();
    await page.getByRole('button', { name: 'Send test' }).click();
    await expect(page.getByText('Not delivered:')).toBeVisible();
    await page.getByText('Delete…').click();
    await page.getByText('How your program knows').click();
    await check();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await expect(noticeOf(page, 'Switched off:')).toBeVisible();
    await check();
    await page.goto('/account/webhooks');
    await expect(page.getByRole('listitem')).toContainText('Newest delivery: Failed');
    await check();
  });
}
