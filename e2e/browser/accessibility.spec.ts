/** Tests that the accessibility checks find bad contrast although they check only one text of each look. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility';
import { expect, test } from '../support/browser-fixture';
import { contrastOf } from '../support/contrast';

/** Adds a style rule to the page; replaces the one added before. */
const addRule = (page: Page, rule: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, rule);

test('low contrast only in dark colours or only on a narrow page is found', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/docs/how');
  await expectAccessible(page, 'as it is', [1280]);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = new Set((await contrastOf(page)).looks);
  expect(light.size).toBeGreaterThan(3);
  // In light colours all texts of this look stay readable.
  await addRule(page, '@media (prefers-color-scheme: dark) { main p:last-of-type { color: #222 } }');
  expect(await contrastOf(page, light)).toMatchObject({ found: [] });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await contrastOf(page, light)).found.join()).toContain('color-contrast');

  await addRule(page, '');
  await expect.poll(async () => (await contrastOf(page, light)).found).toEqual([]);
  const dark = new Set((await contrastOf(page)).looks);
  await addRule(page, '@media (max-width: 500px) { main { background: #aaa } }');
  expect((await contrastOf(page, dark)).found).toEqual([]);
  await page.setViewportSize({ width: 400, height: 720 });
  await expect.poll(async () => (await contrastOf(page, dark)).found.join()).toContain('color-contrast');
});
