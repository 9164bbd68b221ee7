/** Tests that a cancel, a lost response or a reload loses nothing typed, and that the page says nothing false afterwards. */
import { createdMessages, editorMessages } from '#components/messages/editor';
import { readPaste } from '../support/api';
import { expect, test } from '../support/browser-fixture';
import { takenOver } from '../support/page-state';
import { createButton, createdLinks, textArea } from '../support/paste-pages';

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
