/** Tests what a reader can do with a paste besides reading it, also by keyboard and screen reader. */
import type { Page } from '@playwright/test';
import { commonMessages } from '#components/messages/common';
import { editorMessages } from '#components/messages/editor';
import { viewMessages } from '#components/messages/view';
import { expectAccessible } from '../support/accessibility';
import { createPaste } from '../support/api';
import { expect, test } from '../support/browser-fixture';
import { addressShown } from '../support/extension';
import { recordRequests, takenOver } from '../support/page-state';
import { textArea, textOf } from '../support/paste-pages';
import { createSealed } from '../support/sealed';

const CODE = 'fn main() {\n    println!("hello");\n}\n';

const duplicate = (page: Page) => page.getByRole('button', { name: viewMessages.duplicate });

test.describe('duplicating', () => {
  test('a duplicate keeps title, language and text, and no request contains them', async ({ page, web }) => {
    const sent = recordRequests(page);
    const { path, key } = await createSealed(web.url, { content: CODE, title: 'main.rs', syntax: 'rust' });
    await page.goto(path);
    await takenOver(page);
    await expect(textOf(page)).toContainText('println');
    await page.getByRole('button', { name: viewMessages.moreActions }).click();
    await duplicate(page).click();
    await expect(page).toHaveURL(addressShown(web.url, '/'));
    await expect(textArea(page)).toHaveValue(CODE);
    await expect(page.getByLabel(editorMessages.title)).toHaveValue('main.rs');
    await expect(page.getByLabel(viewMessages.language, { exact: true })).toHaveValue('rust');
    await expect(page.getByText(editorMessages.encryptOn)).toBeVisible();
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.filter((request) => request.includes(key) || /println|main\.rs/.test(request))).toEqual([]);
  });
});

test('paper shows all lines of a large text, the screen only what is in view', async ({ page, web }) => {
  const content = Array.from({ length: 5_000 }, (_, index) => `line ${index + 1}`).join('\n');
  const { publicId } = await createPaste(web.url, { content });
  await page.goto(`/view/${publicId}`);
  await takenOver(page);
  await expect(page.getByText(viewMessages.lines(5_000))).toBeVisible();
  await expect(textArea(page)).toBeVisible();
  const elements = () => page.evaluate(() => document.querySelectorAll('*').length);
  const before = await elements();
  // A page of paper takes some sixty lines.
  const pages = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? [];
  expect(pages.length).toBeGreaterThan(50);
  await expect(textArea(page)).toBeVisible();
  await expect(page.locator('main')).not.toContainText('line 5000');
  expect(await elements()).toBeLessThan(before + 100);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('everything is within reach, and wide enough for a finger', async ({ page, web }) => {
    const { publicId } = await createPaste(web.url, { content: CODE, title: 'main.rs', ttlSeconds: 3600 });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await expect(duplicate(page)).toBeHidden();
    await page.getByRole('button', { name: viewMessages.moreActions }).tap();
    for (const name of [
      viewMessages.raw,
      viewMessages.download,
      viewMessages.duplicate,
      viewMessages.qrCode,
      viewMessages.extend,
      viewMessages.delete,
      viewMessages.copyLink,
      viewMessages.copyText,
      viewMessages.search,
      viewMessages.wrap,
    ]) {
      await expect(async () => {
        const box = await page.getByRole(name === viewMessages.raw ? 'link' : 'button', { name, exact: true }).boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(44);
        expect((box?.x ?? 0) + (box?.width ?? 1000), name).toBeLessThanOrEqual(360);
      }).toPass({ timeout: 30_000 });
    }
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

test('no dialog violates accessibility or is wider than a narrow phone', { tag: '@prove' }, async ({ page, web }) => {
  const { publicId } = await createPaste(web.url, { content: CODE, title: 'main.rs', ttlSeconds: 3600 });
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 720 });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await page.getByRole('button', { name: viewMessages.moreActions }).click();
    for (const name of [viewMessages.qrCode, commonMessages.shortcuts, viewMessages.delete, viewMessages.extend]) {
      if (name === commonMessages.shortcuts) await page.keyboard.press('?');
      else await page.getByRole('button', { name, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      if (name === viewMessages.qrCode) await expect(dialog.getByRole('img')).toBeVisible();
      await expectAccessible(page, name, [width]);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  }
});

test('hovering over the buttons preloads what a dialog needs', async ({ page, web }) => {
  const { publicId } = await createPaste(web.url, { content: 'a text without colours' });
  await page.goto(`/view/${publicId}`);
  await takenOver(page);
  // All files that the page preloads by itself have arrived.
  await page.waitForLoadState('networkidle');
  await page.getByRole('group', { name: viewMessages.actions }).hover();
  const before = await page.evaluate(() => performance.now());
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })));
  expect(asked.filter(({ startTime }) => startTime > before)).toEqual([]);
});
