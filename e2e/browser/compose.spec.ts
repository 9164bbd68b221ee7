import { writeFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { EnvelopeError } from '../../lib/envelope/envelope.errors';
import { openPaste } from '../../lib/envelope/envelope.open';
import { readPaste } from '../support/api';
import { expect, takenOver, test, withWeb } from '../support/browser.fixture';
import { readWithKey } from '../support/sealed';

const CODE = "import { readFile } from 'node:fs/promises';\n\nexport interface Settings {\n  theme: string;\n}\n";
const API = '**/api/v1/pastes';

const textArea = (page: Page) => page.getByLabel('Text of the paste');
const createButton = (page: Page) => page.getByRole('button', { name: 'Create link' });
const fileField = (page: Page) => page.locator('input[type=file]');

interface CreatedLinks {
  link: string;
  publicId: string;
  key: string;
  manageLink: string;
}

async function createdLinks(page: Page): Promise<CreatedLinks> {
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible({ timeout: 30_000 });
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  const manageLink = await page.getByLabel('Manage link', { exact: true }).inputValue();
  const { pathname, hash } = new URL(link);
  return { link, manageLink, publicId: pathname.split('/').at(-1) ?? '', key: hash.slice(1) };
}

function textFile(name: string, content: string | Buffer) {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(content) };
}

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

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** CPU time of its thread, in µs. */
  tdur?: number;
  args?: { name?: string };
}

/**
 * What the page's thread computed at a stretch, in ms, the longest first: its own CPU time, so that another program on
 * the machine doesn't count.
 */
async function traceTasks(page: Page, run: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('expected a browser');
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] });
  await run();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const isOfPage = ({ pid, tid }: TraceEvent) => threads.some((thread) => thread.pid === pid && thread.tid === tid);
  const tasks = traceEvents.filter((event) => event.tdur !== undefined && isOfPage(event));
  expect(tasks.length, 'tasks seen').toBeGreaterThan(100);
  return tasks.map(({ tdur = 0 }) => tdur / 1000).sort((first, second) => second - first);
}

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await takenOver(page);
});

test.describe('what is created', () => {
  test('encrypted: content, title and language are in the envelope, and the key was in no request', async ({ page, web }) => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`));
    await expect(textArea(page)).toBeFocused();
    await page.keyboard.insertText(CODE);
    await page.getByLabel('Title').fill('settings');
    await expect(page.getByLabel('Language')).toContainText('Detect: TypeScript');
    await createButton(page).click();
    const { publicId, key, link } = await createdLinks(page);

    const { body } = await readPaste(web.url, publicId);
    expect(body).toMatchObject({ isE2ee: true, title: '', syntax: 'plaintext', burnAfterRead: false });
    expect(await openPaste(body.content, key)).toEqual({ content: CODE, title: 'settings', syntax: 'typescript' });
    expect(Date.parse(body.expiresAt ?? '') - Date.parse(body.createdAt)).toBe(604_800_000);
    expect(link.startsWith(`${web.url}/view/`)).toBe(true);
    expect(key).toHaveLength(43);
    expect(sent.filter((request) => request.includes(key) || request.includes('readFile'))).toEqual([]);
    expect(new URL(page.url()).hash).toBe('');
  });

  test('without encryption the server gets the text, title and language as they are', async ({ page, web }) => {
    await textArea(page).fill(CODE);
    await page.getByLabel('Title').fill('settings');
    await page.getByLabel('Language').selectOption('rust');
    await page.getByLabel('Expires').selectOption('Never');
    await page.getByLabel('Encrypt in my browser').uncheck();
    await expect(page.getByText('this server holds the key')).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveCount(0);
    await createButton(page).click();
    const { publicId, key } = await createdLinks(page);
    expect(key).toBe('');
    const { body } = await readPaste(web.url, publicId);
    expect(body).toMatchObject({ isE2ee: false, title: 'settings', syntax: 'rust', content: CODE, expiresAt: null });
  });

  test('with a password neither the link nor a wrong password opens it', async ({ page, web }) => {
    await textArea(page).fill('secret');
    await page.getByLabel('Password').first().fill('pässwörd');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(page.getByLabel('Password').first()).toHaveAttribute('type', 'text');
    await createButton(page).click();
    const { publicId, key } = await createdLinks(page);
    await expect(page.getByText('Send the password another way')).toBeVisible();
    const { body } = await readPaste(web.url, publicId);
    await expect(openPaste(body.content, key)).rejects.toThrow(EnvelopeError);
    await expect(openPaste(body.content, key, 'password')).rejects.toThrow('wrong-key');
    expect((await openPaste(body.content, key, 'pässwörd')).content).toBe('secret');
  });

  test('to be burned: it says not to open it, offers no link to do so, and is read once', async ({ page, web }) => {
    await textArea(page).fill('once');
    await page.getByLabel('Burn after reading').check();
    await createButton(page).click();
    const { publicId, key } = await createdLinks(page);
    await expect(page.getByText('Don’t open it yourself')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open' })).toHaveCount(0);
    // Who has not the key can't read it, and so not burn it.
    expect((await readPaste(web.url, publicId)).status).toBe(403);
    const { content } = await readWithKey(web.url, publicId, key);
    expect((await openPaste(content, key)).content).toBe('once');
    expect((await readPaste(web.url, publicId)).status).toBe(404);
  });

  test('a file of 7 MB, byte for byte, while the page never stops for 50 ms', async ({ page, web }, testInfo) => {
    const path = testInfo.outputPath('data.txt');
    const content = `\uFEFF${largeText(7_000_000)}ä😀\r\n`;
    await writeFile(path, content);
    await expect(page.getByText('Gone on')).toBeVisible();
    const [longestMs] = await traceTasks(page, async () => {
      await fileField(page).setInputFiles(path);
      await expect(page.getByRole('region', { name: 'data.txt' }).first()).toContainText('6.7 MB');
      await expect(page.getByLabel('Title')).toHaveValue('data.txt');
      await createButton(page).click();
      await createdLinks(page);
    });
    expect(longestMs).toBeLessThan(50);
    const { publicId, key } = await createdLinks(page);
    const { body } = await readPaste(web.url, publicId);
    const opened = await openPaste(body.content, key);
    expect(opened.title).toBe('data.txt');
    expect(opened.content === content).toBe(true);
  });

  test('by keyboard alone', async ({ page, web }) => {
    await page.keyboard.type('typed');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Expires')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(page.getByLabel('Burn after reading')).toBeChecked();
    await page.keyboard.press('Control+Enter');
    const { publicId, key } = await createdLinks(page);
    await expect(page.getByLabel('Link', { exact: true })).toBeFocused();
    const { burnAfterRead, content } = await readWithKey(web.url, publicId, key);
    expect(burnAfterRead).toBe(true);
    expect((await openPaste(content, key)).content).toBe('typed');
  });
});

test.describe('what is held', () => {
  test('a large pasted text is an attachment with what was typed around it; removing it undoes the paste', async ({ page, web }) => {
    await textArea(page).fill('before');
    const pasted = largeText(600_000);
    await pasteText(page, pasted);
    await expect(page.getByRole('region', { name: 'Pasted text' })).toBeVisible();
    await expect(textArea(page)).toBeHidden();
    await page.getByRole('button', { name: 'Remove Pasted text' }).click();
    await expect(textArea(page)).toHaveValue('before');
    await pasteText(page, pasted);
    await createButton(page).click();
    const { publicId, key } = await createdLinks(page);
    const { content } = await openPaste((await readPaste(web.url, publicId)).body.content, key);
    expect(content === `before${pasted}`).toBe(true);
  });

  test('a file dropped anywhere', async ({ page }) => {
    const drop = (type: string) =>
      page.evaluate((eventType) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['fn main() {}\n'], 'main.rs', { type: 'text/plain' }));
        document.querySelector('header')?.dispatchEvent(new DragEvent(eventType, { dataTransfer, bubbles: true, cancelable: true }));
      }, type);
    await textArea(page).fill('mine');
    await drop('dragenter');
    await expect(page.getByText('Drop the file to paste it')).toBeVisible();
    await drop('drop');
    await expect(page.getByText('Drop the file to paste it')).toBeHidden();
    await expect(page.getByRole('region', { name: 'main.rs' }).first()).toBeVisible();
    await expect(page.getByLabel('Language')).toContainText('Detect: Rust');
    await expect(page.getByText('What you typed stays here and is not sent')).toBeVisible();
  });

  test('a draft survives a reload, without its password, and ends with its paste', async ({ page, noise }) => {
    // It is reloaded while its fonts are on their way.
    noise.allow(/^failed: net::ERR_ABORTED GET \S+\/_next\/static\//);
    const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    await textArea(page).fill(CODE);
    await page.getByLabel('Title').fill('mine');
    await page.getByLabel('Burn after reading').check();
    await page.getByLabel('Password').first().fill('hunter2');
    await page.reload();
    await takenOver(page);
    await expect(textArea(page)).toHaveValue(CODE);
    await expect(page.getByLabel('Title')).toHaveValue('mine');
    await expect(page.getByLabel('Burn after reading')).toBeChecked();
    await expect(page.getByLabel('Password').first()).toHaveValue('');
    expect(await kept()).toContain('readFile');
    expect(await kept()).not.toContain('hunter2');
    await createButton(page).click();
    await createdLinks(page);
    expect(await kept()).not.toContain('readFile');
    await page.getByRole('button', { name: 'Another paste' }).click();
    await expect(textArea(page)).toBeFocused();
    await expect(textArea(page)).toHaveValue('');
  });

  test('a draft that the browser has no room for is said not to be kept; what was kept before stays', async ({ page }) => {
    const warning = page.getByText('Your browser can’t keep this draft');
    await textArea(page).fill('first');
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('first');
    await page.evaluate(() => {
      for (const size of [1_000_000, 10_000, 100, 1]) {
        try {
          for (let index = 0; ; index++) sessionStorage.setItem(`full ${size} ${index}`, 'x'.repeat(size));
        } catch {
          // No room for one more of this size.
        }
      }
    });
    await textArea(page).fill('second, and longer than the first');
    await expect(warning).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('first');
    await page.evaluate(() => {
      for (const key of Object.keys(sessionStorage)) if (key.startsWith('full')) sessionStorage.removeItem(key);
    });
    await textArea(page).fill('third');
    await expect(warning).toHaveCount(0);
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
    await createButton(page).click();
    release();
    await expect(page.getByText('5 bytes of 10 MB')).toBeVisible();
    await expect(textArea(page)).toHaveValue('early');
    await expect(page).toHaveURL(/\/$/);
  });
});

test.describe('what is refused', () => {
  test('nothing', async ({ page }) => {
    await createButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'There is nothing to paste yet' })).toBeVisible();
    await expect(textArea(page)).toHaveAttribute('aria-invalid', 'true');
    await textArea(page).fill('something');
    await expect(page.getByText('There is nothing to paste yet')).toBeHidden();
  });

  for (const [what, name, content, words] of [
    ['a binary file', 'photo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), 'photo.png is not text'],
    ['another encoding', 'latin1.txt', Buffer.from([0x67, 0x72, 0xfc, 0xdf]), 'latin1.txt is not text'],
    ['UTF-16', 'notes.txt', Buffer.from([0xff, 0xfe, 0x61, 0]), 'UTF-16'],
    ['more than 10 MB', 'big.log', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 'That is 10.1 MB; a paste can have 10 MB'],
  ] as const) {
    test(`${what}, and the text stays`, async ({ page }) => {
      await textArea(page).fill('mine');
      await fileField(page).setInputFiles(textFile(name, content));
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
      await expect(textArea(page)).toHaveValue('mine');
    });
  }

  test('a title of 256 characters', async ({ page }) => {
    await textArea(page).fill('text');
    await page.getByLabel('Title').fill('😀'.repeat(256));
    await createButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'The title can have 255 characters' })).toBeVisible();
    await page.getByLabel('Title').fill('😀'.repeat(255));
    await createButton(page).click();
    await createdLinks(page);
  });
});

test.describe('what fails', () => {
  test('cancelled while sending: nothing is created, nothing typed is lost', async ({ page, noise }) => {
    noise.allow(/ERR_ABORTED|net::ERR_FAILED/);
    await page.route(API, () => new Promise(() => {}));
    await textArea(page).fill('kept');
    await createButton(page).click();
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expect(textArea(page)).toHaveAttribute('readonly');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('status')).toHaveText('Cancelled. Nothing was created.');
    await expect(textArea(page)).toHaveValue('kept');
    await page.unroute(API);
    await createButton(page).click();
    await createdLinks(page);
  });

  test('too many requests: says how long to wait', async ({ page, noise }) => {
    noise.allow(/status of 429/);
    await withWeb({ RATE_LIMIT_ANONYMOUS: '1' }, async (strict) => {
      await page.goto(strict.url);
      await takenOver(page);
      await textArea(page).fill('first');
      await createButton(page).click();
      await createdLinks(page);
      await page.getByRole('button', { name: 'Another paste' }).click();
      await textArea(page).fill('second');
      await createButton(page).click();
      await expect(page.getByRole('alert').filter({ hasText: /Try again in \d+ seconds?; nothing you typed is lost/ })).toBeVisible();
      await expect(textArea(page)).toHaveValue('second');
      await page.goto('about:blank');
    });
  });

  for (const [status, words] of [
    [413, 'more than this server takes'],
    [500, 'Something broke on the server'],
    [400, 'The server did not take it: content wrong'],
  ] as const) {
    test(`${status} in its own words`, async ({ page, noise }) => {
      noise.allow(new RegExp(`status of ${status}`));
      const json = { error: 'x', details: [{ path: ['content'], message: 'wrong' }] };
      await page.route(API, (route) => route.fulfill({ status, json, headers: { 'X-Request-Id': 'abc-123' } }));
      await textArea(page).fill('kept');
      await createButton(page).click();
      const alert = page.getByRole('alert').filter({ hasText: words });
      await expect(alert).toBeVisible();
      if (status === 500) await expect(alert).toContainText('abc-123');
      await expect(textArea(page)).toHaveValue('kept');
    });
  }

  test('offline', async ({ page, context, noise }) => {
    noise.allow(/ERR_INTERNET_DISCONNECTED/);
    // The guess comes from the worker: it is loaded.
    await textArea(page).fill('#!/bin/sh');
    await expect(page.getByLabel('Language')).toContainText('Detect: Bash');
    await context.setOffline(true);
    await createButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'You are offline' })).toBeVisible();
    await context.setOffline(false);
    await createButton(page).click();
    await createdLinks(page);
  });

  test('the worker doesn’t load', async ({ page, noise }) => {
    noise.allow(/worker|ERR_FAILED/i);
    await page.route(/turbopack-worker/, (route) => route.abort());
    await page.reload();
    await takenOver(page);
    await textArea(page).fill('kept');
    await createButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'A part of this page did not load' })).toBeVisible();
  });
});

test.describe('what is shown', () => {
  test('the link is selected, copied, and drawn as a code', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await textArea(page).fill('text');
    await createButton(page).click();
    const { link, manageLink } = await createdLinks(page);
    expect(await page.evaluate(() => window.getSelection()?.toString())).toBe(link);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await page.getByRole('button', { name: 'Copy manage link' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(manageLink);
    await page.getByRole('button', { name: 'QR code' }).click();
    await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  });

  test('without JavaScript: the form, how to paste without it, and no text in an address', async ({ browser, web }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(web.url);
    await textArea(page).fill('kept');
    await createButton(page).click();
    await expect(page).toHaveURL(`${web.url}/`);
    await expect(textArea(page)).toHaveValue('kept');
    // Chromium's emulation runs no scripts, but parses as if it did: the notice is there as text.
    expect(await page.locator('noscript').textContent()).toContain('Creating a paste here needs JavaScript');
    await context.close();
  });

  for (const width of [320, 360, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`no violation of accessibility, no sideways scrolling: ${width} px, ${colorScheme}`, async ({ page, noise }) => {
        noise.allow(/status of 500/);
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 720 });
        const check = async (state: string) => {
          expect((await new AxeBuilder({ page }).analyze()).violations, state).toEqual([]);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          expect(overflow, state).toBe(0);
        };
        await check('empty');
        const options = page.getByRole('button', { name: 'Options' });
        if (await options.isVisible()) await options.click();
        await createButton(page).click();
        await check('a problem with the text, options open');
        await fileField(page).setInputFiles(textFile('a-rather-long-name-of-a-file-that-needs-room.log', CODE));
        await page.getByRole('button', { name: 'Remove' }).waitFor();
        await check('a file');
        await page.route(API, (route) => route.fulfill({ status: 500, json: {} }));
        await createButton(page).click();
        await page.getByText('Something broke').waitFor();
        await expect(page.getByLabel('Language')).toBeEnabled();
        await check('a problem with the server');
        await page.unroute(API);
        await page.getByLabel('Burn after reading').check();
        await page.getByLabel('Password').first().fill('p');
        await createButton(page).click();
        await createdLinks(page);
        await page.getByRole('button', { name: 'QR code' }).click();
        await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
        await check('created');
      });
    }
  }
});
