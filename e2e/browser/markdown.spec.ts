/** Tests Markdown in a browser: what is rendered, which requests are made, and texts that were made to hang the parser. */
import type { Page } from '@playwright/test';
import { markdownMessages } from '#components/messages/markdown';
import { PAYLOADS } from '#components/testing/payloads';
import { expectAccessible } from '../support/accessibility';
import { createPaste } from '../support/api';
import { expect, test } from '../support/browser-fixture';
import { renderHoweverLong, textOf } from '../support/paste-pages';
import { createSealed } from '../support/sealed';

const README = `# Title

Some *words*, [a link](https://elsewhere.example/) and ![a picture](https://elsewhere.example/pixel.png)[^1]

- [x] done

| a | b |
|---|--:|
| c | d |

\`\`\`js
const answer = 42;
\`\`\`

## Second

## Third

[^1]: A note.
`;

/** Collects the addresses that the page requests from now on. */
function requestsOf(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => {
    // The extension's own files are no request to anybody.
    if (!request.url().startsWith('chrome-extension:')) addresses.push(request.url());
  });
  return addresses;
}

const article = (page: Page) => page.getByRole('article', { name: markdownMessages.label });

test('Markdown is rendered accessibly, encrypted or not, with no request to others', async ({ page, web }) => {
  await renderHoweverLong(page);
  const requests = requestsOf(page);
  const plain = await createPaste(web.url, { content: README, syntax: 'markdown' });
  const sealed = await createSealed(web.url, { content: README, syntax: 'markdown' });
  for (const path of [`/view/${plain.publicId}`, sealed.path]) {
    await page.goto(path);
    await expect(article(page).getByRole('heading', { level: 2, name: 'Title' })).toBeVisible();
    await expect(article(page).getByRole('link', { name: 'a link' })).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    await expectAccessible(page, 'rendered Markdown');
    await page.setViewportSize({ width: 1280, height: 720 });
    // The column of a text with short lines is as wide as any other.
    expect((await article(page).boundingBox())?.width).toBe(46 * 16);
    const address = page.url();
    await page.getByRole('navigation', { name: markdownMessages.contents }).getByRole('button', { name: 'Third' }).click();
    await expect(page.getByRole('heading', { name: 'Third' })).toBeFocused();
    expect(page.url()).toBe(address);
    await page.keyboard.press('m');
    await expect(textOf(page)).toContainText('# Title');
  }
  expect(requests.filter((address) => !address.startsWith(web.url) && !address.startsWith('blob:'))).toEqual([]);
});

test('only Markdown loads the renderer; without JavaScript its source is shown', async ({ page, plainPage, web }) => {
  await renderHoweverLong(page);
  const markdown = requestsOf(page);
  const { publicId } = await createPaste(web.url, { content: README, syntax: 'markdown' });
  await page.goto(`/view/${publicId}`);
  await expect(article(page)).toBeVisible();
  const before = new Set(markdown);
  await plainPage.goto(`${web.url}/view/${publicId}`);
  await expect(plainPage.getByText('# Title')).toBeVisible();

  const other = requestsOf(page);
  const { path } = await createSealed(web.url, { content: README, syntax: 'text' });
  await page.goto(path);
  await expect(textOf(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  // Only the first page requested the worker and the renderer.
  const bodies = await Promise.all(
    other.filter((address) => /\.(js|css)$/.test(address)).map(async (address) => (await fetch(address)).text()),
  );
  expect(before.size).toBeGreaterThan(0);
  expect(bodies.filter((body) => body.includes(markdownMessages.label) || body.includes('footnoteDefinition'))).toEqual([]);
});

test('hostile markup makes no element but those of Markdown, and asks for nothing', async ({ page, web }) => {
  await renderHoweverLong(page);
  const requests = requestsOf(page);
  const content = PAYLOADS.flatMap((payload) => [payload, `[a](<${payload}>) ![a](${payload})`]).join('\n\n');
  const { path } = await createSealed(web.url, { content, syntax: 'markdown' });
  await page.goto(path);
  await expect(article(page)).toBeVisible();
  const names = await article(page).evaluate((root) => [...new Set([...root.querySelectorAll('*')].map(({ localName }) => localName))]);
  const allowed =
    'a blockquote br button code del em h2 h3 h4 h5 h6 hr input li ol p pre section small span strong sup table tbody td th thead tr ul';
  expect(names.filter((name) => !allowed.split(' ').includes(name))).toEqual([]);
  expect(requests.filter((address) => !address.startsWith(web.url))).toEqual([]);
});

const KIB_256 = 256 * 1024;
const MB = 1_000_000;

for (const [what, unit] of [
  ['[', '['],
  ['>', '>'],
  ['nested lists', '- - - - - - - - '],
] as const) {
  test(`Markdown of only ${what} renders or says why not, and the page responds`, { tag: '@prove' }, async ({ page, web }) => {
    for (const characters of [KIB_256, MB]) {
      const content = unit.repeat(Math.floor(characters / unit.length));
      const { publicId } = await createPaste(web.url, { content, syntax: 'markdown' });
      await page.goto(`/view/${publicId}`);
      const reasons = Object.values(markdownMessages.problems).filter((words) => words !== markdownMessages.problems['not-loaded']);
      await expect(page.getByText(new RegExp(reasons.join('|'))).or(article(page))).toBeVisible();
      // The page still responds to keys.
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
    }
    await expect(page.getByText(markdownMessages.problems['too-large'])).toBeVisible();
  });
}
