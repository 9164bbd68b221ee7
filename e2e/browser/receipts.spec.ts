/** Tests the receipts of burn pastes in the lists of their makers: an account's and a browser's. */
import type { Page } from '@playwright/test';
import { accountMessages } from '#components/messages/account';
import { editorMessages } from '#components/messages/editor';
import { manageMessages } from '#components/messages/manage';
import { receiptMessages } from '#components/messages/receipt';
import { formatExpiry } from '#lib/pastes/expiry.rules';
import { expectAccessible } from '../support/accessibility';
import { createPaste, readPaste } from '../support/api';
import { expect, test } from '../support/browser.fixture';
import { signedIn } from '../support/browser-accounts';
import { isMarked, mark, takenOver } from '../support/page-state';
import { type CreatedLinks, createButton, createdLinks, textArea } from '../support/paste-pages';
import { readWithKey } from '../support/sealed';

declare global {
  interface Window {
    /** The requests of the page, with their times by the page's clock. */
    asked: { url: string; at: number }[];
  }
}

const endings = (page: Page) => page.getByRole('region', { name: accountMessages.pastes.endingsTitle });
const endingOf = (page: Page, publicId: string) => endings(page).getByRole('listitem').filter({ hasText: publicId });
const rowOf = (page: Page, text: string) => page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: text });

/** Creates a burn paste in this browser, as a visitor. */
async function createHere(page: Page): Promise<CreatedLinks> {
  await page.goto('/');
  await takenOver(page);
  await textArea(page).fill('anonymous');
  // The page remembers this option for later pastes.
  await page.getByRole('switch', { name: editorMessages.pasteOptions.burnAfterRead.label }).check();
  await createButton(page).click();
  return createdLinks(page);
}

test('an owner sees a burn paste become opened, deleted or expired without a reload', async ({ page, context, web }) => {
  const { headers: mine } = await signedIn(context, web.url);
  const burning = (title: string, ttlSeconds?: number) =>
    createPaste(web.url, { content: 'a', title, burnAfterRead: true, ...(ttlSeconds ? { ttlSeconds } : {}) }, mine);
  const opened = await burning('to be opened');
  const deleted = await burning('to be deleted');
  await burning('unread for long', 3_600);
  await page.goto('/account');
  await takenOver(page);
  await expect(rowOf(page, 'to be opened')).toContainText(accountMessages.pastes.unread);
  await expect(endings(page)).toHaveCount(0);
  await mark(page);

  await readPaste(web.url, opened.publicId);
  await expect(endingOf(page, opened.publicId)).toContainText(/Opened (just now|1 minute ago) \(/);
  await expect(rowOf(page, 'to be opened')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: `Opened: ${opened.publicId}` })).toHaveCount(1);
  const expired = await burning('to expire', 2);
  await expect(endingOf(page, expired.publicId)).toContainText(accountMessages.pastes.ended.expired);
  expect(await isMarked(page)).toBe(true);

  await rowOf(page, 'to be deleted').getByText(accountMessages.pastes.change).click();
  await rowOf(page, 'to be deleted').getByRole('button', { name: accountMessages.pastes.delete }).click();
  await expect(endingOf(page, deleted.publicId)).toContainText(accountMessages.pastes.ended.deleted);
  await expect(endings(page).getByRole('listitem')).toHaveCount(3);
  expect(await endings(page).textContent()).not.toMatch(/to be|to expire/);

  await context.clearCookies();
  await signedIn(context, web.url);
  await page.goto('/account');
  await expect(page.getByText(opened.publicId)).toHaveCount(0);
});

test('this browser’s list shows an opened paste by itself, then stops asking', async ({ page, web }) => {
  const first = await createHere(page);
  const second = await createHere(page);
  await page.goto('/account');
  for (const { publicId } of [first, second]) await expect(rowOf(page, publicId)).toContainText(receiptMessages.states.created);
  await mark(page);
  await readWithKey(web.url, first.publicId, first.key);
  await expect(rowOf(page, first.publicId)).toContainText(/Opened on \w{3}, \d/);
  await expect(page.getByRole('status').filter({ hasText: first.publicId })).toHaveText(/^Opened on/);
  expect(await isMarked(page)).toBe(true);
  await expect(rowOf(page, second.publicId)).toContainText(receiptMessages.states.created);

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.reload();
  await expect(rowOf(page, first.publicId)).toContainText('Opened on');
  await expect(rowOf(page, second.publicId)).toContainText(receiptMessages.states.created);
  expect(asked.filter((url) => url.endsWith('/receipt')).every((url) => url.includes(second.publicId))).toBe(true);
  const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  expect(stored).toContain(first.publicId);
  for (const { key } of [first, second]) expect(stored).not.toContain(key);
});

test('only what is in view is asked for, a few at once', async ({ page, web }) => {
  const createdAt = new Date().toISOString();
  const created = await Promise.all(
    [...Array(30).keys()].map(() => createPaste(web.url, { content: 'a', burnAfterRead: true, protect: true })),
  );
  const kept = { isE2ee: false, burnAfterRead: true, createdAt, expiresAt: null, ended: null };
  const pastes = created.map(({ publicId, manageToken }) => ({ publicId, manageToken, ...kept }));
  // This window shows more pastes than the page asks about at once, but not all.
  await page.setViewportSize({ width: 1280, height: 2400 });
  await page.clock.install();
  // Times come from the page's own clock, which no other program on the machine holds up.
  await page.addInitScript(() => {
    const original = window.fetch;
    window.fetch = (...args) => {
      if (String(args[0]).endsWith('/receipt')) window.asked.push({ url: String(args[0]), at: performance.now() });
      return original(...args);
    };
    window.asked = [];
  });
  await page.goto('/account');
  await page.evaluate((json) => localStorage.setItem('sealpaste-pastes', json), JSON.stringify({ isOn: true, pastes }));
  await page.reload();
  await expect(async () => {
    await page.clock.runFor(1_000);
    expect(await page.evaluate(() => window.asked.length)).toBeGreaterThanOrEqual(7);
  }).toPass();
  const asked = await page.evaluate(() => window.asked);
  const after = asked.map(({ at }) => at - (asked[0]?.at ?? 0));
  expect(after[5]).toBeGreaterThan(4_990);
  expect(after[6]).toBeGreaterThan(9_990);
  const inView = await page.evaluate(() =>
    [...document.querySelectorAll('li')]
      .filter((row) => row.getBoundingClientRect().top < innerHeight)
      .map(({ textContent }) => textContent)
      .join(),
  );
  const seen = pastes.filter(({ publicId }) => inView.includes(publicId));
  expect(seen.length).toBeGreaterThan(5);
  expect(seen.length).toBeLessThan(30);
  expect(asked.filter(({ url }) => !seen.some(({ publicId }) => url.includes(publicId)))).toEqual([]);
});

test('extending or deleting by the manage link updates this browser’s list', async ({ page }) => {
  const { publicId, manageLink } = await createHere(page);
  const expiryHere = () =>
    page.evaluate(() => {
      const { pastes } = JSON.parse(localStorage.getItem('sealpaste-pastes') ?? '{}') as { pastes: { expiresAt: string }[] };
      return pastes.map(({ expiresAt }) => expiresAt);
    });
  await expect.poll(expiryHere).toHaveLength(1);
  const [before = ''] = await expiryHere();
  await page.goto(manageLink);
  await takenOver(page);
  await page.getByLabel(manageMessages.extendBy).selectOption(formatExpiry(86400));
  await page.getByRole('button', { name: manageMessages.extend }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The paste now expires on' })).toBeVisible();
  await expect.poll(async () => Date.parse((await expiryHere())[0] ?? '') - Date.parse(before)).toBe(86_400_000);

  await page.getByRole('button', { name: manageMessages.delete }).click();
  await page.getByRole('button', { name: manageMessages.confirm, exact: true }).click();
  await expect(page.getByRole('heading', { name: manageMessages.deletedTitle })).toBeVisible();
  await expect.poll(expiryHere).toEqual([]);
  await page.goto('/account');
  await expect(page.getByText(accountMessages.local.empty)).toBeVisible();
  await expect(page.getByText(publicId)).toHaveCount(0);
});

test('no violation of accessibility, and nothing wider than a phone', async ({ page, context, web }) => {
  const { publicId, key } = await createHere(page);
  await createHere(page);
  await readWithKey(web.url, publicId, key);
  await page.setViewportSize({ width: 320, height: 720 });
  await page.goto('/account');
  // The page asks about a paste when its row comes into view.
  await rowOf(page, publicId).scrollIntoViewIfNeeded();
  await expect(rowOf(page, publicId)).toContainText('Opened on');
  await expectAccessible(page, 'made in this browser');
  const { headers: mine } = await signedIn(context, web.url);
  const paste = await createPaste(web.url, { content: 'a', burnAfterRead: true }, mine);
  await createPaste(web.url, { content: 'a', burnAfterRead: true }, mine);
  await readPaste(web.url, paste.publicId);
  await page.goto('/account');
  await expect(endings(page)).toBeVisible();
  await expectAccessible(page, 'an account’s');
});
