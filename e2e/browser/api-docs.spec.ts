import { apiDocsMessages, copyMessages } from '#components/messages/api-docs';
import { expectAccessible } from '../support/accessibility';
import { expect, test } from '../support/browser.fixture';
import { takenOver } from '../support/page-state';

test('commands have this server’s own address, and can be copied', async ({ page, context, web }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/api');
  await takenOver(page);
  await page.getByRole('button', { name: apiDocsMessages.copyOf(apiDocsMessages.start) }).click();
  await expect(page.getByRole('status').filter({ hasText: copyMessages.copied })).toHaveCount(1);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`curl -s ${web.url}/api/v1/pastes`);
});

test('every operation of the description is on the page', async ({ page, web }) => {
  const { paths } = (await (await fetch(`${web.url}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { summary: string }>>;
  };
  const summaries = Object.values(paths).flatMap((path) => Object.values(path).map(({ summary }) => summary));
  expect(summaries.length).toBeGreaterThan(5);
  await page.goto('/docs/api');
  for (const summary of summaries) await expect(page.getByRole('heading', { name: summary, exact: true })).toBeVisible();
});

test('an operation is tried from its page: a paste is created, read and deleted', async ({ page }) => {
  await page.goto('/docs/api');
  await page.getByRole('link', { name: apiDocsMessages.tryThisOf('Create a paste'), exact: true }).click();
  await page.waitForURL(/\/docs\/api\/try/);
  await takenOver(page);
  await page.getByLabel(apiDocsMessages.body).fill('{"content": "tried"');
  await page.getByRole('button', { name: apiDocsMessages.send }).click();
  await expect(page.getByRole('alert').filter({ hasText: apiDocsMessages.badJson })).toBeVisible();
  await page.getByLabel(apiDocsMessages.body).fill('{"content": "tried"}');
  await page.getByRole('button', { name: apiDocsMessages.send }).click();
  await expect(page.getByText('201 Created')).toBeVisible();
  const publicId = /"publicId": "(\w{24})"/.exec((await page.locator('main').textContent()) ?? '')?.[1] ?? '';

  await page.getByLabel(apiDocsMessages.operation).selectOption({ label: 'Read a paste (GET /api/v1/pastes/{publicId})' });
  await page.getByLabel('publicId').fill(publicId);
  await page.getByRole('button', { name: apiDocsMessages.send }).click();
  await expect(page.getByText('"content": "tried"')).toBeVisible();
  await page.getByLabel(apiDocsMessages.operation).selectOption({ label: 'Delete a paste (DELETE /api/v1/pastes/{publicId})' });
  await page.getByLabel('publicId').fill(publicId);
  await page.getByRole('button', { name: apiDocsMessages.send }).click();
  await expect(page.getByText('"deleted": true')).toBeVisible();
});

test('no violation of accessibility, and nothing wider than a phone', async ({ page }) => {
  await page.goto('/docs/api');
  await expectAccessible(page, 'the description');
  await page.goto('/docs/api/try');
  await takenOver(page);
  await page.getByRole('button', { name: apiDocsMessages.send }).click();
  await expect(page.getByText('201 Created')).toBeVisible();
  await expectAccessible(page, 'a request that was answered');
});
