/** What became of burn pastes, in the lists of who made them: an account's, and a browser's. */
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import { createAccount, expect, sessionCookie, test } from '../support/account.fixture';
import { createPaste, readPaste } from '../support/api';
import { takenOver } from '../support/browser.fixture';
import { readWithKey } from '../support/sealed';

// Leaving a page ends what it still loads, and what it asks for anew.
test.beforeEach(({ noise }) => noise.allow(/^failed: net::ERR_ABORTED GET /));

async function signedIn(context: BrowserContext, baseUrl: string) {
  const { key } = await createAccount(baseUrl);
  await context.addCookies([await sessionCookie(baseUrl, key)]);
  return { 'X-Api-Key': key };
}

const endings = (page: Page) => page.getByRole('region', { name: 'What became of your burn links' });
const endingOf = (page: Page, publicId: string) => endings(page).getByRole('listitem').filter({ hasText: publicId });
const rowOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

/** Lost when the document is another. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isTheSameDocument: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isTheSameDocument' in window);

/** Makes a burn paste as a visitor does. */
async function createHere(page: Page): Promise<{ publicId: string; key: string; manageLink: string }> {
  await page.goto('/');
  await page.getByLabel('Text of the paste').fill('anonymous');
  await page.getByRole('switch', { name: 'Burn after reading' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = page.getByRole('textbox', { name: 'Link', exact: true });
  await expect(link).toHaveValue(/#/);
  const { pathname, hash } = new URL(await link.inputValue());
  const manageLink = await page.getByRole('textbox', { name: 'Manage link' }).inputValue();
  return { publicId: pathname.slice('/view/'.length), key: hash.slice(1), manageLink };
}

test('an owner sees a burn link turn from unread to opened, deleted or expired, without reloading', async ({ page, context, web }) => {
  const mine = await signedIn(context, web.url);
  const burning = (title: string, ttlSeconds?: number) =>
    createPaste(web.url, { content: 'a', title, burnAfterRead: true, ...(ttlSeconds ? { ttlSeconds } : {}) }, mine);
  const opened = await burning('to be opened');
  const deleted = await burning('to be deleted');
  await burning('unread for long', 3_600);
  await page.goto('/account');
  await takenOver(page);
  await expect(rowOf(page, 'to be opened')).toContainText('Not opened yet');
  await expect(endings(page)).toHaveCount(0);
  await mark(page);

  await readPaste(web.url, opened.publicId);
  await expect(endingOf(page, opened.publicId)).toContainText(/Opened (just now|1 minute ago) \(/);
  await expect(rowOf(page, 'to be opened')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: `Opened: ${opened.publicId}` })).toHaveCount(1);
  const expired = await burning('to expire', 2);
  await expect(endingOf(page, expired.publicId)).toContainText('Expired unread', { timeout: 30_000 });
  expect(await isMarked(page)).toBe(true);

  await rowOf(page, 'to be deleted').getByText('Extend or delete').click();
  await rowOf(page, 'to be deleted').getByRole('button', { name: 'Delete paste' }).click();
  await expect(endingOf(page, deleted.publicId)).toContainText('Deleted unread');
  await expect(endings(page).getByRole('listitem')).toHaveCount(3);
  expect(await endings(page).textContent()).not.toMatch(/to be|to expire/);

  await context.clearCookies();
  await signedIn(context, web.url);
  await page.goto('/account');
  await expect(page.getByText(opened.publicId)).toHaveCount(0);
});

test('what was made in this browser says when it was opened, without reloading, and isn’t asked for again', async ({ page, web }) => {
  const first = await createHere(page);
  const second = await createHere(page);
  await page.goto('/account');
  for (const { publicId } of [first, second]) await expect(rowOf(page, publicId)).toContainText('Not opened yet.');
  await mark(page);
  await readWithKey(web.url, first.publicId, first.key);
  await expect(rowOf(page, first.publicId)).toContainText(/Opened on \w{3}, \d/, { timeout: 20_000 });
  await expect(page.getByRole('status').filter({ hasText: first.publicId })).toHaveText(/^Opened on/);
  expect(await isMarked(page)).toBe(true);
  await expect(rowOf(page, second.publicId)).toContainText('Not opened yet.');

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.reload();
  await expect(rowOf(page, first.publicId)).toContainText('Opened on');
  await expect(rowOf(page, second.publicId)).toContainText('Not opened yet.');
  expect(asked.filter((url) => url.endsWith('/receipt')).every((url) => url.includes(second.publicId))).toBe(true);
  const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  expect(stored).toContain(first.publicId);
  for (const { key } of [first, second]) expect(stored).not.toContain(key);
});

test('only what is in view is asked for, a few at once', async ({ page, web }) => {
  const pastes: { publicId: string }[] = [];
  for (let index = 0; index < 30; index++) {
    const { publicId, manageToken } = await createPaste(web.url, { content: 'a', burnAfterRead: true, protect: true });
    const createdAt = new Date().toISOString();
    const kept = { publicId, manageToken, isE2ee: false, burnAfterRead: true, createdAt, expiresAt: null, ended: null };
    pastes.push(kept);
  }
  await page.goto('/account');
  await page.evaluate((json) => localStorage.setItem('sealpaste-pastes', json), JSON.stringify({ isOn: true, pastes }));
  const asked: { url: string; at: number }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/receipt')) asked.push({ url: request.url(), at: performance.now() });
  });
  await page.reload();
  await page.getByText(String(pastes[0]?.publicId)).scrollIntoViewIfNeeded();
  await expect.poll(() => asked.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(7);
  const after = asked.map(({ at }) => at - (asked[0]?.at ?? 0));
  expect(after[5]).toBeGreaterThan(4_500);
  expect(after[6]).toBeGreaterThan(9_500);
  const inView = pastes.slice(0, 15).map(({ publicId }) => publicId);
  expect(asked.filter(({ url }) => !inView.some((publicId) => url.includes(publicId)))).toEqual([]);
});

test('what is extended or deleted behind its manage link is so in this browser’s list as well', async ({ page }) => {
  const { publicId, manageLink } = await createHere(page);
  const expiryHere = () =>
    page.evaluate(() => {
      const { pastes } = JSON.parse(localStorage.getItem('sealpaste-pastes') ?? '{}') as { pastes: { expiresAt: string }[] };
      return pastes.map(({ expiresAt }) => expiresAt);
    });
  const [before = ''] = await expiryHere();
  await page.goto(manageLink);
  await takenOver(page);
  await page.getByLabel('Extend by').selectOption('1 day');
  await page.getByRole('button', { name: 'Extend' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Extended: now until' })).toBeVisible();
  expect(Date.parse((await expiryHere())[0] ?? '') - Date.parse(before)).toBe(86_400_000);

  await page.getByRole('button', { name: 'Delete paste' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'The paste is deleted' })).toBeVisible();
  expect(await expiryHere()).toEqual([]);
  await page.goto('/account');
  await expect(page.getByText('None yet.')).toBeVisible();
  await expect(page.getByText(publicId)).toHaveCount(0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no violation of accessibility, and nothing wider than a phone: ${colorScheme}`, async ({ page, context, web }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const check = async () => {
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    };
    const { publicId, key } = await createHere(page);
    await createHere(page);
    await readWithKey(web.url, publicId, key);
    await page.setViewportSize({ width: 320, height: 720 });
    await page.goto('/account');
    // Asked for when it comes into view.
    await rowOf(page, publicId).scrollIntoViewIfNeeded();
    await expect(rowOf(page, publicId)).toContainText('Opened on');
    await check();
    const mine = await signedIn(context, web.url);
    const paste = await createPaste(web.url, { content: 'a', burnAfterRead: true }, mine);
    await createPaste(web.url, { content: 'a', burnAfterRead: true }, mine);
    await readPaste(web.url, paste.publicId);
    await page.goto('/account');
    await expect(endings(page)).toBeVisible();
    await check();
  });
}
