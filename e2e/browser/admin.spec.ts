import type { BrowserContext, Page } from '@playwright/test';
import { accountMessages } from '#components/messages/account';
import { adminMessages } from '#components/messages/admin';
import { errorPageMessages } from '#components/messages/error-page';
import { noticeMessages } from '#components/messages/notice';
import { reportMessages } from '#components/messages/report';
import { shortened } from '#lib/pastes/paste.rules';
import { expectAccessible } from '../support/accessibility';
import { createPaste } from '../support/api';
import { signedIn } from '../support/browser-accounts';
import { expect, test } from '../support/browser-fixture';
import { runAdmin, type WebProcess } from '../support/processes';

const WIDTHS = [360, 1280];
const words = adminMessages;
const { done } = noticeMessages;
const statusOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** Makes an administrator and signs the browser in. */
async function signedInAdmin(context: BrowserContext, web: WebProcess) {
  const account = await signedIn(context, web.url);
  expect((await runAdmin(['user', 'promote', account.name], web.environment)).code).toBe(0);
  return account;
}

/** Reports a paste, as a reader does. */
async function report(page: Page, publicId: string): Promise<void> {
  await page.goto(`/report/${publicId}`);
  await page.getByLabel(reportMessages.reasons.spam).check();
  await page.getByLabel(reportMessages.text).fill(`look at ${publicId} ${'-'.repeat(100)}`);
  await page.getByRole('button', { name: reportMessages.submit }).click();
  await expect(page.getByRole('heading', { name: reportMessages.sentTitle })).toBeVisible();
}

test('a report sent without JavaScript is handled, and the audit shows it', async ({ plainPage, page, web }) => {
  const { publicId } = await createPaste(web.url, { content: 'advertising' });
  const { name } = await signedInAdmin(page.context(), web);
  await report(plainPage, publicId);
  await page.goto('/account/settings');
  await page.getByRole('link', { name: words.title }).click();
  await page
    .getByRole('link', { name: /^Report / })
    .first()
    .click();
  await expect(page.getByText(publicId).first()).toBeVisible();
  await page.getByRole('button', { name: words.pastes.holdOf(shortened(publicId)) }).click();
  await expect(statusOf(page, done['paste-held'])).toBeVisible();
  expect((await fetch(`${web.url}/raw/${publicId}`)).status).toBe(404);
  await page.getByText(words.pastes.removeAndClose, { exact: true }).click();
  await page.getByRole('button', { name: words.pastes.confirmRemove }).click();
  await expect(statusOf(page, done['paste-removed'])).toBeVisible();
  await page.getByRole('link', { name: words.pages.audit }).click();
  for (const action of ['report.closed', 'paste.removed', 'paste.held'] as const)
    await expect(
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: words.audit.actions[action] }) })
        .getByText(words.audit.by.user(name)),
    ).toBeVisible();
});

test('to anybody else the administration is not there', async ({ page, context, web, noise }) => {
  const paths = ['', '/reports', '/reports/x', '/pastes', '/users', '/users/1', '/bans', '/audit', '/health'];
  for (const who of ['a visitor', 'a user']) {
    if (who === 'a user') await signedIn(context, web.url);
    const cookies = (await context.cookies(web.url)).map(({ name, value }) => `${name}=${value}`).join('; ');
    for (const path of paths) {
      const response = await fetch(`${web.url}/account/admin${path}`, {
        headers: { Cookie: cookies, Accept: 'text/html' },
        redirect: 'manual',
      });
      expect([who, path, response.status]).toEqual([who, path, 404]);
      expect(await response.text()).not.toContain(words.title);
    }
  }
  noise.allow(/404/);
  await page.goto('/account/admin/users');
  await expect(page.getByRole('heading', { name: errorPageMessages.pageNotFoundTitle })).toBeVisible();
});

// brand.spec.ts checks the pages as they are.
test('a key that was just made is shown accessibly, and nothing is wider than a phone', async ({ page, context, web }) => {
  const { name } = await signedInAdmin(context, web);
  await page.goto('/account/admin/users');
  await page.getByLabel(words.users.search).fill(name);
  await page.getByRole('button', { name: words.filter }).click();
  // The previous page has the same link, so the test waits for the address.
  await expect(page).toHaveURL(/[?&]prefix=/);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByLabel(words.users.keyName).fill('laptop');
  await page.getByRole('button', { name: words.users.create }).click();
  await expect(page.getByRole('textbox', { name: accountMessages.keys.newLabel, exact: true })).toBeVisible();
  await expectAccessible(page, 'a user', WIDTHS);
});
