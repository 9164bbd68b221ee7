/** Tests a text of more lines than a page shows as plain elements. */
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { searchMessages } from '#components/messages/search';
import { viewMessages } from '#components/messages/view';
import { basePath } from '#lib/site/address.rules';
import { createPaste, readPaste } from '../support/api';
import { expect, test } from '../support/browser-fixture';
import { addressShown, letOpen } from '../support/extension';
import { recordRequests, takenOver } from '../support/page-state';
import { textArea } from '../support/paste-pages';
import { createSealed } from '../support/sealed';

const LINES = 60_000;
const large = `${Array.from({ length: LINES }, (_, index) => `const value${index} = "${index}"; // a line of the text`).join('\n')}\nthe needle\n`;

test('a large text shows its first lines at once, then all, and counts one view', async ({ page, web }) => {
  const { publicId } = await createPaste(web.url, { content: large, syntax: 'typescript' });
  await page.goto(`/view/${publicId}`);
  await takenOver(page);
  await expect(page.getByText('const value0 = "0"; // a line of the text')).toBeVisible();
  await expect(page.getByText(viewMessages.lines(60_001))).toBeVisible();
  await expect(page.getByText(viewMessages.views(1), { exact: true })).toBeVisible();
  await expect(textArea(page).locator('.code-keyword').first()).toBeVisible();
  expect((await readPaste(web.url, publicId)).body.viewCount).toBe(2);
});

test('a large encrypted text is decrypted in a worker; search finds its last line', async ({ page, web }) => {
  const sent = recordRequests(page);
  const { path, key } = await createSealed(web.url, { content: large, syntax: 'typescript' });
  await page.goto(path);
  await takenOver(page);
  await expect(page.getByText(viewMessages.lines(60_001))).toBeVisible();
  // Our style, which the sheet that CodeMirror brings has, too.
  await expect(page.locator('.cm-gutters')).toHaveCSS('border-right-width', '0px');
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('textbox', { name: searchMessages.label })).toBeFocused();
  await page.keyboard.type('the needle');
  await expect(page.getByText(searchMessages.count({ at: 1, total: 1 }))).toBeVisible();
  await expect(textArea(page).locator('.match-current')).toHaveText('the needle');
  expect(sent.filter((request) => request.includes(key))).toEqual([]);
});

test('a large text goes to the lines of its link and is copied whole', async ({ page, web, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { publicId } = await createPaste(web.url, { content: large });
  await page.goto(`/view/${publicId}#L50000-L50001`);
  await takenOver(page);
  await expect(textArea(page).locator('[data-marked]')).toHaveText([/^const value49999 /, /^const value50000 /]);
  await page.getByRole('button', { name: viewMessages.copyAll }).click();
  await expect(page.getByRole('status')).toHaveText(viewMessages.copied);
  expect((await page.evaluate(() => navigator.clipboard.readText())) === large).toBe(true);
});

test('keys and selecting the page copy a large text whole, whatever has the focus', { tag: '@prove' }, async ({ page, web, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { publicId } = await createPaste(web.url, { content: large, title: 'The title' });
  await page.goto(`/view/${publicId}#L60001`);
  await takenOver(page);
  await expect(textArea(page).locator('[data-marked]')).toHaveText('the needle');
  const copied = async () => {
    await page.keyboard.press('Control+c');
    const text = await page.evaluate(() => navigator.clipboard.readText());
    return text === large ? 'all' : text.trim();
  };
  // The browser's menu runs the same command.
  await page.evaluate(() => document.execCommand('selectAll'));
  await expect.poll(copied).toBe('all');
  await page.getByRole('heading', { name: 'The title' }).evaluate((heading) => getSelection()?.selectAllChildren(heading));
  await expect.poll(copied).toBe('The title');
  for (const focus of [null, page.getByRole('button', { name: viewMessages.wrap }), textArea(page)]) {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await focus?.focus();
    await page.keyboard.press('Control+a');
    await expect.poll(copied).toBe('all');
  }
});

test('a 5 MB line wraps, says it has no colours, is searched, and renders in parts', async ({ page, web }) => {
  const line = `[${Array.from({ length: 100_000 }, (_, index) => `{"number":${index},"name":"of an item, and its text"}`).join(',')},"the needle"]`;
  const { path } = await createSealed(web.url, { content: line, syntax: 'json' });
  await page.goto(`${path}&L1`);
  await takenOver(page);
  const text = textArea(page);
  await expect(text).toHaveClass(/cm-lineWrapping/);
  await expect(page.getByText(viewMessages.colour['too-long'])).toBeVisible();
  await expect(text.locator('[data-marked]')).toHaveCount(1);
  const most = await text.evaluateHandle((content) => {
    const seen = { characters: 0 };
    new MutationObserver(() => (seen.characters = Math.max(seen.characters, content.textContent.length))).observe(content, {
      childList: true,
      subtree: true,
    });
    return seen;
  });
  const isWiderThanWindow = () => page.locator('.cm-scroller').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  const wrap = page.getByRole('button', { name: viewMessages.wrap });
  expect(await isWiderThanWindow()).toBe(false);
  await wrap.click();
  await expect.poll(isWiderThanWindow).toBe(true);
  await wrap.click();
  await expect.poll(isWiderThanWindow).toBe(false);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('the needle');
  await expect(page.getByText(searchMessages.count({ at: 1, total: 1 }))).toBeVisible();
  await expect(text.locator('.match-current')).toBeInViewport();
  expect(await most.evaluate(({ characters }) => characters)).toBeLessThan(100_000);
});

const scrollHeight = (page: Page) => page.locator('.cm-scroller').evaluate((scroller) => scroller.scrollHeight);
const scrollTop = (page: Page) => page.locator('.cm-scroller').evaluate((scroller) => scroller.scrollTop);

/** The number of the line at the upper edge. CodeMirror leaves five pixels above the line to which it scrolls. */
const topLine = (page: Page) =>
  page.locator('.cm-scroller').evaluate((scroller) => {
    const edge = scroller.getBoundingClientRect().top;
    const numbers = [...scroller.querySelectorAll('.cm-lineNumbers .cm-gutterElement')];
    return numbers.find((number) => number.getBoundingClientRect().bottom > edge + 6)?.textContent;
  });

test('keys that scroll move a large text right after it was opened', { tag: '@prove' }, async ({ page, web }) => {
  const { publicId } = await createPaste(web.url, { content: large });
  for (const key of ['PageDown', ' ', 'ArrowDown', 'Control+End']) {
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await expect(page.locator('.cm-scroller')).toBeVisible();
    expect(await scrollTop(page)).toBe(0);
    await page.keyboard.press(key);
    await expect.poll(() => scrollTop(page), key).toBeGreaterThan(0);
  }
  await expect(page.getByText('the needle')).toBeInViewport();
  await page.keyboard.press('Control+Home');
  await expect.poll(() => scrollTop(page)).toBe(0);
});

test('End keeps an arriving text at its end until the reader scrolls away', { tag: '@prove' }, async ({ page, recorded }) => {
  const { web, recorder } = recorded;
  // Random lines stay large in spite of compression.
  const lines = Array.from({ length: 30_000 }, () => randomBytes(32).toString('hex'));
  const { publicId } = await createPaste(web.url, { content: `${lines.join('\n')}\nthe needle\n` });
  await letOpen(page, recorder.url);
  for (const next of ['stays', 'goes home', 'drags the scrollbar'] as const) {
    const goOn = recorder.hold(`${basePath()}/raw/${publicId}`, 500_000);
    await page.goto(`${recorder.url}${basePath()}/view/${publicId}`);
    await takenOver(page);
    await expect(page).toHaveURL(addressShown(recorder.url, `${basePath()}/view/${publicId}`));
    await expect(page.locator('.cm-scroller')).toBeVisible();
    await page.keyboard.press('End');
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(0);
    const before = await scrollHeight(page);
    if (next === 'goes home') await page.keyboard.press('Home');
    // A script scrolls, because a headless browser has no scrollbar to drag.
    if (next === 'drags the scrollbar')
      await page.locator('.cm-scroller').evaluate((scroller) => {
        scroller.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
        scroller.scrollTop = 0;
      });
    goOn();
    await expect.poll(() => scrollHeight(page)).toBeGreaterThan(before);
    await expect(page.getByText(viewMessages.lines(30_001))).toBeVisible();
    if (next === 'stays') await expect(page.getByText('the needle')).toBeInViewport();
    else await expect.poll(() => scrollTop(page)).toBe(0);
  }
});

test('wrapping keeps what a reader has selected, and where they read', { tag: '@prove' }, async ({ page, web }) => {
  for (const line of ['some words', 'some words '.repeat(300)]) {
    const { publicId } = await createPaste(web.url, { content: `${line}\n`.repeat(3_000) });
    await page.goto(`/view/${publicId}#L2000`);
    await takenOver(page);
    await expect(textArea(page).locator('[data-marked]')).toBeInViewport();
    await textArea(page)
      .locator('[data-marked]')
      .dblclick({ position: { x: 20, y: 5 } });
    const selected = () => page.evaluate(() => String(getSelection()));
    expect(await selected()).toMatch(/^some ?$/);
    const top = await topLine(page);
    await page.keyboard.press('w');
    await expect(textArea(page)).toHaveClass(/cm-lineWrapping/);
    await expect.poll(selected).toMatch(/^some ?$/);
    await expect.poll(() => topLine(page)).toBe(top);
    await page.keyboard.press('w');
    await expect(textArea(page)).not.toHaveClass(/cm-lineWrapping/);
  }
});
