/** Tests burn pastes whose sender releases each reader, with sender and reader in browsers of their own. */
import type { Browser, Page } from '@playwright/test';
import { editorMessages } from '#components/messages/editor';
import { receiptMessages } from '#components/messages/receipt';
import { releaseMessages } from '#components/messages/release';
import { viewMessages } from '#components/messages/view';
import { viewCoveredMessages } from '#components/messages/view-covered';
import { viewWaitingMessages as messages } from '#components/messages/view-waiting';
import { expectAccessible } from '../support/accessibility';
import { createPaste } from '../support/api';
import { expect, test } from '../support/browser-fixture';
import type { Noise } from '../support/noise';
import { takenOver } from '../support/page-state';
import { createButton, createdLinks, showMoreOptions, textArea, textOf } from '../support/paste-pages';

const SECRET = 'for one reader only';
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

/** Creates a paste in the page, of which so many people release each reader. */
async function create(page: Page, approvals: number) {
  const { approvals: words, burnAfterRead } = editorMessages.pasteOptions;
  await page.goto('/');
  await takenOver(page);
  await textArea(page).fill(SECRET);
  await showMoreOptions(page);
  await expect(page.getByLabel(words.label, { exact: true })).toHaveCount(0);
  await page.getByRole('switch', { name: burnAfterRead.label }).check();
  await page.getByLabel(words.label, { exact: true }).selectOption(words.choice(approvals));
  await createButton(page).click();
  return createdLinks(page);
}

/** Opens a page of another browser, as wide as a small phone. */
async function onPhone(browser: Browser, noise: Noise, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
  const page = await context.newPage();
  await noise.listen(page);
  await page.goto(address);
  await takenOver(page);
  return page;
}

const codeOn = async (reader: Page) => {
  await expect(heading(reader, messages.title)).toBeVisible();
  return (await reader.getByText(/^\d{4}$/).textContent()) ?? '';
};

async function letIn(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: releaseMessages.release(code) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: releaseMessages.release(code) })
    .click();
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test('a sender sees who waits, refuses one and releases the next, who reads alone', async ({ page, browser, noise }) => {
  // A refusal is a 403.
  noise.allow(/403 \(Forbidden\)/);
  // The reload ends the request that waits.
  noise.allow(/ERR_ABORTED POST \S+\/claim$/);
  // The released paste is gone for its sender.
  noise.allow(/404 \(Not Found\)/);
  const { link } = await create(page, 1);
  const reader = await onPhone(browser, noise, link);
  await reader.getByRole('button', { name: messages.ask }).click();
  const code = await codeOn(reader);
  await expectAccessible(reader, 'a reader who waits', [360]);
  expect(await overflow(reader)).toBeLessThanOrEqual(0);
  await reader.reload();
  expect(await codeOn(reader)).toBe(code);

  await expect(page.getByText(code, { exact: true })).toBeVisible();
  await expectAccessible(page, 'a sender who sees a reader', [360]);
  await page.getByRole('button', { name: releaseMessages.refuse(code) }).click();
  await expect(heading(reader, messages.ends.refused.title)).toBeVisible();
  await reader.getByRole('button', { name: messages.askAgain }).click();
  const again = await codeOn(reader);
  await letIn(page, again);
  await expect(textOf(reader)).toBeVisible();
  await expectAccessible(reader, 'a covered secret', [360]);
  expect(await overflow(reader)).toBeLessThanOrEqual(0);
  await reader.getByRole('button', { name: viewCoveredMessages.show, exact: true }).click();
  await expect(textOf(reader)).toContainText(SECRET);
  await expect(page.getByText(receiptMessages.headings.opened)).toBeVisible();
  await reader.context().close();
});

test('two people release a reader, each with a link of their own', { tag: '@prove' }, async ({ page, browser, noise }) => {
  noise.allow(/404 \(Not Found\)/);
  const { link } = await create(page, 2);
  const second = await page.getByLabel(releaseMessages.linkOf(2), { exact: true }).inputValue();
  const [reader, other] = await Promise.all([onPhone(browser, noise, link), onPhone(browser, noise, second)]);
  await reader.getByRole('button', { name: messages.ask }).click();
  const code = await codeOn(reader);
  await letIn(other, code);
  await expect(other.getByText(releaseMessages.otherMissing)).toBeVisible();
  expect(await overflow(other)).toBeLessThanOrEqual(0);
  expect(other.url()).not.toContain('#');
  await expect(heading(reader, messages.title)).toBeVisible();
  await letIn(page, code);
  await reader.getByRole('button', { name: viewCoveredMessages.show, exact: true }).click();
  await expect(textOf(reader)).toContainText(SECRET);
  for (const each of [reader, other]) await each.context().close();
});

test('without JavaScript the page says that waiting needs it, and has no button', async ({ plainPage, web }) => {
  const { publicId } = await createPaste(web.url, { content: SECRET, burnAfterRead: true, approvals: 1 });
  await plainPage.goto(`${web.url}/view/${publicId}`);
  await expect(plainPage.locator('noscript p')).toBeVisible();
  await expect(plainPage.locator('noscript p')).toHaveText(viewMessages.confirm.releaseNeedsScript);
  await expect(plainPage.getByRole('button', { name: messages.ask, includeHidden: true })).toBeHidden();
});
