/** Tests networks to read from, in the page for a new paste. */
import { createdMessages } from '#components/messages/created';
import { editorMessages } from '#components/messages/editor';
import { manageMessages } from '#components/messages/manage';
import { networksMessages } from '#components/messages/networks';
import { expectAccessible } from '../support/accessibility';
import { expect, test } from '../support/browser-fixture';
import { takenOver } from '../support/page-state';
import { createButton, createdLinks, showMoreOptions, textArea } from '../support/paste-pages';

test('networks are named in the form, and shown without a script', async ({ page, plainPage }) => {
  await page.goto('/');
  await takenOver(page);
  await textArea(page).fill('for one network');
  await showMoreOptions(page);
  const field = page.getByLabel(networksMessages.label);
  await field.fill('127.0.0.0/8, 192.0.2.300');
  await createButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(editorMessages.problems['network-wrong']('192.0.2.300'));
  await expectAccessible(page, 'a wrong network', [360, 1280]);
  await field.fill('127.0.0.0/8, ::1');
  await createButton(page).click();
  const { manageLink } = await createdLinks(page);
  await expect(page.getByText(createdMessages.onlyFrom('127.0.0.0/8, ::1'))).toBeVisible();
  await plainPage.goto(manageLink);
  await expect(plainPage.getByText(manageMessages.networks)).toBeVisible();
  await expect(plainPage.getByText('127.0.0.0/8, ::1/128')).toBeVisible();
});
