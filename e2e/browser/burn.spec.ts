/** Tests burn pastes as readers and makers see them: no mistake loses a paste, and looking burns none. */
import type { Page } from '@playwright/test';
import { commonMessages } from '#components/messages/common';
import { editorMessages } from '#components/messages/editor';
import { manageMessages } from '#components/messages/manage';
import { openedMessages } from '#components/messages/opened';
import { passwordMessages } from '#components/messages/password';
import { receiptMessages } from '#components/messages/receipt';
import { viewMessages } from '#components/messages/view';
import { viewProblemMessages } from '#components/messages/view-problem';
import { sealPaste } from '../../lib/envelope/envelope-seal';
import { deriveReadToken, readProofOf } from '../../lib/envelope/envelope-token';
import { expectAccessible } from '../support/accessibility';
import { call, createPaste } from '../support/api';
import { expect, test } from '../support/browser-fixture';
import { addressShown, IN_EXTENSION } from '../support/extension';
import { takenOver } from '../support/page-state';
import { createButton, createdLinks, openButton, showMoreOfLink, textArea, textOf } from '../support/paste-pages';

const CODE = 'export const answer = 42;\n';
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const press = (page: Page) => openButton(page).click();

/** Creates a burn paste with a read proof, like the page for new pastes. */
async function createProven(url: string, password?: string, content = CODE) {
  const { envelope, key } = await sealPaste({ content, syntax: 'typescript' }, { password });
  const token = await deriveReadToken(envelope.slice(0, envelope.indexOf('.')), key, password);
  const fields = { content: envelope, isE2ee: true, burnAfterRead: true, protect: true, readProof: await readProofOf(token) };
  const { publicId, manageToken } = await createPaste(url, fields);
  return { publicId, key, token, path: `/view/${publicId}#${key}`, manage: { 'X-Service-Manage-Token': String(manageToken) }, manageToken };
}

const stateOf = async (url: string, publicId: string, headers: Record<string, string>) =>
  (await call<{ state: string }>(`${url}/api/v1/pastes/${publicId}/receipt`, { headers })).body.state;

/** Opens the page of a paste without the last step, which would burn the paste. */
async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await takenOver(page);
}

test('opening a burn paste deletes it and says so, and offers to copy and save it', async ({ page, web }) => {
  const { publicId, path, manage } = await createProven(web.url);
  await openPage(page, path);
  expect(await stateOf(web.url, publicId, manage)).toBe('created');
  await press(page);
  await expect(textOf(page)).toContainText('export const answer');
  await expect(page.getByText(viewMessages.burned)).toBeVisible();
  for (const name of [viewMessages.copyText, viewMessages.download]) await expect(page.getByRole('button', { name })).toBeVisible();
  expect(await stateOf(web.url, publicId, manage)).toBe('opened');
  // The tab keeps only that the paste was opened here.
  await expect.poll(() => page.evaluate(() => ({ ...sessionStorage }))).toEqual({ [`sealpaste.opened.${publicId}`]: '1' });
});

test('leaving an opened burn paste asks first until its text was copied', async ({ page, web, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { path } = await createProven(web.url);
  await openPage(page, path);
  await press(page);
  await expect(textOf(page)).toContainText('export const answer');
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss();
  });
  const home = page.getByRole('banner').getByRole('link').first();
  await home.click({ noWaitAfter: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(textOf(page)).toContainText('export const answer');
  await page.getByRole('button', { name: viewMessages.copyText }).click();
  await expect(page.getByRole('status')).toHaveText(viewMessages.copied);
  await home.click();
  await expect(page).toHaveURL(addressShown(web.url, '/'));
  expect(asked).toHaveLength(1);
});

test('a reload in the middle goes on where it was; in another tab it is gone', async ({ page, web, noise, context }) => {
  noise.allow(/404 \(Not Found\)/);
  noise.allow(/ERR_FAILED/);
  const { path, publicId, key } = await createProven(web.url);
  await openPage(page, path);
  await page.route('**/raw/**', (route) => route.abort(), { times: 1 });
  await press(page);
  await expect(heading(page, viewProblemMessages.offline.title)).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${web.url}/view/${publicId}`);
  await expect(heading(other, commonMessages.errors.notFoundTitle)).toBeVisible();
  expect((await fetch(`${web.url}/view/${publicId}`)).status).toBe(404);
  const reloaded = await page.reload();
  // A file of the extension is always there.
  if (!IN_EXTENSION) expect(reloaded?.status()).toBe(404);
  await expect(textOf(page)).toContainText('export const answer');
  await expect(page.getByText(viewMessages.burned)).toBeVisible();
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.includes('claim')))).toEqual([]);
  await expect.poll(() => page.url()).not.toContain(key);
  // The tab that opened the paste remembers that; other readers see what may have happened.
  await page.reload();
  await expect(heading(page, viewProblemMessages['opened-here'].title)).toBeVisible();
  await other.reload();
  await expect(other.getByText(commonMessages.errors.notFoundText)).toBeVisible();
});

test('a wrong password loses nothing, is refused by the server, and never reaches it', async ({ page, web, noise }) => {
  noise.allow(/403 \(Forbidden\)|404 \(Not Found\)/);
  const { path, publicId, manage } = await createProven(web.url, 'open sesame');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(JSON.stringify([request.url(), request.headers(), request.postData()])));
  await openPage(page, path);
  await expect(page.getByRole('button', { name: viewMessages.confirm.button })).toHaveCount(0);
  await page.getByRole('button', { name: viewMessages.confirm.buttonWithPassword }).click();
  await expect(page.getByText(passwordMessages.unopened)).toBeVisible();
  for (const password of ['wrong horse', 'wrong again']) {
    await page.getByLabel(passwordMessages.label, { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByText(passwordMessages.wrong)).toBeVisible();
    await expect(page.getByRole('button', { name: passwordMessages.buttonUnopened })).toBeEnabled();
  }
  expect(await stateOf(web.url, publicId, manage)).toBe('created');
  await page.getByLabel(passwordMessages.label, { exact: true }).fill('open sesame');
  await page.keyboard.press('Enter');
  await expect(textOf(page)).toContainText('export const answer');
  expect(sent.filter((request) => /open sesame|wrong horse/.test(request))).toEqual([]);
  await expect(page.getByText(viewMessages.burned)).toBeVisible();
  await expect(page.getByRole('list', { name: viewMessages.details })).not.toContainText(viewMessages.expires);
  await page.reload();
  await expect(heading(page, viewProblemMessages['opened-here'].title)).toBeVisible();
});

test('a late reader with the whole link learns it was opened; others learn nothing', async ({ page, web, noise }) => {
  noise.allow(/404 \(Not Found\)/);
  const { path, publicId, token } = await createProven(web.url);
  expect((await call(`${web.url}/raw/${publicId}`, { headers: { 'X-Service-Read-Token': token } })).status).toBe(200);
  await page.goto(path);
  await expect(heading(page, openedMessages.title)).toBeVisible();
  await expect(page.getByText('tell the sender')).toBeVisible();
  for (const fragment of ['', `#${'A'.repeat(43)}`, '#x']) {
    await page.goto('/');
    const isKey = fragment.length > 40;
    const answered = isKey ? page.waitForEvent('requestfinished', (request) => request.url().endsWith('/receipt')) : null;
    await page.goto(`/view/${publicId}${fragment}`);
    await answered;
    await expect(heading(page, commonMessages.errors.notFoundTitle)).toBeVisible();
  }
});

test.describe('who made it', () => {
  test('tests the link without opening it, and sees live that it was opened', async ({ page, web, browser }) => {
    await openPage(page, '/');
    await textArea(page).fill(CODE);
    await page.getByLabel(editorMessages.pasteOptions.burnAfterRead.label).check();
    await createButton(page).click();
    await expect(page.getByText(receiptMessages.states.created)).toBeVisible();
    await showMoreOfLink(page);
    await page.getByRole('button', { name: receiptMessages.test }).click();
    await expect(page.getByText(receiptMessages.tested.works)).toBeVisible();
    const { link } = await createdLinks(page);
    expect(link).toMatch(/#[\w-]{43}$/);

    const context = await browser.newContext();
    const reader = await context.newPage();
    await openPage(reader, link);
    await press(reader);
    await expect(textOf(reader)).toContainText('export const answer');
    await context.close();
    await expect(page.getByText(/^Opened on /)).toBeVisible();
    await expect(page.getByRole('heading', { name: receiptMessages.headings.opened })).toBeVisible();
    await expect(page.getByRole('button', { name: receiptMessages.test })).toHaveCount(0);
    expect(link.startsWith(web.url)).toBe(true);
  });

  test('only the manage link shows the receipt, even after the paste is gone', async ({ page, web, noise }) => {
    noise.allow(/404 \(Not Found\)/);
    const { publicId, manageToken, token } = await createProven(web.url);
    await page.goto(`/manage/${publicId}#${manageToken}`);
    await expect(page.getByText(receiptMessages.states.created)).toBeVisible();
    await call(`${web.url}/raw/${publicId}`, { headers: { 'X-Service-Read-Token': token } });
    await expect(page.getByText(/^Opened on /)).toBeVisible();
    await page.goto('/');
    expect((await page.goto(`/manage/${publicId}#${manageToken}`))?.status()).toBe(404);
    await expect(heading(page, manageMessages.goneTitle)).toBeVisible();
    await expect(page.getByText(/^Opened on /)).toBeVisible();
    await expect.poll(() => page.url()).not.toContain(String(manageToken));
    await page.goto('/');
    const answered = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/receipt'));
    await page.goto(`/manage/${publicId}#${'x'.repeat(32)}`);
    await answered;
    await expect(heading(page, manageMessages.goneTitle)).toBeVisible();
    await expect(page.getByText(/^Opened on /)).toHaveCount(0);
  });
});

test('no violation of accessibility, and nothing wider than a phone', { tag: '@prove' }, async ({ page, web, noise }) => {
  noise.allow(/40[34] \((Forbidden|Not Found)\)/);
  const proven = await createProven(web.url, 'open sesame');
  await openPage(page, proven.path);
  await expectAccessible(page, 'to be opened');
  await press(page);
  await expect(page.getByLabel(passwordMessages.label, { exact: true })).toBeFocused();
  await expectAccessible(page, 'a password is asked for');
  await page.goto(`/manage/${proven.publicId}#${proven.manageToken}`);
  await expect(page.getByText(receiptMessages.states.created)).toBeVisible();
  await expectAccessible(page, 'managed, not opened');
  const opened = await createProven(web.url);
  await call(`${web.url}/raw/${opened.publicId}`, { headers: { 'X-Service-Read-Token': opened.token } });
  await page.goto(opened.path);
  await expect(heading(page, openedMessages.title)).toBeVisible();
  await expectAccessible(page, 'opened before');
  await page.goto(`/manage/${opened.publicId}#${opened.manageToken}`);
  await expect(page.getByText(/^Opened on /)).toBeVisible();
  await expectAccessible(page, 'managed, opened');
});
