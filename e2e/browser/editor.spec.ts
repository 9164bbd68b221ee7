import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createdMessages } from '#components/messages/created';
import { editorMessages } from '#components/messages/editor';
import { handOverMessages } from '#components/messages/hand-over';
import { linkMessages } from '#components/messages/link';
import { revealMessages } from '#components/messages/reveal';
import { EnvelopeError } from '../../lib/envelope/envelope.errors';
import { openPaste } from '../../lib/envelope/envelope-open';
import { expectAccessible, expectFitting } from '../support/accessibility';
import { readPaste } from '../support/api';
import { expect, test } from '../support/browser-fixture';
import { recordRequests, takenOver } from '../support/page-state';
import { createButton, createdLinks, fileField, showMoreOfLink, textArea, textFile } from '../support/paste-pages';
import { readWithKey } from '../support/sealed';

const CODE = "import { readFile } from 'node:fs/promises';\n\nexport interface Settings {\n  theme: string;\n}\n";
const API = '**/api/v1/pastes';

/** Text that neither repeats nor compresses to nothing. */
function largeText(bytes: number): string {
  const lines: string[] = [];
  let seed = 1;
  for (let length = 0; length < bytes; length += 64) {
    let line = '';
    while (line.length < 63) line += (seed = (seed * 16_807) % 2_147_483_647).toString(36);
    lines.push(line.slice(0, 63));
  }
  return lines.join('\n').slice(0, bytes);
}

async function pasteText(page: Page, text: string): Promise<void> {
  await textArea(page).evaluate((area, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

declare global {
  interface Window {
    /** Names of functions that the page's main thread called with more than a megabyte. */
    largePieces: string[];
  }
}

/** From the next load on, records calls that would block the page's main thread on a large text. Workers may make them. */
async function watchLargePieces(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.largePieces = [];
    const sizeOf = (value: unknown): number => {
      if (typeof value === 'string') return value.length;
      if (value instanceof Blob) return value.size;
      return value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? value.byteLength : 0;
    };
    const watch = (owner: object, names: string[]) => {
      for (const name of names) {
        const original: unknown = Reflect.get(owner, name);
        if (typeof original !== 'function') throw new Error(`expected a function ${name}`);
        const watched = function (this: unknown, ...args: unknown[]): unknown {
          const result: unknown = Reflect.apply(original, this, args);
          if ([this, ...args, result].some((value) => sizeOf(value) > 1_000_000)) window.largePieces.push(name);
          return result;
        };
        Reflect.set(owner, name, watched);
      }
    };
    watch(Blob.prototype, ['arrayBuffer', 'text', 'stream']);
    watch(FileReader.prototype, ['readAsArrayBuffer', 'readAsText']);
    watch(TextEncoder.prototype, ['encode', 'encodeInto']);
    watch(TextDecoder.prototype, ['decode']);
    watch(SubtleCrypto.prototype, ['encrypt', 'digest']);
    watch(WritableStreamDefaultWriter.prototype, ['write']);
    watch(JSON, ['stringify', 'parse']);
    watch(window, ['btoa', 'atob', 'structuredClone']);
  });
}

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await takenOver(page);
});

test.describe('what is created', () => {
  test('an envelope holds text, title and language; no request contains the key', async ({ page, web }) => {
    const sent = recordRequests(page);
    await expect(textArea(page)).toBeFocused();
    await page.keyboard.insertText(CODE);
    await page.getByLabel(editorMessages.title).fill('settings');
    await expect(page.getByLabel(editorMessages.language, { exact: true })).toContainText(editorMessages.detected('TypeScript'));
    await createButton(page).click();
    const { publicId, key, link } = await createdLinks(page);

    const { body } = await readPaste(web.url, publicId);
    expect(body).toMatchObject({ isE2ee: true, title: '', syntax: 'plaintext', burnAfterRead: false });
    expect(await openPaste(body.content, key)).toEqual({ content: CODE, title: 'settings', syntax: 'typescript' });
    expect(Date.parse(body.expiresAt ?? '') - Date.parse(body.createdAt)).toBe(604_800_000);
    expect(link.startsWith(`${web.url}/view/`)).toBe(true);
    expect(key).toHaveLength(43);
    expect(sent.filter((request) => request.includes(key) || request.includes('readFile'))).toEqual([]);
    // The page after the create has its own history entry, with nothing of the paste in the address.
    await expect(page).toHaveURL(/^[^#]*#created$/);
  });

  test('with a password neither the link nor a wrong password opens it', async ({ page, web }) => {
    await textArea(page).fill('secret');
    await page.getByLabel(editorMessages.password).first().fill('pässwörd');
    await page.getByRole('button', { name: revealMessages.show(editorMessages.password) }).click();
    await expect(page.getByLabel(editorMessages.password).first()).toHaveAttribute('type', 'text');
    await createButton(page).click();
    const { publicId, key } = await createdLinks(page);
    await expect(page.getByRole('textbox', { name: createdMessages.passwordLabel })).toHaveValue('pässwörd');
    const { body } = await readPaste(web.url, publicId);
    await expect(openPaste(body.content, key)).rejects.toThrow(EnvelopeError);
    await expect(openPaste(body.content, key, 'password')).rejects.toThrow('wrong-key');
    expect((await openPaste(body.content, key, 'pässwörd')).content).toBe('secret');
  });

  test('to be burned: it says not to open it, offers no link to do so, and is read once', async ({ page, web }) => {
    await textArea(page).fill('once');
    await page.getByLabel(editorMessages.pasteOptions.burnAfterRead.label).check();
    await createButton(page).click();
    const { publicId, key } = await createdLinks(page);
    await expect(page.getByText(createdMessages.burnTitle)).toBeVisible();
    await expect(page.getByRole('link', { name: createdMessages.open })).toHaveCount(0);
    // A reader without the key can't read the paste and so can't burn it.
    expect((await readPaste(web.url, publicId)).status).toBe(403);
    const { content } = await readWithKey(web.url, publicId, key);
    expect((await openPaste(content, key)).content).toBe('once');
    expect((await readPaste(web.url, publicId)).status).toBe(404);
  });

  test('a 7 MB file is kept byte for byte; the page’s thread handles no large piece', async ({ page, web }, testInfo) => {
    const path = testInfo.outputPath('data.txt');
    const content = `\uFEFF${largeText(7_000_000)}ä😀\r\n`;
    await writeFile(path, content);
    await watchLargePieces(page);
    await page.reload();
    await takenOver(page);
    await fileField(page).setInputFiles(path);
    await expect(page.getByRole('region', { name: 'data.txt' }).first()).toContainText('6.7 MiB');
    await expect(page.getByLabel(editorMessages.title)).toHaveValue('data.txt');
    await createButton(page).click();
    const { publicId, key } = await createdLinks(page);
    const { body } = await readPaste(web.url, publicId);
    const opened = await openPaste(body.content, key);
    expect(opened.title).toBe('data.txt');
    expect(opened.content === content).toBe(true);
    expect(await page.evaluate(() => window.largePieces)).toEqual([]);
    // The recorder works: it notices a call that the test makes.
    await page.evaluate(() => new Blob(['x'.repeat(2_000_000)]).text());
    expect(await page.evaluate(() => window.largePieces)).toEqual(['text']);
  });

  test('its preview is coloured as readers see it', async ({ page }) => {
    await textArea(page).fill(CODE);
    await page.getByRole('button', { name: editorMessages.modes.preview }).click();
    const preview = page.getByRole('region', { name: editorMessages.preview });
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('code-keyword')?.size ?? 0)).toBeGreaterThan(3);
    const colour = (look: string) => preview.locator('#L1').evaluate((line, name) => getComputedStyle(line, name).color, look);
    expect(await colour('::highlight(code-keyword)')).not.toBe(await colour(''));
  });

  test('by keyboard alone', async ({ page, web }) => {
    await page.keyboard.type('typed');
    await expect(page.getByText(editorMessages.tabHint)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(editorMessages.expires)).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(page.getByLabel(editorMessages.pasteOptions.burnAfterRead.label)).toBeChecked();
    await page.keyboard.press('Control+Enter');
    const { publicId, key } = await createdLinks(page);
    await expect(page.getByLabel(createdMessages.link, { exact: true })).toBeFocused();
    const { burnAfterRead, content } = await readWithKey(web.url, publicId, key);
    expect(burnAfterRead).toBe(true);
    expect((await openPaste(content, key)).content).toBe('typed');
  });
});

test.describe('what is held', () => {
  test('a large pasted text becomes an attachment; removing it restores the typed text', async ({ page, web }) => {
    await textArea(page).fill('before');
    const pasted = largeText(600_000);
    await pasteText(page, pasted);
    await expect(page.getByRole('region', { name: editorMessages.pastedText })).toBeVisible();
    await expect(textArea(page)).toBeHidden();
    await page.getByRole('button', { name: editorMessages.removeFile(editorMessages.pastedText) }).click();
    await expect(textArea(page)).toHaveValue('before');
    await pasteText(page, pasted);
    await expect(textArea(page)).toBeHidden();
    await createButton(page).click();
    const { publicId, key } = await createdLinks(page);
    const { content } = await openPaste((await readPaste(web.url, publicId)).body.content, key);
    expect(content === `before${pasted}`).toBe(true);
  });

  test('a draft survives a reload without its password, its link a reload and Back', async ({ page }) => {
    const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    await textArea(page).fill(CODE);
    await page.getByLabel(editorMessages.title).fill('mine');
    await page.getByLabel(editorMessages.pasteOptions.burnAfterRead.label).check();
    await page.getByLabel(editorMessages.password).first().fill('hunter2');
    await page.reload();
    await takenOver(page);
    await expect(textArea(page)).toHaveValue(CODE);
    await expect(page.getByLabel(editorMessages.title)).toHaveValue('mine');
    await expect(page.getByLabel(editorMessages.pasteOptions.burnAfterRead.label)).toBeChecked();
    await expect(page.getByLabel(editorMessages.password).first()).toHaveValue('');
    expect(await kept()).toContain('readFile');
    expect(await kept()).not.toContain('hunter2');
    await page.getByLabel(editorMessages.password).first().fill('hunter2');
    await createButton(page).click();
    const { link, manageLink } = await createdLinks(page);
    await page.reload();
    await expect.poll(() => createdLinks(page)).toMatchObject({ link, manageLink });
    await page.goto('/docs/how');
    await page.goBack();
    await expect.poll(() => createdLinks(page)).toMatchObject({ link, manageLink });
    await page.goBack();
    await expect(textArea(page)).toHaveValue(CODE);
    await page.getByRole('link', { name: editorMessages.showLastLink }).click();
    await expect.poll(() => createdLinks(page)).toMatchObject({ link, manageLink });
    expect(await kept()).toContain('readFile');
    await showMoreOfLink(page);
    await page.getByRole('button', { name: linkMessages.showQr }).click();
    await expect.poll(kept).not.toContain('readFile');
    await page.getByRole('button', { name: createdMessages.another }).click();
    await expect.poll(kept).not.toContain(link);
    await expect(textArea(page)).toBeFocused();
    await expect(textArea(page)).toHaveValue('');
  });

  test('what was typed before the program came', async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await textArea(page).fill('early');
    // The button shows that pressing it does nothing yet.
    await expect(createButton(page)).toHaveCSS('pointer-events', 'none');
    release();
    await expect(page.getByText(editorMessages.size({ bytes: editorMessages.bytes(5), limit: '10 MiB' }))).toBeVisible();
    await expect(textArea(page)).toHaveValue('early');
    await expect(page).toHaveURL(/\/$/);
  });
});

test.describe('what is shown', () => {
  test('the link is selected, copied, and drawn as a code', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await textArea(page).fill('text');
    await page.keyboard.press('Control+Shift+Enter');
    const { link, manageLink } = await createdLinks(page);
    const copied = page.getByRole('button', { name: linkMessages.copied });
    await expect(copied).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await expect.poll(() => page.evaluate(() => window.getSelection()?.toString())).toBe(link);
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await copied.click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await showMoreOfLink(page);
    await page.getByRole('button', { name: createdMessages.copyManageLink }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(manageLink);
    await page.getByRole('button', { name: linkMessages.showQr }).click();
    await expect(page.getByRole('img', { name: createdMessages.qrLabel })).toBeVisible();
  });

  test('the editor is accessible and fits windows of 320, 360 and 1280 pixels', async ({ page, noise }) => {
    noise.allow(/status of 500/);
    const check = async (state: string) => {
      await expectFitting(page, state, 360);
      // A width of 360 pixels has the same elements as 320, so it needs no check.
      await expectAccessible(page, state, [1280, 320]);
    };
    await check('empty');
    await page.getByRole('button', { name: editorMessages.options }).click();
    await createButton(page).click();
    await check('a problem with the text, options open');
    await fileField(page).setInputFiles(textFile('a-rather-long-name-of-a-file-that-needs-room.log', CODE.replaceAll('\n', '\r\n')));
    await page.getByRole('button', { name: 'Remove' }).waitFor();
    await check('a file');
    await page.route(API, (route) => route.fulfill({ status: 500, json: {} }));
    await createButton(page).click();
    await page.getByText(editorMessages.problems.serverError).waitFor();
    await expect(page.getByLabel(editorMessages.language, { exact: true })).toBeEnabled();
    await check('a problem with the server');
    await page.unroute(API);
    await page.getByLabel(editorMessages.pasteOptions.burnAfterRead.label).check();
    await page.getByLabel(editorMessages.password).first().fill('p');
    await createButton(page).click();
    await createdLinks(page);
    await showMoreOfLink(page);
    await page.getByRole('button', { name: linkMessages.showQr }).click();
    await page.getByRole('img', { name: createdMessages.qrLabel }).waitFor();
    await page.getByLabel(handOverMessages.apart).check();
    await check('created');
  });
});
