/** Sends files from one page to another: adds, encrypts, shows and saves them; after one reading they are gone. */
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { editorMessages } from '#components/messages/editor';
import { passwordMessages } from '#components/messages/password';
import { viewMessages } from '#components/messages/view';
import { viewFilesMessages as messages } from '#components/messages/view-files';
import { viewProblemMessages } from '#components/messages/view-problem';
import { deflate, FORGED_KEY, forge, PLAIN_HEADER } from '../../lib/testing/envelope-forge';
import vectors from '../../lib/testing/envelope-vectors.json' with { type: 'json' };
import { expectAccessible } from '../support/accessibility';
import { call, createPaste } from '../support/api';
import { expect, test } from '../support/browser-fixture';
import { takenOver } from '../support/page-state';
import { createButton, createdLinks, fileField, textArea, textFile, textOf } from '../support/paste-pages';

/** A PNG of one red pixel. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');
const WIDE = { width: 1280, height: 720 };
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>window.hasRun = true</script></svg>';

test('files survive a reload, are shown by content, burn when read, and can be saved', async ({ page, web }) => {
  await page.goto('/');
  await takenOver(page);
  await textArea(page).fill('what this is');
  await fileField(page).setInputFiles([
    { name: 'picture.txt', mimeType: 'text/plain', buffer: PNG },
    textFile('main.rs', 'fn main() {}\nfn other() {}\n'),
    { name: 'svg.png', mimeType: 'image/png', buffer: Buffer.from(SVG) },
    { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(`\0<!doctype html>${SVG}`) },
  ]);
  await expect(page.getByRole('list', { name: editorMessages.files }).getByRole('listitem')).toHaveCount(4);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('sealpaste-draft'))).toContain('page.jpg');
  await page.reload();
  await takenOver(page);
  await expect(page.getByRole('list', { name: editorMessages.files }).getByRole('listitem')).toHaveCount(4);
  await expectAccessible(page, 'files being composed');
  await page.setViewportSize(WIDE);
  await page.getByLabel(editorMessages.pasteOptions.burnAfterRead.label).check();
  await createButton(page).click();
  const { link, publicId } = await linkOf(page);

  await page.goto(`${link}&F2&L2`);
  await takenOver(page);
  await page.getByRole('button', { name: viewMessages.confirm.button }).click();
  const list = page.getByRole('navigation', { name: messages.list });
  await expect(list.getByRole('listitem')).toHaveCount(5);
  await expect(textOf(page).locator('[data-marked]')).toHaveText('fn other() {}');
  // The page has decoded everything and so has acknowledged.
  await expect.poll(async () => (await call(`${web.url}/api/v1/pastes/${publicId}`)).status).toBe(404);

  await list.getByRole('button', { name: /^picture\.txt/ }).click();
  const picture = page.getByRole('img', { name: messages.pictureOf('picture.txt') });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await expectAccessible(page, 'a picture among files');
  await page.setViewportSize(WIDE);
  expect(await picture.getAttribute('src')).toMatch(/^blob:/);
  // The file is an SVG, a text, so its source is shown.
  await list.getByRole('button', { name: /^svg\.png/ }).click();
  await expect(textOf(page)).toContainText('window.hasRun = true');
  await list.getByRole('button', { name: /^page\.jpg/ }).click();
  await expect(page.getByText(messages.notShown('page.jpg'))).toBeVisible();
  expect(await page.evaluate(() => 'hasRun' in window)).toBe(false);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: messages.downloadAll }).click();
  const archive = unzipSync(await readFile(await (await download).path()));
  expect(Object.keys(archive)).toEqual([`${publicId}.txt`, 'picture.txt', 'main.rs', 'svg.png', 'page.jpg']);
  expect(Buffer.from(archive['picture.txt'] ?? []).equals(PNG)).toBe(true);
});

for (const { name, envelope, key, passwords, opens } of vectors.opens.filter(({ opens }) => opens.files)) {
  test(`the frozen envelope opens with its files: ${name}`, async ({ page, web }) => {
    const { publicId } = await createPaste(web.url, { content: envelope, isE2ee: true });
    await page.goto(`/view/${publicId}#${key}`);
    if (passwords?.[0]) {
      await takenOver(page);
      await page.getByLabel(passwordMessages.label, { exact: true }).fill(passwords[0]);
      await page.keyboard.press('Enter');
    }
    const rows = page.getByRole('navigation', { name: messages.list }).getByRole('listitem');
    const names = (opens.files ?? []).map((file) => file.name);
    await expect(rows).toHaveCount(names.length + (opens.content === '' ? 0 : 1));
    const shown = async () => (await rows.locator('bdi').allTextContents()).slice(-names.length);
    await expect.poll(shown).toEqual(names);
  });
}

test('files that unfold beyond what a browser should hold are refused in words', async ({ page, web }) => {
  const files = [{ name: 'a', content: '0'.repeat(80 * 1024 * 1024) }];
  const plaintext = new TextEncoder().encode(JSON.stringify({ v: 1, content: '', files }));
  const bomb = await forge({ header: { ...PLAIN_HEADER, zip: 'DEF' }, plaintext: await deflate(plaintext) });
  const { publicId } = await createPaste(web.url, { content: bomb, isE2ee: true });
  await page.goto(`/view/${publicId}#${FORGED_KEY}`);
  await expect(page.getByRole('heading', { name: viewProblemMessages['too-large'].title })).toBeVisible();
});

async function linkOf(page: Parameters<typeof createdLinks>[0]) {
  const { link } = await createdLinks(page);
  return { link, publicId: /\/view\/(\w{24})/.exec(link)?.[1] ?? '' };
}
