/** Tests one text for several people, and networks to read from, in the page for a new paste. */
import type { Page } from '@playwright/test';
import { createdMessages } from '#components/messages/created';
import { editorMessages } from '#components/messages/editor';
import { manageMessages } from '#components/messages/manage';
import { peopleMessages as messages } from '#components/messages/people';
import { expectAccessible } from '../support/accessibility';
import { expect, test } from '../support/browser-fixture';
import { takenOver } from '../support/page-state';
import { createButton, createdLinks, openButton, textArea, textOf } from '../support/paste-pages';

const WIDTHS = [360, 1280];

/** Opens a new paste with a text and the further options. */
async function open(page: Page): Promise<void> {
  await page.goto('/');
  await takenOver(page);
  await textArea(page).fill('for several people');
  await page.getByRole('button', { name: editorMessages.more }).click();
  await expect(page.getByLabel(messages.label)).toBeVisible();
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('each of several people opens a link of their own, and the sender sees who did', async ({ page, browser, noise }) => {
  await open(page);
  await page.getByLabel(messages.label).fill('anna\nBen B.');
  await page.getByRole('button', { name: editorMessages.createSeveral(2) }).click();
  await expect(page.getByRole('heading', { name: messages.heading(2) })).toBeVisible();
  const anna = row(page, 'anna');
  const link = await anna.getByLabel(createdMessages.link, { exact: true }).inputValue();
  expect(await row(page, 'Ben B.').getByLabel(createdMessages.link, { exact: true }).inputValue()).not.toBe(link);
  await expectAccessible(page, 'links for several people', WIDTHS);

  const reader = await browser.newPage();
  await noise.listen(reader);
  await reader.goto(link);
  await takenOver(reader);
  await openButton(reader).click();
  await expect(textOf(reader)).toContainText('for several people');
  await reader.close();
  await expect(anna.getByText(/^Opened on/)).toBeVisible();
  await expect(row(page, 'Ben B.').getByLabel(createdMessages.link, { exact: true })).toBeVisible();

  // The other link is there after a reload, too.
  await page.reload();
  await expect(page.getByRole('heading', { name: messages.heading(2) })).toBeVisible();
});

test('networks are named in the form, and shown without a script', async ({ page, plainPage }) => {
  await open(page);
  const field = page.getByLabel(messages.networks);
  await field.fill('127.0.0.0/8, 192.0.2.300');
  await createButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(editorMessages.problems['network-wrong']('192.0.2.300'));
  await expectAccessible(page, 'a wrong network', WIDTHS);
  await field.fill('127.0.0.0/8, ::1');
  await createButton(page).click();
  const { manageLink } = await createdLinks(page);
  await expect(page.getByText(createdMessages.onlyFrom('127.0.0.0/8, ::1'))).toBeVisible();
  await plainPage.goto(manageLink);
  await expect(plainPage.getByText(manageMessages.networks)).toBeVisible();
  await expect(plainPage.getByText('127.0.0.0/8, ::1/128')).toBeVisible();
});
