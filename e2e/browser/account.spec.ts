import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import { type Account, createAccount, expect, sessionCookie, test } from '../support/account.fixture';
import { call, createPaste, readPaste } from '../support/api';
import { takenOver } from '../support/browser.fixture';

async function signedIn(context: BrowserContext, baseUrl: string): Promise<Account> {
  const account = await createAccount(baseUrl);
  await context.addCookies([await sessionCookie(baseUrl, account.key)]);
  return account;
}

// Leaving a page ends what it still loads: fonts, or the end of its own document.
test.beforeEach(({ noise }) => noise.allow(/^failed: net::ERR_ABORTED GET /));

const noticeOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const shownKey = (page: Page) => page.getByRole('textbox', { name: 'Key', exact: true });
const rowOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

test('an account is created, its key opens it, and pastes made then belong to it', async ({ page }) => {
  await page.goto('/account');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Name', { exact: true }).fill(`anna-${Date.now()}`);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible();
  await expect(shownKey(page)).toHaveValue(/^sp_/);
  await page.getByRole('button', { name: 'I have kept it: sign me in' }).click();
  await expect(page.getByText('Signed in as anna-')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();

  await page.getByRole('link', { name: 'New paste' }).last().click();
  await page.waitForURL('/');
  await takenOver(page);
  await page.getByLabel('Text of the paste').fill('mine');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible();
  await page.goto('/account');
  await expect(page.getByRole('link', { name: 'Encrypted paste' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('a key that is not good is refused in words; the right one signs in', async ({ page, web }) => {
  const { name, key } = await createAccount(web.url);
  await page.goto('/account');
  await page.getByLabel('API key').fill(`${key.slice(0, -1)}_`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'not good' })).toBeVisible();
  expect(page.url()).not.toContain('sp_');
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(`Signed in as ${name}`)).toBeVisible();
});

test('pastes are listed, found by their title, extended and deleted', async ({ page, context, web }) => {
  const { key } = await signedIn(context, web.url);
  const mine = { 'X-Api-Key': key };
  const { publicId, expiresAt } = await createPaste(web.url, { content: 'a', title: 'nginx.conf', ttlSeconds: 3600 }, mine);
  for (let index = 0; index < 20; index++) await createPaste(web.url, { content: 'a', title: `log ${index}` }, mine);
  await page.goto('/account');
  await expect(page.getByRole('listitem')).toHaveCount(20);
  await expect(rowOf(page, 'nginx.conf')).toHaveCount(0);
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(rowOf(page, 'nginx.conf')).toBeVisible();

  await page.getByLabel('Search titles').fill('NGINX');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await page.getByText('Extend or delete').click();
  await page.getByLabel('Extend by').selectOption('1 day');
  await page.getByRole('button', { name: 'Extend' }).click();
  await expect(noticeOf(page, 'Extended')).toBeVisible();
  const { body } = await readPaste(web.url, publicId);
  expect(Date.parse(body.expiresAt ?? '') - Date.parse(expiresAt ?? '')).toBe(86_400_000);

  // Still at what was searched for.
  await expect(page.getByLabel('Search titles')).toHaveValue('NGINX');
  await page.getByText('Extend or delete').click();
  await page.getByRole('button', { name: 'Delete paste' }).click();
  await expect(noticeOf(page, 'The paste is deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No title with “NGINX”' })).toBeVisible();
  expect((await readPaste(web.url, publicId)).status).toBe(404);
});

test('titles are shown as they are: nothing in them becomes part of the page', async ({ page, context, web }) => {
  const { key } = await signedIn(context, web.url);
  const title = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  await createPaste(web.url, { content: 'a', title }, { 'X-Api-Key': key });
  await page.goto(`/account?q=${encodeURIComponent('<img')}`);
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  await expect(page.locator('main img, main script')).toHaveCount(0);
});

test('a key is made, shown this once, listed, used, and revoked', async ({ page, context, web }) => {
  await signedIn(context, web.url);
  await page.goto('/account/keys');
  await page.getByLabel('Name', { exact: true }).fill('laptop');
  await page.getByLabel('Expires').selectOption('In 30 days');
  const hidden = page.waitForResponse((response) => response.url().endsWith('/account/actions/hide-key'));
  await page.getByRole('button', { name: 'Make key' }).click();
  await expect(shownKey(page)).toHaveValue(/^sp_/);
  const key = await shownKey(page).inputValue();
  await hidden;
  await page.reload();
  await expect(rowOf(page, 'laptop')).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);
  expect(await page.content()).not.toContain(key.slice(12));
  await expect(rowOf(page, 'laptop')).toContainText('Never used');
  await expect(rowOf(page, 'laptop')).toContainText('Expires');

  const list = () => call(`${web.url}/api/v1/pastes`, { headers: { 'X-Api-Key': key } });
  expect((await list()).status).toBe(200);
  await expect(async () => {
    await page.reload();
    await expect(rowOf(page, 'laptop')).toContainText('Last used', { timeout: 1_000 });
  }).toPass();

  await rowOf(page, 'laptop').getByText('Revoke…').click();
  await rowOf(page, 'laptop').getByRole('button', { name: 'Revoke key' }).click();
  await expect(noticeOf(page, 'The key is revoked')).toBeVisible();
  expect((await list()).status).toBe(401);
});

test('revoking the key one is signed in with signs out, every copy of the cookie too', async ({ page, context, web }) => {
  await signedIn(context, web.url);
  await page.goto('/account/keys');
  const copy = await context.cookies();
  const own = rowOf(page, 'Signed in with it here');
  await own.getByText('Revoke…').click();
  await own.getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in with your key' })).toBeVisible();
  await context.clearCookies();
  await context.addCookies(copy);
  await page.goto('/account/keys');
  await expect(page.getByRole('heading', { name: 'Sign in with your key' })).toBeVisible();
});

test('signing out refuses a copied cookie', async ({ page, context, web }) => {
  const { name } = await signedIn(context, web.url);
  const copy = await context.cookies();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(noticeOf(page, 'You are signed out')).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  await context.addCookies(copy);
  await page.goto('/account');
  await expect(page.getByText(`Signed in as ${name}`)).toHaveCount(0);
});

test('pastes made without an account are remembered here, without their keys, until that is turned off', async ({ page }) => {
  const create = async () => {
    await page.goto('/');
    await takenOver(page);
    await page.getByLabel('Text of the paste').fill('anonymous');
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = page.getByRole('textbox', { name: 'Link', exact: true });
    await expect(link).toHaveValue(/#/);
    return new URL(await link.inputValue());
  };
  const stored = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  const { pathname, hash } = await create();
  const publicId = pathname.slice('/view/'.length);
  expect(await stored()).toContain(publicId);
  expect(await stored()).not.toContain(hash.slice(1));

  await page.goto('/account');
  await page.getByRole('link', { name: `Manage paste ${publicId}` }).click();
  await expect(page.getByRole('button', { name: 'Delete paste' })).toBeVisible();
  await page.goto('/account');
  await page.getByRole('button', { name: `Forget paste ${publicId}` }).click();
  await expect(page.getByText('None yet.')).toBeVisible();

  const another = (await create()).pathname.slice('/view/'.length);
  await page.goto('/account');
  await expect(page.getByText(another)).toBeVisible();
  await page.getByRole('switch', { name: 'Remember pastes made in this browser' }).click();
  await expect(page.getByText('Nothing is remembered.')).toBeVisible();
  expect(await stored()).not.toContain(another);
  const last = (await create()).pathname.slice('/view/'.length);
  expect(await stored()).not.toContain(last);
});

test('everything works without JavaScript', async ({ browser, web }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: web.url });
  const page = await context.newPage();
  await page.goto('/account/register');
  await page.getByLabel('Name', { exact: true }).fill(`plain-${Date.now()}`);
  await page.getByRole('button', { name: 'Create account' }).click();
  const first = await shownKey(page).inputValue();
  await page.getByRole('button', { name: 'I have kept it: sign me in' }).click();
  await createPaste(web.url, { content: 'a', title: 'from a script', ttlSeconds: 60 }, { 'X-Api-Key': first });
  await page.goto('/account');
  await page.getByText('Extend or delete').click();
  await page.getByRole('button', { name: 'Extend' }).click();
  await expect(noticeOf(page, 'Extended')).toBeVisible();
  await page.getByText('Extend or delete').click();
  await page.getByRole('button', { name: 'Delete paste' }).click();
  await expect(noticeOf(page, 'The paste is deleted')).toBeVisible();
  await page.getByRole('link', { name: 'Keys' }).click();
  await page.getByLabel('Name', { exact: true }).fill('second');
  await page.getByRole('button', { name: 'Make key' }).click();
  await expect(shownKey(page)).toHaveValue(/^sp_/);
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await expect(rowOf(page, 'second')).toBeVisible();
  await expect(shownKey(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in with your key' })).toBeVisible();
  await context.close();
});

test('the keyboard alone suffices', async ({ page, web }) => {
  const { name, key } = await createAccount(web.url);
  await createPaste(web.url, { content: 'a', title: 'by keyboard' }, { 'X-Api-Key': key });
  await page.goto('/account');
  const tabTo = async (target: ReturnType<Page['locator']>) => {
    for (let presses = 0; presses < 40; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await tabTo(page.getByLabel('API key'));
  await page.keyboard.type(key);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Signed in as ${name}`)).toBeVisible();
  await tabTo(page.locator('summary'));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('button', { name: 'Delete paste' }));
  await page.keyboard.press('Enter');
  await expect(noticeOf(page, 'The paste is deleted')).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no violation of accessibility, and nothing wider than a phone: ${colorScheme}`, async ({ page, context, web }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 720 });
    const check = async () => {
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    };
    for (const path of ['/account', '/account?notice=unknown-key', '/account/register']) {
      await page.goto(path);
      await check();
    }
    const { key } = await signedIn(context, web.url);
    await page.goto('/account');
    await check();
    await createPaste(
      web.url,
      { content: 'a', title: `long${'-'.repeat(200)}`, ttlSeconds: 60, burnAfterRead: true },
      { 'X-Api-Key': key },
    );
    await createPaste(web.url, { content: 'a', isE2ee: true }, { 'X-Api-Key': key });
    await page.goto('/account?notice=extended');
    await page.getByText('Extend or delete').last().click();
    await check();
    await page.goto('/account/keys');
    await page.getByLabel('Name', { exact: true }).fill('x'.repeat(64));
    await page.getByRole('button', { name: 'Make key' }).click();
    await expect(shownKey(page)).toBeVisible();
    await page.getByText('Revoke…').last().click();
    await check();
  });
}
