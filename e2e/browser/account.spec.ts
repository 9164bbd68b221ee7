import type { Page } from '@playwright/test';
import { accountMessages } from '#components/messages/account';
import { editorMessages } from '#components/messages/editor';
import { mineMessages } from '#components/messages/mine';
import { noticeMessages } from '#components/messages/notice';
import { problemMessages } from '#components/messages/problem';
import { formatExpiry } from '#components/ui/times';
import { openFile } from '#lib/db/engines/sqlite-driver';
import { expectAccessible } from '../support/accessibility';
import { call, createPaste, readPaste } from '../support/api';
import { signedIn } from '../support/browser-accounts';
import { expect, test } from '../support/browser-fixture';
import { takenOver } from '../support/page-state';
import { createButton, createdLinks, textArea } from '../support/paste-pages';
import type { WebProcess } from '../support/processes';

const noticeOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const shownKey = (page: Page) => page.getByRole('textbox', { name: accountMessages.keys.newLabel, exact: true });
const keyRow = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
const rowOf = (page: Page, title: string) => page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: title });

/** Makes every sign-in older than ten minutes. */
function signedInLongAgo(web: WebProcess): void {
  const database = openFile(new URL(web.environment.DATABASE_URL ?? '').pathname);
  database.prepare('UPDATE sessions SET created_at = created_at - 600001').run();
  database.close();
}

test('pastes are listed, found by their title, extended and deleted', async ({ page, context, web }) => {
  const { headers: mine } = await signedIn(context, web.url);
  const { publicId, expiresAt } = await createPaste(web.url, { content: 'a', title: 'nginx.conf', ttlSeconds: 3600 }, mine);
  const newer = [...Array(50).keys()].map((index) => createPaste(web.url, { content: 'a', title: `log ${index}` }, mine));
  await Promise.all(newer);
  await page.goto('/mine');
  await expect(page.getByRole('rowheader')).toHaveCount(50);
  // Fifty rows are on one screen of 1,440 pixels. A row is 25 pixels: WCAG 2.2 (2.5.8) wants 24 for a target.
  expect((await page.getByRole('table').boundingBox())?.height).toBeLessThanOrEqual(1_300);
  await expect(rowOf(page, 'nginx.conf')).toHaveCount(0);
  await page.getByRole('link', { name: mineMessages.older }).click();
  await expect(rowOf(page, 'nginx.conf')).toBeVisible();

  await page.getByLabel(mineMessages.searchLabel).fill('NGINX');
  await page.getByRole('button', { name: mineMessages.search }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await page.getByLabel(mineMessages.changeOf('nginx.conf')).click();
  await page.getByLabel(mineMessages.extendBy).selectOption(formatExpiry(86400));
  await page.getByRole('button', { name: mineMessages.extend, exact: true }).click();
  await expect(noticeOf(page, noticeMessages.done.extended)).toBeVisible();
  const { body } = await readPaste(web.url, publicId);
  expect(Date.parse(body.expiresAt ?? '') - Date.parse(expiresAt ?? '')).toBe(86_400_000);

  // The page still has the search term.
  await expect(page.getByLabel(mineMessages.searchLabel)).toHaveValue('NGINX');
  await page.getByRole('button', { name: mineMessages.delete }).click();
  await expect(noticeOf(page, noticeMessages.done.deleted)).toBeVisible();
  await expect(page.getByRole('heading', { name: mineMessages.notFoundTitle('NGINX') })).toBeVisible();
  expect((await readPaste(web.url, publicId)).status).toBe(404);
});

test('a key is made, shown this once, listed, used, and revoked', async ({ page, context, web }) => {
  await signedIn(context, web.url);
  await page.goto('/account/settings');
  await page.getByLabel(accountMessages.register.name, { exact: true }).fill('laptop');
  await page.getByLabel(accountMessages.keys.lifetime).selectOption(accountMessages.keys.lifetimes[30]);
  await page.getByRole('button', { name: accountMessages.keys.create }).click();
  await expect(shownKey(page)).toHaveValue(/^sp_/);
  const key = await shownKey(page).inputValue();
  expect(await context.cookies()).toHaveLength(1);
  await page.reload();
  await expect(keyRow(page, 'laptop')).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);
  expect(await page.content()).not.toContain(key.slice(12));
  await expect(keyRow(page, 'laptop')).toContainText(accountMessages.keys.neverUsed);
  await expect(keyRow(page, 'laptop')).toContainText(accountMessages.keys.expires);

  const list = () => call(`${web.url}/api/v1/pastes`, { headers: { 'X-Api-Key': key } });
  expect((await list()).status).toBe(200);
  await expect(async () => {
    await page.reload();
    await expect(keyRow(page, 'laptop')).toContainText(accountMessages.keys.lastUsed, { timeout: 1_000 });
  }).toPass();

  await keyRow(page, 'laptop').getByText(accountMessages.keys.revoke).click();
  await keyRow(page, 'laptop').getByRole('button', { name: accountMessages.keys.confirmRevoke }).click();
  await expect(noticeOf(page, noticeMessages.done['key-revoked'])).toBeVisible();
  expect((await list()).status).toBe(401);
});

test('revoking the key one is signed in with signs out, every copy of the cookie too', async ({ page, context, web }) => {
  await signedIn(context, web.url);
  await page.goto('/account/settings');
  const copy = await context.cookies();
  const own = rowOf(page, accountMessages.keys.thisSession);
  await own.getByText(accountMessages.keys.revoke).click();
  await own.getByRole('button', { name: accountMessages.keys.confirmRevoke }).click();
  await expect(page.getByRole('heading', { name: accountMessages.signIn.heading })).toBeVisible();
  await context.clearCookies();
  await context.addCookies(copy);
  await page.goto('/account/settings');
  await expect(page.getByRole('heading', { name: accountMessages.signIn.heading })).toBeVisible();
});

test('this browser remembers titles of its pastes, not their keys, until turned off', async ({ page }) => {
  const create = async () => {
    await page.goto('/');
    await takenOver(page);
    await textArea(page).fill('anonymous');
    await page.getByLabel(editorMessages.title).fill('anonymous title');
    await createButton(page).click();
    return createdLinks(page);
  };
  const stored = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  const { publicId, key } = await create();
  await expect.poll(stored).toContain(publicId);
  expect(await stored()).not.toContain(key);

  await page.goto('/mine');
  await page.getByRole('link', { name: 'anonymous title' }).click();
  await expect(page.getByRole('button', { name: mineMessages.delete })).toBeVisible();
  await page.goto('/mine');
  await page.getByLabel(mineMessages.changeOf('anonymous title')).click();
  await page.getByRole('button', { name: mineMessages.forget }).click();
  await expect(page.getByText(mineMessages.emptyTitle)).toBeVisible();

  const another = (await create()).publicId;
  await page.goto('/mine');
  await expect(page.getByRole('link', { name: 'anonymous title' })).toBeVisible();
  await page.getByRole('switch', { name: mineMessages.remember }).click();
  await expect(page.getByText(mineMessages.emptyOff)).toBeVisible();
  expect(await stored()).not.toContain(another);
  const last = (await create()).publicId;
  expect(await stored()).not.toContain(last);
});

test('an account is made, and deleted once its owner has shown the key again', async ({ page, web, noise }) => {
  // A download is no page, and the sign-in is too old for the first try.
  noise.allow(/ERR_ABORTED POST \S+\/export$/);
  noise.allow(/403 \(Forbidden\)/);
  const name = `new-${Date.now()}`;
  await page.goto('/account/register');
  await takenOver(page);
  await page.getByLabel(accountMessages.register.name, { exact: true }).fill(name);
  await page.getByRole('button', { name: accountMessages.register.submit }).click();
  const key = await shownKey(page).inputValue();
  expect(await page.context().cookies()).toEqual([]);
  await page.getByRole('button', { name: accountMessages.register.continue }).click();
  await expect(page.getByRole('heading', { name: mineMessages.emptyTitle })).toBeVisible();
  await createPaste(web.url, { content: 'a', title: 'from a script' }, { 'X-Api-Key': key });
  await page.goto('/account/settings');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: accountMessages.data.download }).click();
  expect((await download).suggestedFilename()).toBe('sealpaste.jsonl');

  signedInLongAgo(web);
  await takenOver(page);
  await page.getByText(accountMessages.data.open).click();
  const field = page.getByLabel(accountMessages.data.nameLabel(name));
  await field.fill(name);
  await page.getByRole('button', { name: accountMessages.data.confirm }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(problemMessages.confirm);
  const [confirming] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: accountMessages.confirm.title }).click(),
  ]);
  await confirming.getByLabel(accountMessages.signIn.key).fill(key);
  await confirming.getByRole('button', { name: accountMessages.confirm.submit, exact: true }).click();
  await expect(confirming.getByText(noticeMessages.done.confirmed)).toBeVisible();
  await confirming.close();
  await expect(field).toHaveValue(name);
  await page.getByRole('button', { name: accountMessages.data.confirm }).click();
  await expect(page.getByText(noticeMessages.done['account-deleted'])).toBeVisible();
  expect((await call(`${web.url}/api/v1/pastes`, { headers: { 'X-Api-Key': key } })).status).toBe(401);
});

test('without JavaScript the pages say that they change nothing, and sign in and out', async ({ plainPage: page, web }) => {
  await signedIn(page.context(), web.url);
  for (const path of ['/mine', '/account/settings', '/account/webhooks', '/account/chats']) {
    await page.goto(path);
    // Searches by role or text skip a `noscript` element.
    await expect(page.locator('noscript p').first()).toContainText(accountMessages.noScript);
  }
  await page.getByRole('button', { name: accountMessages.signOut }).click();
  await expect(page.getByRole('heading', { name: accountMessages.signIn.heading })).toBeVisible();
});

test('no violation of accessibility, and nothing wider than a phone', { tag: '@prove' }, async ({ page, context, web }) => {
  const { headers } = await signedIn(context, web.url);
  await page.goto('/mine');
  await expectAccessible(page, 'no pastes');
  await createPaste(web.url, { content: 'a', title: `long${'-'.repeat(200)}`, ttlSeconds: 60, burnAfterRead: true }, headers);
  await createPaste(web.url, { content: 'a', isE2ee: true }, headers);
  await page.goto('/mine');
  await page.getByLabel(mineMessages.changeOf(mineMessages.encrypted)).click();
  await expectAccessible(page, 'pastes');
  await page.goto('/account/settings');
  await page.getByLabel(accountMessages.register.name, { exact: true }).fill('x'.repeat(64));
  await page.getByRole('button', { name: accountMessages.keys.create }).click();
  await expect(shownKey(page)).toBeVisible();
  await page.getByText(accountMessages.keys.revoke).last().click();
  await expectAccessible(page, 'keys');
});
