import { AxeBuilder } from '@axe-core/playwright';
import { createPaste, readPaste } from '../support/api';
import { expect, test } from '../support/browser.fixture';

test('the manage link extends and deletes, and its token leaves the address', async ({ page, web }) => {
  const { publicId, manageToken, expiresAt } = await createPaste(web.url, { content: 'a', title: 'mine', ttlSeconds: 3600, protect: true });
  await page.goto(`/manage/${publicId}#${manageToken}`);
  await expect(page.getByRole('heading', { name: 'mine' })).toBeVisible();
  await expect(page).toHaveURL(`${web.url}/manage/${publicId}`);

  await page.getByLabel('Extend by').selectOption('1 day');
  await page.getByRole('button', { name: 'Extend' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Extended: now until' })).toBeVisible();
  const { body } = await readPaste(web.url, publicId);
  expect(Date.parse(body.expiresAt ?? '') - Date.parse(expiresAt ?? '')).toBe(86_400_000);

  await page.getByRole('button', { name: 'Delete paste' }).click();
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Escape');
  expect((await readPaste(web.url, publicId)).status).toBe(200);
  await page.getByRole('button', { name: 'Delete paste' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'The paste is deleted' })).toBeVisible();
  await expect(page).toHaveURL(`${web.url}/manage/${publicId}`);
  expect((await readPaste(web.url, publicId)).status).toBe(404);
});

test('looking at it neither burns a burn paste nor counts', async ({ page, web }) => {
  const { publicId, manageToken } = await createPaste(web.url, { content: 'a', burnAfterRead: true, protect: true });
  await page.goto(`/manage/${publicId}#${manageToken}`);
  await expect(page.getByText('Burns after the first reading')).toBeVisible();
  await expect(page.getByText('It never expires')).toBeVisible();
  expect((await readPaste(web.url, publicId)).body.viewCount).toBe(1);
});

test('a token of another paste changes nothing', async ({ page, web, noise }) => {
  noise.allow(/status of 403/);
  const mine = await createPaste(web.url, { content: 'a', ttlSeconds: 3600, protect: true });
  const other = await createPaste(web.url, { content: 'b', protect: true });
  await page.goto(`/manage/${mine.publicId}#${other.manageToken}`);
  await page.getByRole('button', { name: 'Delete paste' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'does not belong to this paste' })).toBeVisible();
  expect((await readPaste(web.url, mine.publicId)).status).toBe(200);
});

test('without its token the page says what is missing', async ({ page, web }) => {
  const { publicId } = await createPaste(web.url, { content: 'a', protect: true });
  await page.goto(`/manage/${publicId}`);
  await expect(page.getByRole('heading', { name: 'This needs the whole manage link' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete paste' })).toHaveCount(0);
});

test('a paste that is gone is 404, in words', async ({ page, noise }) => {
  noise.allow(/status of 404/);
  for (const publicId of ['0123456789abcdefghijABCD', 'nonsense']) {
    const response = await page.goto(`/manage/${publicId}#token`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'This paste is gone' })).toBeVisible();
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no violation of accessibility: ${colorScheme}`, async ({ page, web }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 720 });
    const { publicId, manageToken } = await createPaste(web.url, { content: 'a', ttlSeconds: 3600, protect: true });
    await page.goto(`/manage/${publicId}#${manageToken}`);
    await page.getByRole('button', { name: 'Delete paste' }).click();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.keyboard.press('Escape');
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  });
}
