import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { accountMessages } from '#components/messages/account';
import { errorPageMessages } from '#components/messages/error-page';
import { noticeMessages } from '#components/messages/notice';
import { webhookMessages } from '#components/messages/webhook';
import { webhookSecretMessages } from '#components/messages/webhook-secret';
import { webhookTestMessages } from '#components/messages/webhook-test';
import { withStatus } from '#lib/testing/receiver';
import { expectAccessible } from '../support/accessibility';
import { createPaste, createWebhook } from '../support/api';
import { signedIn } from '../support/browser-accounts';
import { test as base, expect } from '../support/browser-fixture';
import { isMarked, mark, takenOver } from '../support/page-state';

interface TestFixtures {
  /** The header that identifies the user of this browser to the API. */
  owner: { 'X-Api-Key': string };
}

const test = base.extend<TestFixtures>({
  owner: async ({ web, context }, use) => use((await signedIn(context, web.url)).headers),
});

const noticeOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const deliveries = (page: Page) => page.getByRole('region', { name: webhookMessages.deliveriesTitle });
const shown = (page: Page, status: string) => deliveries(page).getByText(status, { exact: true });
const secretField = (page: Page) => page.getByRole('textbox', { name: webhookSecretMessages.label, exact: true });

async function fillIn(page: Page, { url, secret, events }: { url: string; secret: string; events: readonly string[] }): Promise<void> {
  await page.getByLabel(webhookMessages.url).fill(url);
  await page.getByRole('textbox', { name: /secret$/i }).fill(secret);
  for (const event of ['paste.created', 'paste.deleted', 'paste.expired']) await page.getByLabel(event).setChecked(events.includes(event));
}

test('a new webhook’s deliveries update on the open page and can be sent again', async ({ page, web, owner, receiver }) => {
  await page.goto('/account/settings');
  await page.getByRole('link', { name: accountMessages.pages.webhooks }).click();
  await expect(page.getByRole('heading', { name: webhookMessages.emptyTitle })).toBeVisible();
  await takenOver(page);
  await page.getByLabel(webhookMessages.url).fill(receiver.url);
  await page.getByRole('button', { name: webhookSecretMessages.generate }).click();
  await expect(secretField(page)).toHaveValue(/^whsec_[\w+/]{32}$/);
  const secret = await secretField(page).inputValue();
  await page.getByRole('button', { name: webhookMessages.create }).click();
  await expect(noticeOf(page, noticeMessages.done['webhook-created'])).toBeVisible();
  await expect(secretField(page).first()).toHaveValue(secret);
  expect(await page.context().cookies()).toHaveLength(1);
  await page.getByRole('link', { name: webhookMessages.openCreated }).click();
  await expect(deliveries(page)).toContainText(webhookMessages.none);
  await takenOver(page);
  // The secret is no longer shown.
  expect(await page.content()).not.toContain(secret);

  // The mark would be lost if the page were loaded again.
  await mark(page);
  await createPaste(web.url, { content: 'text', title: 'first' }, owner);
  await expect(shown(page, webhookMessages.statuses.delivered)).toBeVisible();
  const [received] = receiver.received;
  expect(received).toMatchObject({ event: 'paste.created' });
  expect(JSON.parse(received?.body ?? '')).toMatchObject({ data: { title: 'first' } });
  // The signatures use the generated secret: its base64 as bytes, as in Standard Webhooks, and as text.
  expect(received?.headers['x-service-signature-256']).toBe(
    `sha256=${createHmac('sha256', secret)
      .update(received?.body ?? '')
      .digest('hex')}`,
  );

  receiver.answer(withStatus(500, {}, 'Traceback <b>line</b> 7'));
  await createPaste(web.url, { content: 'text' }, owner);
  await expect(shown(page, webhookMessages.statuses.failed)).toBeVisible();
  await expect(deliveries(page).getByRole('status').first()).toHaveText(webhookMessages.newestIs.failed);
  await expect(shown(page, webhookMessages.statuses.delivered)).toHaveCount(1);
  const failed = deliveries(page).getByRole('listitem').filter({ hasText: webhookMessages.statuses.failed });
  await expect(failed).toContainText(webhookMessages.responded(500));
  await failed.getByText(webhookMessages.details).click();
  await expect(failed.locator('pre')).toHaveText('Traceback <b>line</b> 7');
  expect(await isMarked(page)).toBe(true);

  receiver.answer(withStatus(204));
  const { id } = receiver.received[1] ?? {};
  await failed.getByRole('button', { name: webhookMessages.redeliver }).click();
  await expect(noticeOf(page, noticeMessages.done['delivery-queued'])).toBeVisible();
  await expect(shown(page, webhookMessages.statuses.delivered)).toHaveCount(2);
  expect(receiver.received.map((delivery) => delivery.id)).toEqual([expect.any(String), id, id]);
});

test('to another account it is not there, nor to somebody signed out', async ({ page, context, web, owner, receiver, noise }) => {
  noise.allow(/404 \(Not Found\)/);
  const { id } = await createWebhook(web.url, owner, { url: receiver.url });
  await signedIn(context, web.url);
  for (const path of [`/account/webhooks/${id}`, '/account/webhooks/2147483647', '/account/webhooks/x']) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: errorPageMessages.pageNotFoundTitle })).toBeVisible();
    expect(await page.content()).not.toContain(receiver.url);
  }
  await page.goto('/account/webhooks');
  await expect(page.getByRole('heading', { name: webhookMessages.emptyTitle })).toBeVisible();
  await context.clearCookies();
  for (const path of [`/account/webhooks/${id}`, '/account/webhooks']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: accountMessages.signIn.heading })).toBeVisible();
  }
});

test('no violation of accessibility, and nothing wider than a phone', { tag: '@prove' }, async ({ page, web, owner, receiver, noise }) => {
  noise.allow(/400 \(Bad Request\)/);
  const check = async (state: string) => {
    await takenOver(page);
    await expectAccessible(page, state);
  };
  await page.goto('/account/webhooks');
  await check('no webhooks');
  await fillIn(page, { url: `ftp://example.com/${'long'.repeat(60)}`, secret: 'long enough', events: [] });
  await page.getByRole('button', { name: webhookMessages.create }).click();
  await expect(page.getByText(webhookMessages.eventsRefused)).toBeVisible();
  await check('refused');
  await fillIn(page, { url: `${receiver.url}?${'long'.repeat(60)}`, secret: 'long enough', events: ['paste.created'] });
  await page.getByRole('button', { name: webhookMessages.create }).click();
  await expect(page.getByText(webhookSecretMessages.newText)).toBeVisible();
  await check('created');
  await page.getByRole('link', { name: webhookMessages.openCreated }).click();
  await takenOver(page);
  receiver.answer(withStatus(500, {}, `${'x'.repeat(400)}\n`.repeat(2)));
  await createPaste(web.url, { content: 'text' }, owner);
  await expect(shown(page, webhookMessages.statuses.failed)).toBeVisible();
  await page.getByText(webhookMessages.details).click();
  await page.getByRole('button', { name: webhookTestMessages.send }).click();
  await expect(page.getByText('Not delivered:')).toBeVisible();
  await page.getByText(webhookMessages.delete).click();
  await page.getByText(webhookMessages.verifyTitle).click();
  await check('a delivery that failed, everything unfolded');
  await page.getByRole('button', { name: webhookMessages.switchOff }).click();
  await expect(noticeOf(page, noticeMessages.done['webhook-off'])).toBeVisible();
  await check('switched off');
  await page.goto('/account/webhooks');
  await expect(page.getByRole('listitem')).toContainText(`${webhookMessages.latest} ${webhookMessages.statuses.failed}`);
  await check('the list');
});
