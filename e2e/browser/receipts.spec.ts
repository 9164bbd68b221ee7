/** Tests the receipts of burn pastes in the lists of their makers: an account's and a browser's. */
import type { Page } from '@playwright/test';
import { editorMessages } from '#components/messages/editor';
import { mineMessages } from '#components/messages/mine';
import { receiptMessages } from '#components/messages/receipt';
import { expectAccessible } from '../support/accessibility';
import { createPaste, readPaste } from '../support/api';
import { signedIn } from '../support/browser-accounts';
import { expect, test } from '../support/browser-fixture';
import { isMarked, mark, takenOver } from '../support/page-state';
import { type CreatedLinks, createButton, createdLinks, textArea } from '../support/paste-pages';
import { readWithKey } from '../support/sealed';

declare global {
  interface Window {
    /** The requests of the page, with their times by the page's clock. */
    asked: { url: string; at: number }[];
  }
}

const endings = (page: Page) => page.getByRole('region', { name: mineMessages.endingsTitle });
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
  await page.goto('/mine');
  await takenOver(page);
  await expect(rowOf(page, 'to be opened')).toContainText(mineMessages.unread);
  await expect(endings(page)).toHaveCount(0);
  await mark(page);

  await readPaste(web.url, opened.publicId);
  await expect(endingOf(page, opened.publicId)).toContainText(/Opened (just now|1 minute ago)/);
  await expect(rowOf(page, 'to be opened')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: `Opened: ${opened.publicId}` })).toHaveCount(1);
  const expired = await burning('to expire', 2);
  await expect(endingOf(page, expired.publicId)).toContainText(mineMessages.ended.expired);
  expect(await isMarked(page)).toBe(true);

  await page.getByLabel(mineMessages.changeOf('to be deleted')).click();
  await rowOf(page, 'to be deleted').getByRole('button', { name: mineMessages.delete }).click();
  await expect(endingOf(page, deleted.publicId)).toContainText(mineMessages.ended.deleted);
  await expect(endings(page).getByRole('listitem')).toHaveCount(3);
  expect(await endings(page).textContent()).not.toMatch(/to be|to expire/);

  await context.clearCookies();
  await signedIn(context, web.url);
  await page.goto('/mine');
  await expect(page.getByText(opened.publicId)).toHaveCount(0);
});

test('this browser’s list shows an opened paste by itself, then stops asking', { tag: '@prove' }, async ({ page, web }) => {
  const first = await createHere(page);
  const second = await createHere(page);
  await page.goto('/mine');
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

test('no violation of accessibility, and nothing wider than a phone', { tag: '@prove' }, async ({ page, context, web }) => {
  const { publicId, key } = await createHere(page);
  await createHere(page);
  await readWithKey(web.url, publicId, key);
  await page.setViewportSize({ width: 320, height: 720 });
  await page.goto('/mine');
  // The page asks about a paste when its row comes into view.
  await rowOf(page, publicId).scrollIntoViewIfNeeded();
  await expect(rowOf(page, publicId)).toContainText('Opened on');
  await expectAccessible(page, 'made in this browser');
  const { headers: mine } = await signedIn(context, web.url);
  const paste = await createPaste(web.url, { content: 'a', burnAfterRead: true }, mine);
  await createPaste(web.url, { content: 'a', burnAfterRead: true }, mine);
  await readPaste(web.url, paste.publicId);
  await page.goto('/mine');
  await expect(endings(page)).toBeVisible();
  await expectAccessible(page, 'an account’s');
});
