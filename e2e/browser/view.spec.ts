import type { Page } from '@playwright/test';
import { commonMessages } from '#components/messages/common';
import { compareMessages } from '#components/messages/compare';
import { editorMessages } from '#components/messages/editor';
import { errorPageMessages } from '#components/messages/error-page';
import { keyFormMessages } from '#components/messages/key-form';
import { manageMessages } from '#components/messages/manage';
import { passwordMessages } from '#components/messages/password';
import { viewMessages } from '#components/messages/view';
import { viewProblemMessages } from '#components/messages/view-problem';
import { viewReadsMessages } from '#components/messages/view-reads';
import { expectAccessible } from '../support/accessibility';
import { createPaste, readPaste } from '../support/api';
import { expect, test } from '../support/browser-fixture';
import { addressShown } from '../support/extension';
import { addStyle, contentBox, recordRequests, takenOver } from '../support/page-state';
import { createButton, createdLinks, showMoreOptions, textArea, textOf } from '../support/paste-pages';
import { createSealed } from '../support/sealed';

const CODE = "// first line\nexport const answer: number = 42;\n\nfunction greet(name: string) {\n  return 'hello ' + name;\n}\n";

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test.describe('a small text', () => {
  test('is readable and linkable by line without JavaScript', async ({ plainPage: page, web }) => {
    const { publicId } = await createPaste(web.url, { content: CODE, title: 'answer.ts', syntax: 'typescript' });
    await page.goto(`/view/${publicId}#L4`);
    await expect(heading(page, 'answer.ts')).toBeVisible();
    await expect(page.locator('#L4')).toHaveText('function greet(name: string) {');
  });

  test('counts no view by the browser that made it; by another one does', async ({ page, web, browser, context }) => {
    await page.goto('/');
    await takenOver(page);
    await textArea(page).fill('x');
    await showMoreOptions(page);
    await page.getByLabel(editorMessages.encrypt).uncheck();
    await createButton(page).click();
    const { publicId } = await createdLinks(page);
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await expect(page.getByRole('list', { name: viewMessages.details })).not.toContainText(viewMessages.views(1));
    expect((await context.cookies()).filter(({ name }) => name === 'made').map(({ path }) => path)).toContain(new URL(page.url()).pathname);
    const other = await browser.newPage();
    await other.goto(page.url());
    await expect(other.getByText(viewMessages.views(1), { exact: true })).toBeVisible();
    await other.close();
    expect((await readPaste(web.url, publicId)).body.viewCount).toBe(2);
  });

  test('is coloured without a style in the document', async ({ page, web }) => {
    const { publicId } = await createPaste(web.url, { content: CODE, syntax: 'typescript' });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('code-keyword')?.size ?? 0)).toBeGreaterThan(3);
    expect(await page.locator('main [style]').count()).toBe(0);
  });

  test('has no colours of ours for whoever forces their own', async ({ page, web }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    // The worker's first message says that it is ready, the next has the colours of the visible text.
    await page.addInitScript(() => {
      const { Worker: Original } = window;
      window.Worker = class extends Original {
        constructor(...args: ConstructorParameters<typeof Worker>) {
          super(...args);
          this.addEventListener('message', ({ data }) => {
            if (data !== 'ready') document.documentElement.dataset.coloured = 'yes';
          });
        }
      };
    });
    const { publicId } = await createPaste(web.url, { content: CODE, syntax: 'typescript' });
    await page.goto(`/view/${publicId}`);
    await expect(page.locator('html')).toHaveAttribute('data-coloured', 'yes');
    expect(await page.evaluate(() => CSS.highlights.size)).toBe(0);
  });

  test('is copied and saved to the byte, without line numbers', async ({ page, web, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { publicId } = await createPaste(web.url, { content: CODE, title: 'answer.ts', syntax: 'typescript' });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await page.getByRole('button', { name: viewMessages.copyText }).click();
    await expect(page.getByRole('status')).toHaveText(viewMessages.copied);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(CODE);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: viewMessages.download }).click();
    expect((await download).suggestedFilename()).toBe('answer.ts');
    const selected = await page.evaluate(() => {
      getSelection()?.selectAllChildren(document.querySelector('pre') as Element);
      return getSelection()?.toString().trimEnd();
    });
    expect(selected).toBe(CODE.trimEnd());
  });

  test('is read whole beside its line numbers, from right to left and in long words', async ({ page, web }) => {
    const { publicId } = await createPaste(web.url, { content: `مرحبا بالعالم\n${'x'.repeat(900)}\n` });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await page.getByRole('button', { name: viewMessages.wrap }).click();
    const clip = await contentBox(page.locator('#L1'));
    const drawn = await page.screenshot({ clip });
    await addStyle(page, '#L1::before { opacity: 0 }');
    expect(drawn.equals(await page.screenshot({ clip }))).toBe(true);
    const [line, words] = [await page.locator('#L2').boundingBox(), await contentBox(page.locator('#L2'))];
    expect(words.y - (line?.y ?? 0)).toBeLessThan(10);
  });
});

test.describe('an encrypted text', () => {
  test('of 1 KiB costs a new reader 135 kB at most', async ({ page, web }) => {
    const { path } = await createSealed(web.url, { content: `a line of text\n`.repeat(70), syntax: 'plaintext' });
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Network.enable');
    await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
    let bytes = 0;
    devTools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto(path);
    await takenOver(page);
    await page.waitForLoadState('networkidle');
    // Fewer bytes would mean that the page's programs weren't counted.
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(135_000);
  });

  test('opens with the key of its link, which stays in the address and is in no request', async ({ page, web, context }) => {
    const sent = recordRequests(page);
    const { key, path, publicId } = await createSealed(web.url, { content: CODE, title: 'Secret', syntax: 'typescript' });
    await page.goto(path);
    await takenOver(page);
    await expect(heading(page, 'Secret')).toBeVisible();
    await expect(textOf(page)).toContainText('export const answer');
    await expect(page).toHaveURL(addressShown(web.url, `/view/${publicId}#${key}`));
    expect(JSON.stringify(await page.evaluate(() => history.state))).not.toContain('sealpasteKey');
    await page.reload();
    await takenOver(page);
    await expect(textOf(page)).toContainText('export const answer');
    // The copied address opens the paste in another tab, with the chosen lines.
    await page.locator('#L2').click({ position: { x: 10, y: 10 } });
    await expect(page).toHaveURL(addressShown(web.url, `/view/${publicId}#${key}&L2`));
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(other.locator('[data-marked]')).toHaveText('export const answer: number = 42;');
    // A page without the key accepts the whole link or the key alone.
    await other.goto('/');
    await other.goto(`/view/${publicId}`);
    await other.getByLabel(keyFormMessages.label).fill(key);
    await other.keyboard.press('Enter');
    await expect(heading(other, 'Secret')).toBeVisible();
    await other.close();
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.filter((request) => request.includes(key))).toEqual([]);
  });

  test('shows its first lines before any program of the page has arrived', async ({ page, web, noise }) => {
    noise.allow(/ERR_FAILED/);
    const { key, path } = await createSealed(web.url, { content: CODE });
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(path);
    await expect(page.getByText('export const answer')).toBeVisible();
    await expect(page.getByText(viewMessages.loading.decrypting)).toBeHidden();
    expect(new URL(page.url()).hash).toBe(`#${key}`);
  });

  test('tells neither its title nor its text to previews', async ({ web, request }) => {
    const { publicId } = await createSealed(web.url, { content: CODE, title: 'Secret' }, { fields: { title: 'Leaked' } });
    const html = await (await request.get(`${web.url}/view/${publicId}`, { headers: { 'user-agent': 'Twitterbot/1.0' } })).text();
    expect(html).toContain('og:title');
    expect(html).toContain('noindex');
    expect(html).not.toMatch(/Secret|Leaked|export const/);
  });

  test('is plain text and nothing else where a browser opens its raw address', async ({ page, web, request }) => {
    const { publicId, key, envelope } = await createSealed(web.url, { content: CODE });
    await page.goto(`/raw/${publicId}#${key}`);
    await expect(page.locator('pre')).toHaveText(CODE);
    await expect(page.getByRole('banner')).toHaveCount(0);
    expect(await (await request.get(`${web.url}/raw/${publicId}`, { headers: { accept: '*/*' } })).text()).toBe(envelope);
  });
});

test('an encrypted paste says without JavaScript what it needs', async ({ plainPage: page, web }) => {
  const { path } = await createSealed(web.url, { content: CODE });
  await page.goto(path);
  await expect(page.locator('noscript p')).toBeVisible();
});

test('a paste that a read uses up is a plain form without JavaScript', async ({ plainPage: page, web }) => {
  const ways = [
    [{ burnAfterRead: true }, viewMessages.confirm.button],
    [{ maxReads: 2 }, viewReadsMessages.button],
  ] as const;
  for (const [fields, button] of ways) {
    const { publicId } = await createPaste(web.url, { content: CODE, ...fields });
    await page.goto(`/view/${publicId}`);
    await page.getByRole('button', { name: button }).click();
    await expect(page.locator('body')).toContainText('export const answer');
  }
});

test('a page of nothing is drawn by the server, in both themes, with status 404', async ({ plainPage: page }) => {
  const absent = 'a'.repeat(24);
  for (const [path, title] of [
    [`/view/${absent}`, commonMessages.errors.notFoundTitle],
    ['/view/x', commonMessages.errors.notFoundTitle],
    [`/raw/${absent}`, commonMessages.errors.notFoundTitle],
    [`/manage/${absent}`, manageMessages.goneTitle],
    ['/nowhere', errorPageMessages.pageNotFoundTitle],
  ] as const) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(heading(page, title)).toBeVisible();
    for (const [colorScheme, background] of [
      ['light', 'rgb(255, 255, 255)'],
      ['dark', 'rgb(14, 16, 19)'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('body'), path).toHaveCSS('background-color', background);
    }
  }
});

test('no violation of accessibility', { tag: '@prove' }, async ({ page, web, noise }) => {
  noise.allow(/404 \(Not Found\)/);
  const plain = await createPaste(web.url, { content: CODE, title: 'answer.ts', syntax: 'typescript' });
  const large = await createPaste(web.url, { content: CODE.repeat(4_000), syntax: 'typescript' });
  const locked = await createSealed(web.url, { content: CODE }, { password: 'open sesame' });
  const visits: [string, string][] = [
    [`/view/${plain.publicId}#L2`, 'answer.ts'],
    [`/view/${large.publicId}`, `TypeScript · ${viewMessages.lines(24_000)}`],
    [locked.path, passwordMessages.title],
    [`/view/${locked.publicId}#cut`, viewProblemMessages['key-malformed'].title],
  ];
  for (const [path, title] of visits) {
    await page.goto('about:blank');
    await page.goto(path);
    await takenOver(page);
    await expect(heading(page, title)).toBeVisible();
    if (path.includes(plain.publicId)) await page.getByRole('button', { name: viewMessages.search }).click();
    if (path.includes(large.publicId)) await expect(page.locator('.code-keyword').first()).toBeVisible();
    await expectAccessible(page, title, [1280]);
    if (!path.includes(plain.publicId)) continue;
    await page.getByRole('button', { name: viewMessages.moreActions }).click();
    await page.getByRole('button', { name: viewMessages.compare }).click();
    await expect(page.getByRole('button', { name: compareMessages.close })).toBeVisible();
    await expectAccessible(page, 'comparing', [1280]);
  }
});

test('nothing is wider than a narrow phone', async ({ page, web }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { publicId } = await createPaste(web.url, {
    content: CODE.repeat(3),
    title: 'a-rather-long-file-name-without-any-space.test.ts',
  });
  await page.goto(`/view/${publicId}`);
  await takenOver(page);
  await expect(textOf(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
