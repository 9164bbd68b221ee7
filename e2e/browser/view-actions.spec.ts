/** Tests what a reader can do with a paste besides reading it, also by keyboard and screen reader. */
import type { Page } from '@playwright/test';
import { commonMessages } from '#components/messages/common';
import { editorMessages } from '#components/messages/editor';
import { manageMessages } from '#components/messages/manage';
import { viewMessages } from '#components/messages/view';
import { viewDialogMessages } from '#components/messages/view-dialogs';
import { viewProblems } from '#components/messages/view-problems';
import { expectAccessible } from '../support/accessibility';
import { createPaste, readPaste } from '../support/api';
import { expect, test } from '../support/browser.fixture';
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
    await duplicate(page).click();
    await expect(page).toHaveURL(`${web.url}/`);
    await expect(textArea(page)).toHaveValue(CODE);
    await expect(page.getByLabel(editorMessages.title)).toHaveValue('main.rs');
    await expect(page.getByLabel(viewMessages.language)).toHaveValue('rust');
    await expect(page.getByLabel(editorMessages.encrypt)).toBeChecked();
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.filter((request) => request.includes(key) || /println|main\.rs/.test(request))).toEqual([]);
  });

  test('by the key d, of a plain text whose language is guessed anew', async ({ page, web }) => {
    const { publicId } = await createPaste(web.url, { content: '#!/bin/sh\necho hello\n' });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await page.keyboard.press('d');
    await expect(textArea(page)).toHaveValue('#!/bin/sh\necho hello\n');
    await expect(page.getByLabel(viewMessages.language)).toContainText(editorMessages.detected('Bash'));
  });

  test('of a large text works up to what the editor holds, and says what to do beyond', async ({ page, web }) => {
    const fits = 'line of text\n'.repeat(40_000);
    const { publicId } = await createPaste(web.url, { content: fits, title: 'notes.txt' });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await expect(page.getByText(viewMessages.lines(40_000))).toBeVisible();
    await duplicate(page).click();
    await expect(page).toHaveURL(`${web.url}/`);
    await expect.poll(() => textArea(page).evaluate((area: HTMLTextAreaElement) => area.value.length)).toBe(fits.length);

    const larger = await createPaste(web.url, { content: 'line of text\n'.repeat(41_000), title: 'notes.txt' });
    await page.goto(`/view/${larger.publicId}`);
    await takenOver(page);
    await expect(page.getByText(viewMessages.lines(41_000))).toBeVisible();
    await duplicate(page).click();
    const dialog = page.getByRole('dialog', { name: viewDialogMessages.duplicating.tooLargeTitle });
    await expect(dialog).toContainText(viewDialogMessages.duplicating.tooLargeText('512 KB'));
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: viewMessages.download }).click();
    expect((await download).suggestedFilename()).toBe('notes.txt');
  });
});

test.describe('a paste without owner and manage token', () => {
  test('is deleted by its reader, after a question', async ({ page, web }) => {
    const { publicId } = await createPaste(web.url, { content: CODE });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await expect(page.getByRole('button', { name: viewMessages.extend })).toHaveCount(0);
    await page.getByRole('button', { name: viewMessages.delete }).click();
    await expect(page.getByRole('button', { name: manageMessages.keep })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: viewMessages.delete })).toBeFocused();
    expect((await readPaste(web.url, publicId)).status).toBe(200);
    await page.getByRole('button', { name: viewMessages.delete }).click();
    await page.getByRole('dialog').getByRole('button', { name: viewMessages.delete }).click();
    await expect(page.getByRole('heading', { name: manageMessages.deletedTitle })).toBeVisible();
    await expect(page.getByText(manageMessages.deletedText)).toBeFocused();
    expect((await readPaste(web.url, publicId)).status).toBe(404);
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

test('no dialog violates accessibility or is wider than a narrow phone', async ({ page, web }) => {
  const { publicId } = await createPaste(web.url, { content: CODE, title: 'main.rs', ttlSeconds: 3600 });
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 720 });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    if (width === 320) await page.getByRole('button', { name: viewMessages.moreActions }).click();
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

test('a dialog that can’t be loaded costs neither the text nor the page', async ({ page, web, noise }) => {
  noise.allow(/ERR_FAILED|Failed to load|ChunkLoadError/);
  const { publicId } = await createPaste(web.url, { content: CODE });
  const drawn = await (await fetch(`${web.url}/view/${publicId}`)).text();
  // Files that the page's HTML doesn't name can't be loaded, at any time.
  await page.route('**/_next/static/**', (route) => {
    const [, file = ''] = route.request().url().split('/_next/');
    return drawn.includes(file) ? route.continue() : route.abort();
  });
  await page.goto(`/view/${publicId}`);
  await takenOver(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('status')).toContainText(viewProblems.offline.text);
  await expect(textOf(page)).toContainText('println');
  await page.unroute('**/_next/static/**');
});
