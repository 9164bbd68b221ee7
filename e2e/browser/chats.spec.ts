/** Linked chats on the account page: the real web and worker, a Bot API that behaves as the platform's, a real browser. */
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import SqliteDatabase from 'better-sqlite3';
import { answers, BOT_NAME, BOT_TOKEN } from '../../lib/messenger/testing/fake-bot-api';
import { type Account, createAccount, sessionCookie } from '../support/account.fixture';
import { call, createPaste, readPaste } from '../support/api';
import { takenOver, withWeb } from '../support/browser.fixture';
import { sendForm } from '../support/browser-session';
import { expect, newChatId, say, test, toldTo } from '../support/chat.fixture';
import type { WebProcess } from '../support/processes';

// Leaving a page ends what it still loads, and what it asks for anew.
test.beforeEach(({ noise }) => noise.allow(/^failed: net::ERR_ABORTED GET /));

async function signedIn(context: BrowserContext, baseUrl: string): Promise<Account> {
  const account = await createAccount(baseUrl);
  await context.addCookies([await sessionCookie(baseUrl, account.key)]);
  return account;
}

const command = (page: Page) => page.getByRole('textbox', { name: /send this command/i });
const status = (page: Page) => page.getByRole('region', { name: 'Link a chat' }).getByRole('status').last();
const notice = (page: Page, text: string) => page.getByText(text, { exact: true });
const rowOf = (page: Page, title: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

async function makeToken(page: Page): Promise<string> {
  await page.goto('/account/chats');
  await page.getByRole('button', { name: 'Link a chat' }).click();
  await expect(command(page)).toHaveValue(/^\/link [0-9A-Za-z]{32}$/);
  return (await command(page).inputValue()).slice('/link '.length);
}

/** A chat of the account's, linked without a browser. @returns the id of the link */
async function link(web: WebProcess, { key }: Account, chatId: number, chat: Record<string, unknown> = {}): Promise<number> {
  const headers = { 'X-Api-Key': key };
  const { body } = await call<{ token: string }>(`${web.url}/api/v1/messenger/tokens`, { method: 'POST', headers });
  await say(web, `/link ${body.token}`, chatId, chat);
  const linked = await listed(web, key);
  return linked.at(-1)?.id ?? 0;
}

async function listed(web: WebProcess, key: string) {
  const { body } = await call<{ destinations: { id: number; isActive: boolean; events: string[] }[] }>(
    `${web.url}/api/v1/messenger/destinations`,
    { headers: { 'X-Api-Key': key } },
  );
  return body.destinations;
}

/** What the clock would do, sooner. */
function letTokensEnd(web: WebProcess, inMs: number): void {
  const database = new SqliteDatabase(new URL(web.environment.DATABASE_URL ?? '').pathname, { timeout: 10_000 });
  database.prepare('UPDATE messenger_tokens SET expires_at = ? WHERE used_by IS NULL').run(Date.now() + inMs);
  database.close();
}

/** Lost when the document is another. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isTheSameDocument: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isTheSameDocument' in window);

test('a chat is linked, the page turns green by itself, and the chat is told what it is to be told', async ({
  page,
  context,
  web,
  bot,
}) => {
  const { key } = await signedIn(context, web.url);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/account');
  await page.getByRole('link', { name: 'Chats' }).click();
  await expect(page.getByRole('heading', { name: 'No chat is linked yet' })).toBeVisible();
  const token = await makeToken(page);
  await expect(page.getByRole('link', { name: 'Open in Telegram' })).toHaveAttribute('href', `https://t.me/${BOT_NAME}?start=${token}`);
  await expect(page.getByRole('link', { name: 'Add to a group' })).toHaveAttribute('href', `https://t.me/${BOT_NAME}?startgroup=${token}`);
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d left$/);
  await expect(status(page)).toHaveText('Waiting for the chat…');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy command' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`/link ${token}`);

  await mark(page);
  const chatId = newChatId();
  const seen = page.waitForResponse((response) => response.url().endsWith('/account/actions/end-linking'));
  await say(web, `/link ${token}`, chatId);
  await expect(status(page)).toHaveText(/^Anna Ahorn is linked\./);
  await expect(rowOf(page, 'Anna Ahorn')).toContainText('Private chat');
  expect(await isMarked(page)).toBe(true);
  await expect.poll(() => toldTo(bot, chatId).join()).toContain('This chat is linked.');
  expect((await seen).status()).toBe(204);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Link a chat' })).toBeVisible();
  expect(addresses.filter((url) => url.includes(token))).toEqual([]);
  expect(web.output()).not.toContain(token);

  const mine = { 'X-Api-Key': key };
  await createPaste(web.url, { content: 'a', title: 'first' }, mine);
  await expect.poll(() => toldTo(bot, chatId).filter((text) => text.startsWith('New paste: first'))).toHaveLength(1);

  await takenOver(page);
  await page.getByLabel('I create a paste').uncheck();
  await page.getByLabel('a paste that burns is opened').check();
  await page.getByRole('button', { name: 'Save what Anna Ahorn is told' }).click();
  await expect(notice(page, 'Saved.')).toBeVisible();
  await expect(page.getByLabel('I create a paste')).not.toBeChecked();
  await expect(page.getByLabel('a paste that burns is opened')).toBeChecked();
  const { publicId } = await createPaste(web.url, { content: 'a', title: 'second', burnAfterRead: true }, mine);
  await readPaste(web.url, publicId);
  await expect.poll(() => toldTo(bot, chatId).filter((text) => text.startsWith('Opened, and gone: second'))).toHaveLength(1);
  expect(toldTo(bot, chatId).filter((text) => text.startsWith('New paste: second'))).toEqual([]);

  await page.getByText('Unlink…').click();
  await page.getByRole('button', { name: 'Unlink chat' }).click();
  await expect(notice(page, 'The chat is unlinked.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No chat is linked yet' })).toBeVisible();
  expect(await listed(web, key)).toEqual([]);
});

test('a token that runs out says so by itself, and another one can be made', async ({ page, context, web }) => {
  await signedIn(context, web.url);
  const token = await makeToken(page);
  await mark(page);
  letTokensEnd(web, 4_000);
  await expect(page.getByRole('timer')).toHaveText(/^0:0\d left$/);
  await expect(status(page)).toHaveText('This token has run out, and no chat was linked with it.');
  expect(await isMarked(page)).toBe(true);
  await say(web, `/link ${token}`, newChatId());
  await page.getByRole('button', { name: 'Make a new token' }).click();
  await expect(command(page)).not.toHaveValue(`/link ${token}`);
  await expect(command(page)).toHaveValue(/^\/link /);
  await expect(page.getByRole('heading', { name: 'Linked chats' })).toHaveCount(0);
});

test('a token that is cancelled, or followed by another, links nothing any more', async ({ page, context, web }) => {
  const { key } = await signedIn(context, web.url);
  const cancelled = await makeToken(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Link a chat' })).toBeVisible();
  const replaced = await makeToken(page);
  await sendForm(`${web.url}/account/actions/link-chat`, {}, { Origin: web.url, Cookie: await cookiesOf(context) });
  for (const token of [cancelled, replaced]) await say(web, `/link ${token}`, newChatId());
  expect(await listed(web, key)).toEqual([]);
});

test('a chat that has blocked the bot is shown as off, and why; it can be switched on again', async ({ page, context, web, bot }) => {
  const account = await signedIn(context, web.url);
  const chatId = newChatId();
  await link(web, account, chatId, { type: 'group', title: 'Team ☀' });
  bot.behave(({ body }) => (String(body.chat_id) === String(chatId) ? answers.blocked : undefined));
  await createPaste(web.url, { content: 'a' }, { 'X-Api-Key': account.key });
  await expect.poll(async () => (await listed(web, account.key))[0]?.isActive).toBe(false);
  bot.behave(() => undefined);
  await page.goto('/account/chats');
  await expect(rowOf(page, 'Team ☀')).toContainText('Off: the bot was blocked or removed');
  await takenOver(page);
  await page.getByLabel('Send to this chat').check();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(rowOf(page, 'Team ☀')).toContainText('Active');
  await createPaste(web.url, { content: 'a', title: 'again' }, { 'X-Api-Key': account.key });
  await expect.poll(() => toldTo(bot, chatId).filter((text) => text.startsWith('New paste: again'))).toHaveLength(1);
  await takenOver(page);
  await page.getByLabel('Send to this chat').uncheck();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(rowOf(page, 'Team ☀')).toContainText('Off: nothing is sent');
});

test('another account neither sees nor changes a chat, nor the token that is being used', async ({ page, context, web }) => {
  const anna = await createAccount(web.url);
  const id = await link(web, anna, newChatId());
  const before = await listed(web, anna.key);
  await signedIn(context, web.url);
  await page.goto('/account/chats');
  await expect(page.getByText('Anna Ahorn')).toHaveCount(0);
  for (const [action, destinationId] of [
    ['change-chat', id],
    ['unlink-chat', id],
    ['unlink-chat', 'nonsense'],
    ['change-chat', 999_999],
  ] as const) {
    const form = { destinationId: String(destinationId) };
    const { location } = await sendForm(`${web.url}/account/actions/${action}`, form, {
      Origin: web.url,
      Cookie: await cookiesOf(context),
    });
    expect(location).toBe('/account/chats?notice=chat-gone');
  }
  expect(await listed(web, anna.key)).toEqual(before);

  const token = await makeToken(page);
  await context.addCookies([await sessionCookie(web.url, anna.key)]);
  await page.goto('/account/chats');
  await expect(rowOf(page, 'Anna Ahorn')).toBeVisible();
  expect(await page.content()).not.toContain(token);
});

test('without JavaScript a chat is linked, changed and unlinked', async ({ browser, web, bot }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: web.url });
  const page = await context.newPage();
  await signedIn(context, web.url);
  const token = await makeToken(page);
  // Roles and texts aren't looked for in there.
  await expect(page.locator('noscript p')).toContainText('Reload this page once it was sent.');
  const chatId = newChatId();
  await say(web, `/start ${token}`, chatId);
  await page.locator('noscript a').click();
  await expect(status(page)).toHaveText(/^Anna Ahorn is linked\./);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Link a chat' })).toBeVisible();
  await page.getByLabel('a paste expires unread').check();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(notice(page, 'Saved.')).toBeVisible();
  await expect(page.getByLabel('a paste expires unread')).toBeChecked();
  await page.getByText('Unlink…').click();
  await page.getByRole('button', { name: 'Unlink chat' }).click();
  await expect(page.getByRole('heading', { name: 'No chat is linked yet' })).toBeVisible();
  await expect.poll(() => toldTo(bot, chatId)).toHaveLength(1);
  await context.close();
});

test('without a bot the page says who has to do what, and makes no token', async ({ page, context }) => {
  await withWeb({ REGISTRATION: 'open' }, async (web) => {
    await signedIn(context, web.url);
    await page.goto(`${web.url}/account/chats`);
    await expect(page.getByText('Chat messages are off on this site')).toContainText('MESSENGER_BOT_TOKEN');
    await expect(page.getByRole('button', { name: 'Link a chat' })).toHaveCount(0);
    const { location, setCookies } = await sendForm(
      `${web.url}/account/actions/link-chat`,
      {},
      { Origin: web.url, Cookie: await cookiesOf(context) },
    );
    expect([location, setCookies]).toEqual(['/account/chats?notice=chats-off', []]);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });
});

test('while the platform is away the command can be sent all the same', async ({ page, context }) => {
  await withWeb({ REGISTRATION: 'open', MESSENGER_BOT_TOKEN: BOT_TOKEN, MESSENGER_API_URL: 'http://127.0.0.1:9' }, async (web) => {
    await signedIn(context, web.url);
    await page.goto(`${web.url}/account/chats`);
    await page.getByRole('button', { name: 'Link a chat' }).click();
    await expect(command(page)).toHaveValue(/^\/link /);
    await expect(page.getByText('To the bot of this site')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open in Telegram' })).toHaveCount(0);
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no violation of accessibility, and nothing wider than a phone: ${colorScheme}`, async ({ page, context, web, bot }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 720 });
    const check = async () => {
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    };
    const account = await signedIn(context, web.url);
    await page.goto('/account/chats');
    await check();
    await makeToken(page);
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
    await check();
    letTokensEnd(web, -1);
    await expect(status(page)).toHaveText(/has run out/);
    await check();
    const token = await makeToken(page);
    const chatId = newChatId();
    await say(web, `/link ${token}`, chatId, { type: 'group', title: `long${'-'.repeat(200)}` });
    await expect(status(page)).toHaveText(/ is linked\./);
    await check();
    bot.behave(({ body }) => (String(body.chat_id) === String(chatId) ? answers.blocked : undefined));
    await createPaste(web.url, { content: 'a' }, { 'X-Api-Key': account.key });
    await expect.poll(async () => (await listed(web, account.key))[0]?.isActive).toBe(false);
    bot.behave(() => undefined);
    await page.goto('/account/chats?notice=chat-gone');
    await page.getByText('Unlink…').click();
    await check();
  });
}

async function cookiesOf(context: BrowserContext): Promise<string> {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
}
