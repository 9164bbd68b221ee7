/** Tests that a cancel, a lost response or a reload loses nothing typed, and that the page says nothing false afterwards. */

import type { Locator } from '@playwright/test';
import { createdMessages } from '#components/messages/created';
import { editorMessages } from '#components/messages/editor';
import { formatUnit } from '#lib/locales/format.rules';
import { readPaste } from '../support/api';
import { expect, test } from '../support/browser-fixture';
import { takenOver } from '../support/page-state';
import { createButton, createdLinks, showMoreOptions, textArea } from '../support/paste-pages';

const API = '**/api/v1/pastes';

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await takenOver(page);
});

test('Cancel deletes the stored paste; a retry after a lost response makes one paste', async ({ page, web, noise }) => {
  noise.allow(/ERR_FAILED|net::/);
  const made: string[] = [];
  let answer: 'hold' | 'lose' | 'pass' = 'hold';
  await page.route(API, async (route) => {
    if (route.request().method() !== 'POST' || answer === 'pass') return route.continue();
    const response = await route.fetch();
    made.push(((await response.json()) as { publicId: string }).publicId);
    // The page never gets this response.
    if (answer === 'lose') await route.abort();
  });
  await textArea(page).fill('a secret');
  await createButton(page).click();
  await expect.poll(() => made.length).toBe(1);
  expect((await readPaste(web.url, String(made[0]))).status).toBe(200);
  await page.getByRole('button', { name: editorMessages.cancel }).click();
  await expect(page.getByText(editorMessages.cancelledDeleted).last()).toBeVisible();
  expect((await readPaste(web.url, String(made[0]))).status).toBe(404);

  answer = 'lose';
  await createButton(page).click();
  await expect(page.getByText(editorMessages.problems.unreachable)).toBeVisible();
  answer = 'pass';
  await createButton(page).click();
  const { publicId } = await createdLinks(page);
  expect(publicId).toBe(made[1]);
});

test('text created right after pasting gets its language by title, then content', async ({ page, web }) => {
  const create = async (title: string, text: string) => {
    await showMoreOptions(page);
    await page.getByLabel(editorMessages.encrypt).uncheck();
    await page.getByLabel(editorMessages.title).fill(title);
    await textArea(page).focus();
    await page.keyboard.insertText(text);
    await page.keyboard.press('Control+Enter');
    const { publicId } = await createdLinks(page);
    await page.getByRole('button', { name: createdMessages.another }).click();
    return (await readPaste(web.url, publicId)).body.syntax;
  };
  expect(await create('', 'interface A {\n  b: string;\n}\nexport const c: number = 1;\n')).toBe('typescript');
  expect(await create('', 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nValueError: b\n')).not.toBe('plaintext');
  expect(await create('style.css', 'a { color: red }\nb { color: blue }\n')).toBe('css');
});

/** Windows of common laptops, a phone, a page enlarged four times, and a large screen. */
const WINDOWS = [
  [1366, 650],
  [1536, 730],
  [1280, 600],
  [360, 640],
  [320, 256],
  [1920, 1080],
] as const;

test('what most pastes need, the counter and the last link are in view', async ({ page }) => {
  await textArea(page).fill('text');
  await createButton(page).click();
  await createdLinks(page);
  await page.goBack();
  await page.getByRole('switch', { name: editorMessages.pasteOptions.burnAfterRead.label }).check();
  await page.getByRole('button', { name: editorMessages.suggest }).click();
  const more = page.getByRole('button', { name: editorMessages.more });
  const last = page.getByRole('link', { name: editorMessages.showLastLink });
  for (const [width, height] of WINDOWS.filter(([wide]) => wide >= 1280)) {
    await page.setViewportSize({ width, height });
    for (const shown of [page.getByLabel(editorMessages.expires), more, createButton(page), page.locator('#content-size'), last])
      await expect(shown, `${width}×${height}`).toBeInViewport({ ratio: 0.99 });
  }
  // The bar lies over nothing that is in view.
  await page.setViewportSize({ width: 1280, height: 600 });
  await more.click({ trial: true });
});

test('the button and what is said of pressing it are in view in every window', async ({ page, noise }) => {
  noise.allow(/status of 429|ERR_ABORTED/);
  await page.clock.install();
  await page.reload();
  await takenOver(page);
  const { problems } = editorMessages;
  const bar = page.getByRole('button', { name: new RegExp(`^(?:${editorMessages.create}|${editorMessages.sending})`) });
  /** Presses the keys, since a click would scroll to the button. */
  const press = async () => {
    await textArea(page).focus();
    await page.evaluate(() => scrollTo(0, 0));
    await page.keyboard.press('Control+Enter');
  };
  const inEachWindow = async (find: () => Locator[], begin = press, end = async () => {}) => {
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      await begin();
      for (const shown of [bar, ...find()]) await expect(shown, `${width}×${height}`).toBeInViewport({ ratio: 0.99 });
      await end();
    }
  };
  const alert = (text: string) => () => [page.getByRole('alert').filter({ hasText: text })];
  await inEachWindow(alert(problems.empty));

  await textArea(page).fill('text');
  await page.getByLabel(editorMessages.title).fill('t'.repeat(256));
  await inEachWindow(alert(problems['title-too-long']));
  await page.getByLabel(editorMessages.title).fill('');

  await page.route(API, (route) => route.fulfill({ status: 429, headers: { 'Retry-After': '7' }, json: {} }));
  await inEachWindow(alert(problems.tooManyRequests(formatUnit(7, 'second'))));
  await page.unroute(API);

  // The server never responds to the create, and to the cancel when the test says so.
  let respond: (() => void) | undefined;
  await page.route(API, async (route) => {
    if (route.request().method() !== 'DELETE') return;
    await new Promise<void>((resolve) => (respond = resolve));
    await route.fulfill({ json: { deleted: true } });
  });
  const button = (name: string) => page.getByRole('button', { name });
  // Screen readers hear the same from an element that nobody sees.
  const seen = (text: string) => page.locator('p[aria-hidden]', { hasText: text });
  const whileSilent = () => [seen(editorMessages.silent), button(editorMessages.retry), button(editorMessages.cancel)];
  const fallSilent = async () => {
    const sent = page.waitForRequest(API);
    await press();
    await sent;
    await expect(button(editorMessages.cancel)).toBeInViewport({ ratio: 0.99 });
    await page.clock.fastForward(15_000);
  };
  await inEachWindow(whileSilent, fallSilent, async () => {
    await button(editorMessages.cancel).click();
    await expect(button(editorMessages.callingOff)).toBeFocused();
    await expect.poll(() => respond).toBeDefined();
    respond?.();
    respond = undefined;
    for (const shown of [seen(editorMessages.cancelledDeleted), bar]) await expect(shown).toBeInViewport({ ratio: 0.99 });
  });
});
