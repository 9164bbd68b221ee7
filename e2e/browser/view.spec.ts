import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { createPaste, readPaste } from '../support/api';
import { expect, takenOver, test } from '../support/browser.fixture';
import { createSealed } from '../support/sealed';

const CODE = "// first line\nexport const answer: number = 42;\n\nfunction greet(name: string) {\n  return 'hello ' + name;\n}\n";

/** Every address and body that leaves the browser. */
function recordRequests(page: Page): string[] {
  const sent: string[] = [];
  page.context().on('request', (request) => sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`));
  return sent;
}

/** Chromium calls a stream that was read to its end aborted, when its last byte comes before its end. */
test.beforeEach(({ noise }) => noise.allow(/ERR_ABORTED (GET|POST) .*\/raw\//));

const text = (page: Page) => page.getByRole('region', { name: 'Text of the paste' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test.describe('a small text', () => {
  test('is readable and linkable by line without JavaScript', async ({ browser, web }) => {
    const { publicId } = await createPaste(web.url, { content: CODE, title: 'answer.ts', syntax: 'typescript' });
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${web.url}/view/${publicId}#L4`);
    await expect(heading(page, 'answer.ts')).toBeVisible();
    await expect(page.locator('#L4')).toHaveText('function greet(name: string) {');
    await context.close();
  });

  test('counts one view a visit, none for HEAD, prefetches and preview bots', async ({ page, web, request }) => {
    const { publicId } = await createPaste(web.url, { content: CODE });
    const path = `${web.url}/view/${publicId}`;
    await request.head(path);
    await request.get(path, { headers: { 'sec-purpose': 'prefetch' } });
    await request.get(path, { headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0' } });
    await page.goto(path);
    await takenOver(page);
    await expect(page.getByText('1 view', { exact: true })).toBeVisible();
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
    const { publicId } = await createPaste(web.url, { content: CODE, syntax: 'typescript' });
    const colouring = page.waitForEvent('worker');
    await page.goto(`/view/${publicId}`);
    await colouring;
    expect(await page.evaluate(() => CSS.highlights.size)).toBe(0);
  });

  test('is copied and saved to the byte, without line numbers', async ({ page, web, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { publicId } = await createPaste(web.url, { content: CODE, title: 'answer.ts', syntax: 'typescript' });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await page.getByRole('button', { name: 'Copy the text' }).click();
    await expect(page.getByRole('status')).toHaveText('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(CODE);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('answer.ts');
    const selected = await page.evaluate(() => {
      getSelection()?.selectAllChildren(document.querySelector('pre') as Element);
      return getSelection()?.toString().trimEnd();
    });
    expect(selected).toBe(CODE.trimEnd());
  });

  test('marks the lines of its link, and others by click and shift', async ({ page, web }) => {
    const { publicId } = await createPaste(web.url, { content: CODE });
    await page.goto(`/view/${publicId}#L2-L3`);
    await takenOver(page);
    await expect(page.locator('[data-marked]')).toHaveCount(2);
    await page.locator('#L4').click({ position: { x: 10, y: 10 } });
    await expect(page).toHaveURL(/#L4$/);
    await page.locator('#L6').click({ position: { x: 10, y: 10 }, modifiers: ['Shift'] });
    await expect(page).toHaveURL(/#L4-L6$/);
    await expect(page.locator('[data-marked]')).toHaveCount(3);
  });

  test('is searched, and obeys the keyboard outside of fields', async ({ page, web }) => {
    const { publicId } = await createPaste(web.url, { content: CODE });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    // Readable is earlier than listening.
    await expect(async () => {
      await page.keyboard.press('/');
      await expect(page.getByRole('textbox', { name: 'Search in the text' })).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.type('name');
    await expect(page.getByText('1 of 2')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 of 2')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('w');
    await expect(page.getByRole('button', { name: 'Wrap lines' })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('r');
    await expect(page).toHaveURL(`/raw/${publicId}`);
  });
});

test.describe('an encrypted text', () => {
  test('opens with the key of its link, which is in no request and leaves the address bar', async ({ page, web, noise }) => {
    // The reload comes while the colours are still loading.
    noise.allow(/ERR_ABORTED GET .*\/_next\/static\//);
    const sent = recordRequests(page);
    const { key, path, publicId } = await createSealed(web.url, { content: CODE, title: 'Secret', syntax: 'typescript' });
    await page.goto(path);
    await takenOver(page);
    await expect(heading(page, 'Secret')).toBeVisible();
    await expect(text(page)).toContainText('export const answer');
    await expect(page).toHaveURL(`/view/${publicId}`);
    await page.reload();
    await takenOver(page);
    await expect(text(page)).toContainText('export const answer');
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.filter((request) => request.includes(key))).toEqual([]);
  });

  test('shows its first lines before any program of the page has arrived', async ({ page, web, noise }) => {
    noise.allow(/ERR_FAILED/);
    const { key, path } = await createSealed(web.url, { content: CODE });
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(path);
    await expect(page.getByText('export const answer')).toBeVisible();
    await expect(page.getByText('Decrypting in your browser')).toBeHidden();
    // Whoever takes the key out of the address is still to come.
    expect(new URL(page.url()).hash).toBe(`#${key}`);
  });

  test('has a link to copy that holds key and lines', async ({ page, web, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { key, path, publicId } = await createSealed(web.url, { content: CODE });
    await page.goto(`${path}&L2`);
    await takenOver(page);
    await expect(page.locator('[data-marked]')).toHaveCount(1);
    await page.keyboard.press('y');
    await expect(page.getByRole('status')).toHaveText('Link with its key copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${web.url}/view/${publicId}#${key}&L2`);
  });

  test('tells neither its title nor its text to previews', async ({ web, request }) => {
    const { publicId } = await createSealed(web.url, { content: CODE, title: 'Secret' }, { fields: { title: 'Leaked' } });
    const html = await (await request.get(`${web.url}/view/${publicId}`, { headers: { 'user-agent': 'Twitterbot/1.0' } })).text();
    expect(html).toContain('og:title');
    expect(html).toContain('noindex');
    expect(html).not.toMatch(/Secret|Leaked|answer/);
  });

  test('takes its password again and again, and fetches nothing for it', async ({ page, web }) => {
    const { path } = await createSealed(web.url, { content: CODE }, { password: 'open sesame' });
    await page.goto(path);
    await takenOver(page);
    await page.getByLabel('Password').fill('wrong');
    const sent = recordRequests(page);
    await page.keyboard.press('Enter');
    await expect(page.getByText('That did not open it.')).toBeVisible();
    await page.getByLabel('Password').fill('open sesame');
    await page.getByRole('button', { name: 'Decrypt' }).click();
    await expect(text(page)).toContainText('export const answer');
    expect(sent.filter((request) => request.includes('/raw/') || request.includes('/view/'))).toEqual([]);
  });

  test('is plain text and nothing else where a browser opens its raw address', async ({ page, web, request }) => {
    const { publicId, key, envelope } = await createSealed(web.url, { content: CODE });
    await page.goto(`/raw/${publicId}#${key}`);
    await expect(page.locator('pre')).toHaveText(CODE);
    await expect(page.getByRole('banner')).toHaveCount(0);
    expect(await (await request.get(`${web.url}/raw/${publicId}`, { headers: { accept: '*/*' } })).text()).toBe(envelope);
  });
});

test('an encrypted paste says without JavaScript what it needs', async ({ browser, web }) => {
  const { path } = await createSealed(web.url, { content: CODE });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${web.url}${path}`);
  await expect(page.locator('noscript p')).toBeVisible();
  await context.close();
});

test.describe('a paste that burns', () => {
  test('is not read by opening its page, and once by its button', async ({ page, web }) => {
    const { publicId } = await createPaste(web.url, { content: CODE, burnAfterRead: true });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await expect(page.getByRole('button', { name: 'Open and delete it' })).toBeVisible();
    await page.reload();
    await takenOver(page);
    await page.getByRole('button', { name: 'Open and delete it' }).click();
    await expect(text(page)).toContainText('export const answer');
    await expect(page.getByText('This was the only copy.')).toBeVisible();
    expect((await readPaste(web.url, publicId)).status).toBe(404);
  });

  test('works as a plain form without JavaScript', async ({ browser, web }) => {
    const { publicId } = await createPaste(web.url, { content: CODE, burnAfterRead: true });
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${web.url}/view/${publicId}`);
    await page.getByRole('button', { name: 'Open and delete it' }).click();
    await expect(page.locator('body')).toContainText('export const answer');
    await context.close();
  });

  test('keeps what was fetched while its password is tried', async ({ page, web }) => {
    const { path } = await createSealed(web.url, { content: CODE }, { password: 'open sesame', fields: { burnAfterRead: true } });
    await page.goto(path);
    await takenOver(page);
    await page.getByRole('button', { name: 'Open and delete it' }).click();
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await expect(page.getByText('That did not open it.')).toBeVisible();
    await page.getByLabel('Password').fill('open sesame');
    await page.keyboard.press('Enter');
    await expect(text(page)).toContainText('export const answer');
  });

  test('does not burn for a link without its key', async ({ page, web }) => {
    const { publicId, path } = await createSealed(web.url, { content: CODE }, { fields: { burnAfterRead: true } });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await expect(heading(page, 'The key is missing from this link')).toBeVisible();
    await page.goto(path);
    await takenOver(page);
    await page.getByRole('button', { name: 'Open and delete it' }).click();
    await expect(text(page)).toContainText('export const answer');
  });

  test('says that somebody else was quicker', async ({ page, web, noise }) => {
    noise.allow(/404 \(Not Found\)/);
    const { publicId } = await createPaste(web.url, { content: CODE, burnAfterRead: true });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await readPaste(web.url, publicId);
    await page.getByRole('button', { name: 'Open and delete it' }).click();
    await expect(heading(page, 'This paste is gone')).toBeVisible();
  });
});

test.describe('what goes wrong is said in its own words', () => {
  test('a paste that is not there, with its status', async ({ page, noise }) => {
    noise.allow(/404 \(Not Found\)/);
    const response = await page.goto(`/view/${'a'.repeat(24)}`);
    await takenOver(page);
    expect(response?.status()).toBe(404);
    await expect(heading(page, 'This paste is not here')).toBeVisible();
  });

  test('a missing, a cut and a wrong key', async ({ page, web }) => {
    const { publicId, key } = await createSealed(web.url, { content: CODE });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await expect(heading(page, 'The key is missing from this link')).toBeVisible();
    await page.goto(`/view/${publicId}#${key.slice(0, 30)}`);
    await takenOver(page);
    await expect(heading(page, 'The key in this link is damaged')).toBeVisible();
    await page.goto(`/view/${publicId}#${'A'.repeat(43)}`);
    await takenOver(page);
    await expect(heading(page, 'This key does not open this paste')).toBeVisible();
    await page.goto(`/view/${publicId}#${key}`);
    await takenOver(page);
    await expect(text(page)).toContainText('export const answer');
  });

  test('another program’s ciphertext, which can be saved', async ({ page, web }) => {
    const { publicId } = await createPaste(web.url, { content: '-----BEGIN PGP MESSAGE-----\nabc', isE2ee: true });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await expect(heading(page, 'Encrypted by another program')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the encrypted text' }).click();
    expect((await download).suggestedFilename()).toBe(`${publicId}.txt`);
  });

  test('a damaged envelope, and one of an algorithm nobody knows', async ({ page, web }) => {
    const { envelope, key } = await createSealed(web.url, { content: CODE });
    const damaged = await createPaste(web.url, { content: `${envelope.slice(0, -20)}!`, isE2ee: true });
    await page.goto(`/view/${damaged.publicId}#${key}`);
    await takenOver(page);
    await expect(heading(page, 'The encrypted text is damaged')).toBeVisible();
    const header = Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A128GCM' })).toString('base64url');
    const other = await createPaste(web.url, { content: `${header}.${envelope.split('.').slice(1).join('.')}`, isE2ee: true });
    await page.goto(`/view/${other.publicId}#${key}`);
    await takenOver(page);
    await expect(heading(page, 'This paste needs a newer reader')).toBeVisible();
  });

  for (const { name, status, title } of [
    { name: 'too many requests', status: 429, title: 'Too many requests' },
    { name: 'a server that fails', status: 500, title: 'The server could not answer' },
  ]) {
    test(`${name}, and trying again helps`, async ({ page, web, noise }) => {
      noise.allow(new RegExp(`${status}`));
      const { publicId } = await createPaste(web.url, { content: CODE, burnAfterRead: true });
      await page.route('**/raw/*', (route) => route.fulfill({ status, body: '{}' }), { times: 1 });
      await page.goto(`/view/${publicId}`);
      await takenOver(page);
      await page.getByRole('button', { name: 'Open and delete it' }).click();
      await expect(heading(page, title)).toBeVisible();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(text(page)).toContainText('export const answer');
    });
  }

  test('no network, and trying again helps', async ({ page, web, noise }) => {
    noise.allow(/ERR_INTERNET_DISCONNECTED/);
    const { publicId } = await createPaste(web.url, { content: CODE, burnAfterRead: true });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Open and delete it' }).click();
    await expect(heading(page, 'The server can’t be reached')).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(text(page)).toContainText('export const answer');
  });
});

test.describe('a large text', () => {
  const LINES = 60_000;
  const large = `${Array.from({ length: LINES }, (_, index) => `const value${index} = "${index}"; // a line of the text`).join('\n')}\nthe needle\n`;
  const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the paste' });

  test('shows its first lines at once and all of them in the end, counts one view', async ({ page, web }) => {
    const { publicId } = await createPaste(web.url, { content: large, syntax: 'typescript' });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await expect(page.getByText('const value0 = "0"; // a line of the text')).toBeVisible();
    await expect(page.getByText('60,001 lines')).toBeVisible();
    await expect(page.getByText('1 view', { exact: true })).toBeVisible();
    await expect(editor(page).locator('.code-keyword').first()).toBeVisible();
    expect((await readPaste(web.url, publicId)).body.viewCount).toBe(2);
  });

  test('is decrypted in a worker; search finds its last line', async ({ page, web }) => {
    const sent = recordRequests(page);
    const { path, key } = await createSealed(web.url, { content: large, syntax: 'typescript' });
    await page.goto(path);
    await takenOver(page);
    await expect(page.getByText('60,001 lines')).toBeVisible();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('the needle');
    await expect(page.getByText('1 of 1')).toBeVisible();
    await expect(editor(page).locator('.match-current')).toHaveText('the needle');
    expect(sent.filter((request) => request.includes(key))).toEqual([]);
  });

  test('goes to the lines of its link and is copied whole', async ({ page, web, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { publicId } = await createPaste(web.url, { content: large });
    await page.goto(`/view/${publicId}#L50000-L50001`);
    await takenOver(page);
    await expect(editor(page).locator('[data-marked]')).toHaveText([/^const value49999 /, /^const value50000 /]);
    await page.getByRole('button', { name: 'Copy the text' }).click();
    await expect(page.getByRole('status')).toHaveText('Copied');
    expect((await page.evaluate(() => navigator.clipboard.readText())) === large).toBe(true);
  });
});

test.describe('accessibility', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`no violation in the ${colorScheme} theme`, async ({ page, web, noise }) => {
      noise.allow(/404 \(Not Found\)/);
      await page.emulateMedia({ colorScheme });
      const plain = await createPaste(web.url, { content: CODE, title: 'answer.ts', syntax: 'typescript' });
      const burn = await createPaste(web.url, { content: CODE, burnAfterRead: true });
      const large = await createPaste(web.url, { content: CODE.repeat(4_000), syntax: 'typescript' });
      const locked = await createSealed(web.url, { content: CODE }, { password: 'open sesame' });
      const visits: [string, string][] = [
        [`/view/${plain.publicId}#L2`, 'answer.ts'],
        [`/view/${burn.publicId}`, 'This paste can be read once'],
        [`/view/${large.publicId}`, 'Untitled paste'],
        [locked.path, 'This paste has a password'],
        [`/view/${locked.publicId}#cut`, 'The key in this link is damaged'],
        [`/view/${'a'.repeat(24)}`, 'This paste is not here'],
      ];
      for (const [path, title] of visits) {
        await page.goto('about:blank');
        await page.goto(path);
        await takenOver(page);
        await expect(heading(page, title)).toBeVisible();
        if (path.includes(plain.publicId)) await page.getByRole('button', { name: 'Search' }).click();
        if (path.includes(large.publicId)) await expect(page.locator('.code-keyword').first()).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${title}: ${id} ${nodes[0]?.html}`)).toEqual([]);
      }
    });
  }

  test('nothing is wider than a narrow phone', async ({ page, web }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const { publicId } = await createPaste(web.url, {
      content: CODE.repeat(3),
      title: 'a-rather-long-file-name-without-any-space.test.ts',
    });
    await page.goto(`/view/${publicId}`);
    await takenOver(page);
    await expect(text(page)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
