/** Tests request links: one browser asks, another answers, and nobody between them can read or change the answer. */
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { answerMessages } from '#components/messages/answer';
import { groups as arabic } from '#components/messages/languages/ar';
import { receiptMessages } from '#components/messages/receipt';
import { requestMessages as messages } from '#components/messages/request';
import { viewCoveredMessages } from '#components/messages/view-covered';
import { createRequestKeys } from '#lib/envelope/answer-keys';
import { expectAccessible } from '../support/accessibility';
import { expect, test } from '../support/browser-fixture';
import { findIn } from '../support/needles';
import type { Noise } from '../support/noise';
import { isMarked, mark, takenOver } from '../support/page-state';

const LABEL = 'Passwort des Druckers „Kanarie“';
const SECRET = 'passphrase = "blaue Eidechse/€ + 100%" # kanarie-4711\nsecond line';

/** Opens a page in another browser context for the time of `use`. */
async function elsewhere(
  browser: Browser,
  noise: Noise,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await noise.listen(page);
  await use(page);
  await context.close();
}

async function ask(page: Page, baseURL: string, { answers = 1 } = {}): Promise<string> {
  await page.goto(`${baseURL}/requests`);
  await takenOver(page);
  await page.getByLabel(messages.ask.label).fill(LABEL);
  await page.getByRole('spinbutton', { name: messages.ask.answers }).fill(String(answers));
  await page.getByRole('button', { name: messages.ask.submit }).click();
  await expect(page.getByRole('heading', { name: messages.asked.heading })).toBeVisible();
  return page.getByRole('textbox', { name: messages.asked.link }).first().inputValue();
}

async function answer(page: Page, link: string, secret = SECRET): Promise<void> {
  await page.goto(link);
  await page.getByRole('textbox', { name: answerMessages.field }).fill(secret);
  await page.getByRole('button', { name: answerMessages.send }).click();
  await expect(page.getByRole('heading', { name: answerMessages.sentTitle, exact: true })).toBeVisible();
}

const openButton = (page: Page, number = 1) => page.getByRole('button', { name: messages.answers.openOf({ number, name: LABEL }) });
const openedText = (page: Page) => page.getByRole('region', { name: messages.answers.textLabel });

test('a requested secret reaches only the asker’s browser; its sender sees when', async ({ page, browser, noise, web }) => {
  await page.goto(`${web.url}/requests`);
  await takenOver(page);
  await expectAccessible(page, 'asking');
  const link = await ask(page, web.url, { answers: 2 });
  expect(link).toMatch(/\/request\/[0-9A-Za-z]{24}#[\w-]{43}\.[\w-]{43}$/);
  await mark(page);

  await elsewhere(browser, noise, { baseURL: web.url }, async (other) => {
    await other.goto(link);
    await expect(other.getByRole('textbox', { name: answerMessages.field })).toBeVisible();
    await expect(other.getByText(LABEL)).toBeVisible();
    await expectAccessible(other, 'answering');
    await answer(other, link);
    await expect(other.getByText(receiptMessages.states.created)).toBeVisible();
    await expectAccessible(other, 'sent');

    // The next poll shows the answer without a reload.
    await expect(openButton(page)).toBeVisible();
    expect(await isMarked(page)).toBe(true);
    await expectAccessible(page, 'an answer that waits');
    // A claimed answer survives a broken connection and a reload of the page.
    noise.allow(/ERR_FAILED GET \S+\/raw\/|Failed to load resource: net::ERR_FAILED/);
    await page.route(/\/raw\//, (route) => route.abort());
    await openButton(page).click();
    await expect(page.getByText(messages.answers.problems.offline)).toBeVisible();
    await page.unroute(/\/raw\//);
    await page.reload();
    await page.getByRole('button', { name: messages.answers.resumeOf({ number: 1, name: LABEL }) }).click();
    await page.getByRole('button', { name: viewCoveredMessages.show, exact: true }).click();
    await expect(openedText(page)).toHaveText(SECRET);
    await expectAccessible(page, 'an opened answer');
    await page.getByRole('button', { name: messages.answers.close }).click();

    await expect(other.getByText(/^Opened on /)).toBeVisible();
    await other.getByRole('button', { name: answerMessages.another }).click();
    await other.getByRole('textbox', { name: answerMessages.field }).fill('a second one');
    await other.getByRole('button', { name: answerMessages.send }).click();
    await expect(other.getByText(answerMessages.noMore)).toBeVisible();
  });

  await elsewhere(browser, noise, { baseURL: web.url }, async (late) => {
    await late.goto(link);
    await expect(late.getByRole('heading', { name: answerMessages.fullTitle })).toBeVisible();
  });
  await openButton(page, 2).click();
  await page.getByRole('button', { name: viewCoveredMessages.show, exact: true }).click();
  await expect(openedText(page)).toHaveText('a second one');
});

test('a link from a chat fills the label in, and leaves the address', async ({ page, web }) => {
  await page.goto(`${web.url}/requests#label=${encodeURIComponent(LABEL)}%2E`);
  await takenOver(page);
  await expect(page.getByLabel(messages.ask.label)).toHaveValue(`${LABEL}.`);
  await expect.poll(() => page.url()).toBe(`${web.url}/requests`);
});

const ENGLISH = { request: messages, answer: answerMessages, viewCovered: viewCoveredMessages };
const ARABIC = arabic as typeof ENGLISH;
for (const [locale, width, { request, answer, viewCovered }] of [
  ['en', 1280, ENGLISH],
  ['en', 360, ENGLISH],
  ['ar', 1280, ARABIC],
  ['ar', 360, ARABIC],
] as const)
  test(`fields asked for by keys are read on another device: ${locale}, ${width} px`, {
    tag: locale === 'en' && width === 1280 ? [] : '@prove',
  }, async ({ page, browser, noise, recorded: { recorder, web } }) => {
    recorder.startAnew();
    const settings = { locale, viewport: { width, height: 720 } };
    await page.setViewportSize(settings.viewport);
    await page.context().addCookies([{ name: 'language', value: locale, url: recorder.url }]);
    await page.goto(`${recorder.url}/requests`);
    await takenOver(page);
    await page.getByLabel(request.ask.label).focus();
    await page.keyboard.type(LABEL);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByLabel(request.ask.fieldName(2))).toHaveValue(request.ask.names.password);
    await expectAccessible(page, 'asking for fields');
    await page.getByLabel(request.ask.label).press('Enter');
    const link = await page.getByRole('textbox', { name: request.asked.link }).first().inputValue();
    const inboxLink = await page.getByRole('textbox', { name: request.asked.inbox }).first().inputValue();

    await elsewhere(browser, noise, { baseURL: recorder.url, ...settings }, async (other) => {
      await other.goto(link);
      await expect(other.getByLabel(request.ask.names.user)).toBeFocused();
      await other.keyboard.type('anna');
      await other.keyboard.press('Tab');
      await other.keyboard.type(SECRET.split('\n')[0] ?? '');
      await expectAccessible(other, 'answering fields');
      await other.keyboard.press('Control+Enter');
      await expect(other.getByRole('heading', { name: answer.sentTitle, exact: true })).toBeVisible();
    });

    await elsewhere(browser, noise, { baseURL: recorder.url, ...settings }, async (device) => {
      await device.goto(inboxLink);
      await device.getByRole('button', { name: request.answers.openOf({ number: 1, name: LABEL }) }).press('Enter');
      await device.getByRole('button', { name: viewCovered.show, exact: true }).press('Enter');
      await expect(device.getByRole('region', { name: request.answers.textLabel })).toContainText('anna');
      await expect(device.getByRole('region', { name: request.answers.textLabel })).toContainText(SECRET.split('\n')[0] ?? '');
      await expectAccessible(device, 'an inbox');
      await expect(device.getByRole('button', { name: viewCovered.copyValue(request.ask.names.user) })).toBeVisible();
      await device.getByRole('button', { name: viewCovered.copyAll }).press('Enter');
    });
    await expect(page.getByText(request.answers.opened, { exact: true })).toBeVisible();

    const [thumbprint = '', labelKey = ''] = new URL(link).hash.slice(1).split('.');
    const needles: [string, string][] = [
      ['inbox key', new URL(inboxLink).hash.slice(1)],
      ['thumbprint', thumbprint],
      ['label key', labelKey],
      ['label', 'Kanarie'],
      ['text', 'kanarie-4711'],
    ];
    const places = { requests: recorder.sent(), log: Buffer.from(await web.log()) };
    for (const [place, bytes] of Object.entries(places)) {
      for (const [name, needle] of needles) expect(findIn(bytes, needle), `${name} in ${place}`).toEqual([]);
    }
    await page.goto(`${recorder.url}/mine`);
    await page.getByRole('link', { name: LABEL }).click();
    await expect(page.getByRole('heading', { name: request.inbox.title })).toBeVisible();
    await expect(page.getByText(request.answers.opened, { exact: true })).toBeVisible();
  });

test('a server that shows another key is refused before anything can be typed', async ({ page, browser, noise, web }) => {
  const link = await ask(page, web.url);
  const { publicKey } = (await (await fetch(`${web.url}/api/v1/requests/${new URL(link).pathname.split('/').at(-1)}`)).json()) as {
    publicKey: { x: string; y: string };
  };
  const { publicKey: swapped } = await createRequestKeys();
  await elsewhere(browser, noise, { baseURL: web.url }, async (other) => {
    await other.route(/\/request\//, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(publicKey.x, swapped.x).replaceAll(publicKey.y, swapped.y);
      const { 'content-encoding': _, 'content-length': __, ...headers } = response.headers();
      await route.fulfill({ response, headers, body });
    });
    await other.goto(link);
    await expect(other.getByRole('heading', { name: answerMessages.links['wrong-key'].title })).toBeVisible();
    await expect(other.getByRole('textbox')).toHaveCount(0);
    await expectAccessible(other, 'a swapped key');
    await other.unroute(/\/request\//);
    await other.goto('about:blank');
    await other.goto(link);
    await expect(other.getByRole('textbox', { name: answerMessages.field })).toBeVisible();
  });
});

test('a page without JavaScript or request says so, and previews hide the label', async ({ page, plainPage, web }) => {
  const link = await ask(page, web.url);
  await plainPage.goto(link);
  // Chromium runs no scripts here but parses as if it did, so the notice is text inside `noscript`.
  expect(await plainPage.locator('noscript').textContent()).toContain(answerMessages.noScriptTitle);
  await expect(plainPage.getByRole('textbox')).toHaveCount(0);
  const metadata = await plainPage.locator('head').evaluate((head) => head.outerHTML);
  expect(metadata).toMatch(/name="robots" content="noindex/);
  expect(metadata).not.toContain('Kanarie');
  await plainPage.goto(`${web.url}/requests`);
  expect(await plainPage.locator('main noscript').textContent()).toContain(messages.list.noScript);
  const missing = await plainPage.goto(`${web.url}/request/${'a'.repeat(24)}`);
  expect(missing?.status()).toBe(404);
  await expect(plainPage.getByRole('heading', { name: answerMessages.goneTitle })).toBeVisible();
});
