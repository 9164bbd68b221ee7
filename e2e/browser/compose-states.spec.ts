/** The page for new pastes where it can't encrypt, while it does, and what is thrown away or looked up in it. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { openPaste } from '../../lib/envelope/envelope.open';
import { deflate, FORGED_KEY, forge, PLAIN_HEADER } from '../../lib/envelope/testing/forge';
import { createPaste, readPaste } from '../support/api';
import { expect, takenOver, test } from '../support/browser.fixture';
import { createSealed } from '../support/sealed';

const textArea = (page: Page) => page.getByRole('textbox', { name: 'Text of the paste' });
const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

test.describe('the draft', () => {
  test('is cleared at once, from the tab as well, and brought back by undo', async ({ page }) => {
    await page.goto('/');
    await takenOver(page);
    await expect(page.getByRole('button', { name: 'Clear the draft' })).toHaveCount(0);
    await textArea(page).fill('something to lose');
    await page.getByLabel('Title').fill('mine');
    await expect.poll(() => kept(page)).toContain('something to lose');
    await page.getByRole('button', { name: 'Clear the draft' }).click();
    await expect(page.getByRole('status')).toHaveText('The draft is cleared.');
    await expect(textArea(page)).toHaveValue('');
    await expect(page.getByLabel('Title')).toHaveValue('');
    await expect(textArea(page)).toBeFocused();
    expect(await kept(page)).not.toContain('something to lose');

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(textArea(page)).toHaveValue('something to lose');
    await expect(page.getByLabel('Title')).toHaveValue('mine');
    expect(await kept(page)).toContain('something to lose');
  });

  test('that was cleared is gone when something else is begun', async ({ page }) => {
    await page.goto('/');
    await takenOver(page);
    await textArea(page).fill('first');
    await page.getByRole('button', { name: 'Clear the draft' }).click();
    await textArea(page).fill('second');
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Clear the draft' })).toBeVisible();
  });
});

test('the keys are listed by ?, only outside of fields', async ({ page }) => {
  await page.goto('/');
  await takenOver(page);
  await textArea(page).fill('');
  await page.keyboard.type('?');
  await expect(textArea(page)).toHaveValue('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).focus();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toContainText('Create the link');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).focus();
  await page.keyboard.press('n');
  await expect(textArea(page)).toBeFocused();
});

test('encrypting can be cancelled: nothing is created, nothing is lost, and it works afterwards', async ({ page, noise }) => {
  noise.allow(/ERR_ABORTED|ERR_FAILED/);
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  // The worker that encrypts doesn't come for as long as the test wants.
  await page.route(/turbopack-worker/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  await takenOver(page);
  await textArea(page).fill('kept');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('progressbar', { name: 'Encrypting…' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('status')).toHaveText('Cancelled. Nothing was created.');
  await expect(textArea(page)).toHaveValue('kept');
  expect(posts).toEqual([]);
  release();
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible();
  expect(posts).toHaveLength(1);
});

test.describe('opened over HTTP under a name that browsers don’t trust', () => {
  const untrusted = (url: string) => url.replace('127.0.0.1', 'lan.test');

  test('a new paste says that it can’t be encrypted, and is created without only on purpose', async ({ page, web }) => {
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await page.goto(untrusted(web.url));
    await takenOver(page);
    expect(await page.evaluate(() => [isSecureContext, typeof crypto.subtle])).toEqual([false, 'undefined']);
    await expect(page.getByText('Your browser can’t encrypt here.')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Encrypt in my browser' })).toHaveCount(0);
    await expect(page.getByLabel('Password')).toHaveCount(0);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

    await textArea(page).fill('for all to read');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Nothing was created.' })).toBeVisible();
    expect(posts).toEqual([]);
    await page.getByRole('button', { name: 'Create without encryption' }).click();
    await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible();
    await expect(page.getByText('Whoever has the link can read the paste.')).toBeVisible();
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    expect(link).not.toContain('#');
    expect((await readPaste(web.url, link.split('/').at(-1) ?? '')).body).toMatchObject({ isE2ee: false, content: 'for all to read' });
  });

  test('an encrypted paste says so, gives its whole link back, and is not burned by it', async ({ page, web, context, noise }) => {
    // The colours are still loading when the page is left.
    noise.allow(/ERR_ABORTED GET .*\/_next\/static\//);
    const { path, publicId, key } = await createSealed(web.url, { content: 'sealed' }, { fields: { burnAfterRead: true } });
    await page.goto(untrusted(`${web.url}${path}`));
    await expect(page.getByRole('heading', { name: 'Your browser can’t decrypt here' })).toBeVisible();
    await expect(page).toHaveURL(untrusted(`${web.url}/view/${publicId}`));
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByRole('status')).toHaveText('Link with its key copied');
    await context.grantPermissions(['clipboard-read'], { origin: web.url });
    await page.goto(web.url);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(untrusted(`${web.url}/view/${publicId}#${key}`));
    expect((await readPaste(web.url, publicId)).status).toBe(200);
  });

  test('a paste that is not encrypted is read as anywhere', async ({ page, web }) => {
    const { publicId } = await createPaste(web.url, { content: 'plain text' });
    await page.goto(untrusted(`${web.url}/view/${publicId}`));
    await takenOver(page);
    await expect(page.getByRole('region', { name: 'Text of the paste' })).toContainText('plain text');
  });
});

test('an envelope that unfolds beyond what a browser should hold is refused in words, and can be saved', async ({ page, web }) => {
  const bomb = await forge({ header: { ...PLAIN_HEADER, zip: 'DEF' }, plaintext: await deflate(new Uint8Array(80 * 1024 * 1024)) });
  await expect(openPaste(bomb, FORGED_KEY)).rejects.toThrow('too-large');
  const { publicId } = await createPaste(web.url, { content: bomb, isE2ee: true });
  await page.goto(`/view/${publicId}#${FORGED_KEY}`);
  await expect(page.getByRole('heading', { name: 'This paste is too large to open' })).toBeVisible({ timeout: 30_000 });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the encrypted text' }).click();
  expect((await download).suggestedFilename()).toBe(`${publicId}.jwe`);
});
