/** What a reader can do with a paste besides reading it, and what a keyboard or a screen reader notices of it. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { createPaste, readPaste } from '../support/api';
import { expect, takenOver, test } from '../support/browser.fixture';
import { runAdmin } from '../support/processes';
import { createSealed } from '../support/sealed';

const CODE = 'fn main() {\n    println!("hello");\n}\n';
const DAY_MS = 86_400_000;

/** Chromium calls a stream that was read to its end aborted, when its last byte comes before its end. */
test.beforeEach(({ noise }) => noise.allow(/ERR_ABORTED (GET|POST) .*\/raw\//));

const text = (page: Page) => page.getByRole('region', { name: 'Text of the paste' });
const textArea = (page: Page) => page.getByRole('textbox', { name: 'Text of the paste' });
const duplicate = (page: Page) => page.getByRole('button', { name: 'Duplicate & edit' });
/** Leaving while the colours are still loading. */
const leavingEarly = /ERR_ABORTED GET .*\/_next\/static\//;

test.describe('duplicating', () => {
  test('hands title, language and text to a new paste, encrypted by default, and nothing to an address', async ({ page, web, noise }) => {
    noise.allow(leavingEarly);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`));
    const { path, key } = await createSealed(web.url, { content: CODE, title: 'main.rs', syntax: 'rust' });
    await page.goto(path);
    await takenOver(page);
    await expect(text(page)).toContainText('println');
    await duplicate(page).click();
    await expect(page).toHaveURL('/');
    await expect(textArea(page)).toHaveValue(CODE);
    await expect(page.getByLabel('Title')).toHaveValue('main.rs');
    await expect(page.getByLabel('Language')).toHaveValue('rust');
    await expect(page.getByLabel('Encrypt in my browser')).toBeChecked();
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.filter((request) => request.includes(key) || /println|main\.rs/.test(request))).toEqual([]);
  });

  test('by the key d, of a plain text whose language is guessed anew', async ({ page, web, noise }) => {
    noise.allow(leavingEarly);
    const { publicId } = await createPaste(web.url, { content: '#!/bin/sh\necho hello\n' });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await page.keyboard.press('d');
    await expect(textArea(page)).toHaveValue('#!/bin/sh\necho hello\n');
    await expect(page.getByLabel('Language')).toContainText('Detect: Bash');
  });

  test('does not overwrite a draft unasked', async ({ page, web, noise }) => {
    noise.allow(leavingEarly);
    await page.goto('/');
    await textArea(page).fill('mine');
    const { publicId } = await createPaste(web.url, { content: CODE });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await duplicate(page).click();
    const dialog = page.getByRole('dialog', { name: 'Replace your draft?' });
    await dialog.getByRole('button', { name: 'Keep my draft' }).click();
    await expect(dialog).toHaveCount(0);
    await duplicate(page).click();
    await dialog.getByRole('button', { name: 'Replace it' }).click();
    await expect(textArea(page)).toHaveValue(CODE);
  });

  test('of a large text works up to what the editor holds, and says what to do beyond', async ({ page, web, noise }) => {
    noise.allow(leavingEarly);
    const fits = 'line of text\n'.repeat(40_000);
    const { publicId } = await createPaste(web.url, { content: fits, title: 'notes.txt' });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await expect(page.getByText('40,000 lines')).toBeVisible();
    await duplicate(page).click();
    await expect(page).toHaveURL('/');
    await expect.poll(() => textArea(page).evaluate((area: HTMLTextAreaElement) => area.value.length)).toBe(fits.length);

    const larger = await createPaste(web.url, { content: 'line of text\n'.repeat(41_000), title: 'notes.txt' });
    await page.goto(`/view/${larger.publicId}`);
    await takenOver(page);
    await expect(page.getByText('41,000 lines')).toBeVisible();
    await duplicate(page).click();
    const dialog = page.getByRole('dialog', { name: 'Too large to edit here' });
    await expect(dialog).toContainText('Texts over 512 KB');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('notes.txt');
  });

  test('without room in the browser’s storage is said, and leaves the draft that is there', async ({ page, web, noise }) => {
    noise.allow(leavingEarly);
    await page.goto('/');
    await takenOver(page);
    await textArea(page).fill('mine');
    const kept = () => page.evaluate(() => sessionStorage.getItem('sealpaste-draft') ?? '');
    await expect.poll(kept).toContain('mine');
    const { publicId } = await createPaste(web.url, { content: CODE.repeat(1_000) });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await page.evaluate(() => {
      for (const size of [1_000_000, 10_000]) {
        try {
          for (let index = 0; ; index++) sessionStorage.setItem(`full ${size} ${index}`, 'x'.repeat(size));
        } catch {
          // No room for one more of this size.
        }
      }
    });
    await duplicate(page).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace it' }).click();
    await expect(page.getByRole('dialog', { name: 'No room for it in your browser' })).toBeVisible();
    expect(await kept()).toContain('mine');
  });

  test('is not offered of what is not opened', async ({ page, web }) => {
    const burning = await createPaste(web.url, { content: CODE, burnAfterRead: true });
    const { path } = await createSealed(web.url, { content: CODE }, { password: 'open sesame' });
    for (const [address, title] of [
      [`/view/${burning.publicId}`, 'This paste can be read once'],
      [path, 'This paste has a password'],
    ] as const) {
      await page.goto(address);
      await takenOver(page);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(duplicate(page)).toHaveCount(0);
    }
  });
});

test.describe('a paste without owner and manage token', () => {
  test('is extended by its reader, and the page shows the new expiry', async ({ page, web }) => {
    const { publicId, expiresAt } = await createPaste(web.url, { content: CODE, ttlSeconds: 3600 });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await expect(page.getByText('Expires in 1 hour')).toBeVisible();
    await page.getByRole('button', { name: 'Extend' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keep it longer' });
    await dialog.getByLabel('Extend by').selectOption('1 day');
    await dialog.getByRole('button', { name: 'Extend' }).click();
    await expect(page.getByRole('status')).toContainText('Extended: now until');
    await expect(page.getByText('Expires tomorrow')).toBeVisible();
    await expect(text(page)).toContainText('println');
    const { body } = await readPaste(web.url, publicId);
    expect(Date.parse(body.expiresAt ?? '') - Date.parse(expiresAt ?? '')).toBe(DAY_MS);
  });

  test('is deleted by its reader, after a question', async ({ page, web }) => {
    const { publicId } = await createPaste(web.url, { content: CODE });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await expect(page.getByRole('button', { name: 'Extend' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Delete' })).toBeFocused();
    expect((await readPaste(web.url, publicId)).status).toBe(200);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: 'The paste is deleted' })).toBeVisible();
    await expect(page.getByText('Its link opens nothing any more.')).toBeFocused();
    expect((await readPaste(web.url, publicId)).status).toBe(404);
  });

  test('that is gone meanwhile stays readable where it is open, and says so', async ({ page, web, noise }) => {
    noise.allow(/status of 404/);
    const { publicId } = await createPaste(web.url, { content: CODE });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await fetch(`${web.url}/api/v1/pastes/${publicId}`, { method: 'DELETE' });
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'What you see is your own copy' })).toBeVisible();
    await expect(text(page)).toContainText('println');
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  });

  test('says why it could not be deleted', async ({ page, web, noise }) => {
    noise.allow(/status of 429/);
    const { publicId } = await createPaste(web.url, { content: CODE });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await page.route('**/api/v1/**', (route) => route.fulfill({ status: 429, headers: { 'Retry-After': '7' }, json: {} }));
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Try again in 7 seconds' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible();
  });
});

test('a paste of an owner, a protected and a burned one offer neither', async ({ page, web }) => {
  const { stdout } = await runAdmin(['key', 'create', '--user', 'anna'], web.environment);
  const owned = await createPaste(web.url, { content: CODE, ttlSeconds: 3600 }, { 'X-Api-Key': stdout.trim() });
  const locked = await createPaste(web.url, { content: CODE, ttlSeconds: 3600, protect: true });
  const burning = await createPaste(web.url, { content: CODE, ttlSeconds: 3600, burnAfterRead: true });
  for (const { publicId } of [owned, locked, burning]) {
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    if (publicId === burning.publicId) await page.getByRole('button', { name: 'Open and delete it' }).click();
    await expect(text(page)).toContainText('println');
    await expect(duplicate(page)).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Extend|Delete)$/ })).toHaveCount(0);
  }
});

test.describe('the focus', () => {
  test('goes to the text of an opened burn paste, which is said', async ({ page, web }) => {
    const { publicId } = await createPaste(web.url, { content: CODE, burnAfterRead: true });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await page.getByRole('button', { name: 'Open and delete it' }).click();
    await expect(text(page)).toBeFocused();
    await expect(page.locator('[aria-live=polite]').filter({ hasText: 'The paste is open.' })).toBeAttached();
  });

  test('goes to the text of a large burn paste', async ({ page, web }) => {
    const { publicId } = await createPaste(web.url, { content: CODE.repeat(1_000), burnAfterRead: true });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await page.getByRole('button', { name: 'Open and delete it' }).click();
    await expect(textArea(page)).toBeFocused();
  });

  test('goes back to the field after a wrong password, and to the text after the right one', async ({ page, web }) => {
    const { path } = await createSealed(web.url, { content: CODE }, { password: 'open sesame' });
    await page.goto(path);
    await takenOver(page);
    await expect(page.getByLabel('Password')).toBeFocused();
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Decrypt' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'That did not open it.' })).toBeVisible();
    await expect(page.getByLabel('Password')).toBeFocused();
    await page.getByLabel('Password').fill('open sesame');
    await page.keyboard.press('Enter');
    await expect(text(page)).toBeFocused();
  });

  test('stays where it is when a paste opens by itself', async ({ page, web }) => {
    const { path } = await createSealed(web.url, { content: CODE });
    await page.goto(path);
    await takenOver(page);
    await expect(text(page)).toContainText('println');
    await expect(page.locator('body')).toBeFocused();
  });
});

test('paper shows all lines of a large text, the screen only what is in view', async ({ page, web }) => {
  const content = Array.from({ length: 5_000 }, (_, index) => `line ${index + 1}`).join('\n');
  const { publicId } = await createPaste(web.url, { content });
  await page.goto(`/view/${publicId}`);
  await takenOver(page);
  await expect(page.getByText('5,000 lines')).toBeVisible();
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
    await page.getByRole('button', { name: 'More actions' }).tap();
    for (const name of [
      'Raw',
      'Download',
      'Duplicate & edit',
      'QR code',
      'Extend',
      'Delete',
      'Copy link',
      'Copy the text',
      'Search',
      'Wrap lines',
    ]) {
      const box = await page.getByRole(name === 'Raw' ? 'link' : 'button', { name, exact: true }).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 1000), name).toBeLessThanOrEqual(360);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no dialog violates accessibility or is wider than a narrow phone: ${colorScheme}`, async ({ page, web }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { publicId } = await createPaste(web.url, { content: CODE, title: 'main.rs', ttlSeconds: 3600 });
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 640 });
      await page.goto(`/view/${publicId}`);
      await takenOver(page);
      const more = page.getByRole('button', { name: 'More actions' });
      if (await more.isVisible()) await more.click();
      for (const name of ['QR code', 'Keyboard shortcuts', 'Delete', 'Extend']) {
        if (name === 'Keyboard shortcuts') await page.keyboard.press('?');
        else await page.getByRole('button', { name, exact: true }).click();
        const dialog = page.getByRole('dialog');
        await expect(dialog).toBeVisible();
        if (name === 'QR code') await expect(dialog.getByRole('img')).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width);
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
      }
    }
  });
}

test('what a dialog needs is on its way before it is asked for: when a hand comes near the buttons', async ({ page, web }) => {
  const { publicId } = await createPaste(web.url, { content: 'a text without colours' });
  await page.goto(`/view/${publicId}`);
  await takenOver(page);
  await page.getByRole('group', { name: 'Actions' }).hover();
  const before = await page.evaluate(() => performance.now());
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })));
  expect(asked.filter(({ startTime }) => startTime > before)).toEqual([]);
});

test('a dialog that can’t be loaded costs neither the text nor the page', async ({ page, web, noise }) => {
  noise.allow(/ERR_FAILED|ERR_ABORTED|Failed to load|ChunkLoadError/);
  const { publicId } = await createPaste(web.url, { content: CODE });
  await page.goto(`/view/${publicId}`);
  await takenOver(page);
  await page.route('**/_next/static/**', (route) => route.abort());
  await page.keyboard.press('?');
  await expect(page.getByRole('status')).toContainText('You seem to be offline');
  await expect(text(page)).toContainText('println');
  await page.unroute('**/_next/static/**');
});
