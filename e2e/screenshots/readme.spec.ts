/** Takes the pictures in `docs`. What they show is made here, so that the same sources give the same picture but for its times. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { editorMessages } from '#components/messages/editor';
import { expect, test } from '../support/browser-fixture';
import { takenOver } from '../support/page-state';
import { textArea } from '../support/paste-pages';
import { createSealed } from '../support/sealed';

const TITLE = 'hello.ts';
const CODE = `import { createServer } from 'node:http';

/** Says hello to whoever asks, by name. */
export function greet(name: string): string {
  return \`Hello, \${name.trim() || 'stranger'}!\`;
}

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(greet(searchParams.get('name') ?? ''));
});

server.listen(8080, () => console.log('Listening on http://localhost:8080'));
`;
const WEEK_SECONDS = 604_800;

test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' }));

test('the editor with a text and its options', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/');
  await takenOver(page);
  await page.getByLabel(editorMessages.title).fill(TITLE);
  await textArea(page).fill(CODE);
  await expect(page.getByLabel(editorMessages.language, { exact: true })).toContainText(editorMessages.detected('TypeScript'));
  await take(page, 'new-paste');
});

test('an encrypted paste', async ({ page, web }) => {
  await page.setViewportSize({ width: 1280, height: 620 });
  await openPaste(page, web.url);
  await take(page, 'view');
});

test.describe(() => {
  test.use({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true });

  test('an encrypted paste on a phone', async ({ page, web }) => {
    await openPaste(page, web.url);
    await take(page, 'view-phone');
  });
});

async function openPaste(page: Page, url: string): Promise<void> {
  const text = { content: CODE, title: TITLE, syntax: 'typescript', files: [] };
  const { path } = await createSealed(url, text, { fields: { ttlSeconds: WEEK_SECONDS, protect: true } });
  await page.goto(path);
  await takenOver(page);
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('code-keyword')?.size ?? 0)).toBeGreaterThan(3);
}

const take = (page: Page, name: string) =>
  page.screenshot({ path: fileURLToPath(new URL(`../../docs/${name}.png`, import.meta.url)), caret: 'hide', animations: 'disabled' });
