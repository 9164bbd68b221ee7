import { manageMessages } from '#components/messages/manage';
import { formatExpiry } from '#components/ui/times';
import { expectAccessible } from '../support/accessibility';
import { createPaste, readPaste } from '../support/api';
import { expect, test } from '../support/browser-fixture';
import { takenOver } from '../support/page-state';

test('the manage link extends and deletes, and its token leaves the address', async ({ page, web }) => {
  const { publicId, manageToken, expiresAt } = await createPaste(web.url, { content: 'a', title: 'mine', ttlSeconds: 3600, protect: true });
  await page.goto(`/manage/${publicId}#${manageToken}`);
  await expect(page.getByRole('heading', { name: 'mine' })).toBeVisible();
  await takenOver(page);
  await expect(page).toHaveURL(`${web.url}/manage/${publicId}`);

  await page.getByLabel(manageMessages.extendBy).selectOption(formatExpiry(86400));
  await page.getByRole('button', { name: manageMessages.extend }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The paste now expires on' })).toBeVisible();
  const { body } = await readPaste(web.url, publicId);
  expect(Date.parse(body.expiresAt ?? '') - Date.parse(expiresAt ?? '')).toBe(86_400_000);

  await page.getByRole('button', { name: manageMessages.delete }).click();
  await expect(page.getByRole('button', { name: manageMessages.keep })).toBeFocused();
  await page.keyboard.press('Escape');
  expect((await readPaste(web.url, publicId)).status).toBe(200);
  await page.getByRole('button', { name: manageMessages.delete }).click();
  await page.getByRole('button', { name: manageMessages.confirm, exact: true }).click();
  await expect(page.getByRole('heading', { name: manageMessages.deletedTitle })).toBeVisible();
  await expect(page).toHaveURL(`${web.url}/manage/${publicId}`);
  expect((await readPaste(web.url, publicId)).status).toBe(404);
});

test('no violation of accessibility, and nothing wider than a phone', { tag: '@prove' }, async ({ page, web }) => {
  const { publicId, manageToken } = await createPaste(web.url, { content: 'a', ttlSeconds: 3600, protect: true });
  await page.goto(`/manage/${publicId}#${manageToken}`);
  await takenOver(page);
  await page.getByRole('button', { name: manageMessages.delete }).click();
  await expect(page.getByRole('button', { name: manageMessages.keep })).toBeFocused();
  await expectAccessible(page, 'a question');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: manageMessages.keep })).toHaveCount(0);
  await expectAccessible(page, 'managing');
});
