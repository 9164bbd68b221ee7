/** Tests codes that can be typed: one browser shows a code, another sends a text to it, by keys alone. */
import type { Page } from '@playwright/test';
import { answerMessages } from '#components/messages/answer';
import { sendMessages } from '#components/messages/send';
import { viewCoveredMessages } from '#components/messages/view-covered';
import { expectAccessible } from '../support/accessibility';
import { expect, test } from '../support/browser-fixture';
import { takenOver } from '../support/page-state';

const SECRET = 'blaue Eidechse/€';
const CODE = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

/** Fills in the form of `/send` from its first field on, which has the focus. */
async function send(page: Page, code: string): Promise<void> {
  await expect(page.locator('#code')).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Tab');
  await page.keyboard.type(SECRET);
  await page.keyboard.press('Control+Enter');
}

for (const [locale, width] of [
  ['en', 1280],
  ['en', 360],
  ['ar', 1280],
  ['ar', 360],
] as const)
  test(`a code brings a text to another browser by keys alone: ${locale}, ${width} px`, {
    tag: locale === 'en' && width === 1280 ? [] : '@prove',
  }, async ({ browser, noise, web }) => {
    const contexts = await Promise.all(
      [1, 2].map(() => browser.newContext({ baseURL: web.url, locale, viewport: { width, height: 720 } })),
    );
    const [receiver, sender] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page];
    for (const page of [receiver, sender]) await noise.listen(page);

    await receiver.goto('/receive');
    const shown = receiver.getByText(CODE);
    await expect(shown).toBeVisible();
    expect(await shown.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThanOrEqual(44);
    await expectAccessible(receiver, 'a code');
    const code = String(await shown.textContent());
    await receiver.reload();
    await expect(shown).toHaveText(code);

    await sender.goto('/send');
    await takenOver(sender);
    await expectAccessible(sender, 'sending');
    await send(sender, code.toLowerCase().replace('-', ' '));
    await expect(sender.locator('h1:focus')).toBeVisible();
    await expect(sender.locator('#code')).toHaveCount(0);

    await expect(shown).toHaveCount(0);
    await expect(receiver.locator('main li :focus')).toBeVisible();
    await expectAccessible(receiver, 'what came');
    if (locale === 'en') {
      await receiver.getByRole('button', { name: viewCoveredMessages.show, exact: true }).press('Enter');
      await expect(receiver.getByText(SECRET)).toBeVisible();
    }
    for (const context of contexts) await context.close();
  });

test('a server that fails in the middle loses nothing that was typed', async ({ page, noise, web, browser }) => {
  const context = await browser.newContext({ baseURL: web.url });
  const receiver = await context.newPage();
  await noise.listen(receiver);
  await receiver.goto('/receive');
  const code = String(await receiver.getByText(CODE).textContent());
  noise.allow(/ERR_FAILED|Failed to load resource: net::ERR_FAILED/);
  await page.route(/\/answers$/, (route) => route.abort());
  await page.goto(`${web.url}/send`);
  await takenOver(page);
  await send(page, code);
  await expect(page.getByText(answerMessages.problems.unreachable)).toBeVisible();
  await expect(page.getByRole('textbox', { name: answerMessages.field })).toHaveValue(SECRET);
  await expect(page.getByRole('textbox', { name: sendMessages.code })).toHaveValue(code);
  await page.unroute(/\/answers$/);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: answerMessages.sentTitle, exact: true })).toBeVisible();
  await context.close();
});
