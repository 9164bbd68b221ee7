/** A text of more lines than are shown as plain elements. */
import { viewMessages } from '#components/messages/view';
import { searchMessages } from '#components/messages/view-search';
import { createPaste, readPaste } from '../support/api';
import { expect, test } from '../support/browser.fixture';
import { recordRequests, takenOver } from '../support/page-state';
import { textArea } from '../support/paste-pages';
import { createSealed } from '../support/sealed';

const LINES = 60_000;
const large = `${Array.from({ length: LINES }, (_, index) => `const value${index} = "${index}"; // a line of the text`).join('\n')}\nthe needle\n`;

test('a large text shows its first lines at once and all of them in the end, counts one view', async ({ page, web }) => {
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
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('textbox', { name: searchMessages.label })).toBeFocused();
  await page.keyboard.type('the needle');
  await expect(page.getByText(searchMessages.count(1, 1, false))).toBeVisible();
  await expect(textArea(page).locator('.match-current')).toHaveText('the needle');
  expect(sent.filter((request) => request.includes(key))).toEqual([]);
});

test('a large text goes to the lines of its link and is copied whole', async ({ page, web, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { publicId } = await createPaste(web.url, { content: large });
  await page.goto(`/view/${publicId}#L50000-L50001`);
  await takenOver(page);
  await expect(textArea(page).locator('[data-marked]')).toHaveText([/^const value49999 /, /^const value50000 /]);
  await page.getByRole('button', { name: viewMessages.copyText }).click();
  await expect(page.getByRole('status')).toHaveText(viewMessages.copied);
  expect((await page.evaluate(() => navigator.clipboard.readText())) === large).toBe(true);
});

test('one line of 5 MB is wrapped, says that it has no colours, and is searched; never much of it is in the document', async ({
  page,
  web,
}) => {
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
  await expect(page.getByText(searchMessages.count(1, 1, false))).toBeVisible();
  await expect(text.locator('.match-current')).toBeInViewport();
  expect(await most.evaluate(({ characters }) => characters)).toBeLessThan(100_000);
});
