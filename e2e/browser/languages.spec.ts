/** Pages in other languages than English. */
import type { Page } from '@playwright/test';
import { LANGUAGE_NAMES } from '#lib/locales/languages.rules';
import { createPaste, MISSING_ID } from '../support/api';
import { violationsOf } from '../support/axe';
import { signedIn } from '../support/browser-accounts';
import { expect, test } from '../support/browser-fixture';
import { settling, takenOver } from '../support/page-state';
import { createSealed } from '../support/sealed';

const TEXT = '1 + 1 = 2';

/** Addresses of pages in all their states, which somebody without an account sees. */
async function addressesAt(url: string): Promise<string[]> {
  const [plain, sealed, burn, counted, locked] = await Promise.all([
    createPaste(url, { content: TEXT }),
    createSealed(url, { content: TEXT }),
    createSealed(url, { content: TEXT }, { fields: { burnAfterRead: true } }),
    createSealed(url, { content: TEXT }, { fields: { maxReads: 3 } }),
    createSealed(url, { content: TEXT }, { password: 'secret' }),
  ]);
  const links = [sealed, burn, counted, locked].map(({ publicId, key }) => `/view/${publicId}#${key}`);
  const own = ['/', '/docs/how', '/requests', '/receive', '/send', '/mine', '/nowhere', '/account', '/account/register'];
  return [...own, ...links, `/view/${MISSING_ID}`, `/request/${MISSING_ID}`, `/view/${plain.publicId}`, `/report/${plain.publicId}`];
}

/** Pages of an account. */
const ACCOUNT = ['/mine', '/requests', ...['webhooks', 'chats', 'settings', 'confirm'].map((name) => `/account/${name}`)];

/** Goes to each page and waits until it shows what it loads. */
async function walk(page: Page, url: string, addresses: readonly string[], look: (address: string) => Promise<void>): Promise<void> {
  const isSettled = settling(page);
  for (const address of addresses) {
    // A fragment alone would be no new page.
    await page.goto('about:blank');
    await page.goto(url + address);
    await expect(page.locator('main').locator('h1, textarea').first()).toBeVisible();
    // The page asks for it only when it has computed it.
    if (address === '/receive') await expect(page.getByText(/^\w{4}-\w{4}$/)).toBeVisible();
    await expect.poll(isSettled, address).toBe(true);
    await look(address);
  }
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** One with long words, one from right to left, and one without spaces. */
for (const language of ['de', 'ar', 'ja'])
  test(`pages in ${language} are whole and as wide as the window`, { tag: language === 'ar' ? [] : '@prove' }, async ({
    page,
    context,
    web,
    noise,
  }) => {
    noise.allow(/404/);
    await context.addCookies([{ name: 'language', value: language, url: web.url }]);
    await page.setViewportSize({ width: 360, height: 740 });
    const look = async (address: string) => {
      expect.soft(await widthOf(page), address).toBeLessThanOrEqual(360);
      expect.soft(await page.locator('html').getAttribute('lang'), address).toBe(language);
      expect.soft(await page.locator('html').getAttribute('dir'), address).toBe(language === 'ar' ? 'rtl' : 'ltr');
      // The rules are the same in each language; one from right to left has other places of everything.
      if (language === 'ar') await expect.poll(() => violationsOf(page), address).toEqual([]);
    };
    await walk(page, web.url, await addressesAt(web.url), look);
    if (language !== 'de') return;
    await signedIn(context, web.url);
    await walk(page, web.url, ACCOUNT, look);
  });

test('a link weighs at most 3 kB more in any language', { tag: '@prove' }, async ({ page, context, web }) => {
  const { path } = await createSealed(web.url, { content: `${TEXT}\n`.repeat(100) });
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
  let bytes = 0;
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  const weights = new Map<string, number>();
  for (const language of Object.keys(LANGUAGE_NAMES)) {
    await context.addCookies([{ name: 'language', value: language, url: web.url }]);
    await page.goto('about:blank');
    bytes = 0;
    await page.goto(path);
    await takenOver(page);
    await page.waitForLoadState('networkidle');
    weights.set(language, bytes);
  }
  const english = weights.get('en') ?? 0;
  expect([...weights].filter(([, weight]) => weight > english + 3_000)).toEqual([]);
});

test('the choice in the menu keeps the link, and precedes the browser’s language', async ({ page, web }) => {
  const { publicId, key } = await createSealed(web.url, { content: TEXT });
  await page.goto(`/view/${publicId}#${key}`);
  await takenOver(page);
  await page.getByLabel('Theme and language').click();
  // The menu lies over the toolbar, which stays in view.
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.getByRole('combobox', { name: 'Language of this site' }).selectOption('de');
  await expect(page.getByRole('link', { name: 'So funktioniert es' })).toBeVisible();
  await expect(page.getByText(TEXT)).toBeVisible();
  expect(page.url()).toContain(`#${key}`);
  await page.goto('/account');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await takenOver(page);
  await page.getByLabel('Farben und Sprache').click();
  await page.getByRole('combobox', { name: 'Sprache dieser Website' }).selectOption('');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('without script, a button chooses the language and shows the page again', async ({ plainPage, web }) => {
  await plainPage.goto(`${web.url}/account`);
  await plainPage.getByLabel('Theme and language').click();
  await plainPage.getByRole('combobox', { name: 'Language of this site' }).selectOption('fr');
  await plainPage.getByRole('button', { name: 'Change' }).click();
  await expect(plainPage.locator('html')).toHaveAttribute('lang', 'fr');
  expect(plainPage.url()).toBe(`${web.url}/account`);
});
