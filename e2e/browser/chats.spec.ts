/** Tests linked chats on the account page with the real web and worker processes and a fake of the platform's Bot API. */
import type { Page } from '@playwright/test';
import { chatsMessages } from '#components/messages/chats';
import { noticeMessages } from '#components/messages/notice';
import { openFile } from '#lib/db/engines/sqlite-driver';
import { answers, BOT_NAME } from '../../lib/testing/fake-bot-api';
import { expectAccessible } from '../support/accessibility';
import { call, createPaste, readPaste } from '../support/api';
import { signedIn } from '../support/browser-accounts';
import { expect, test } from '../support/browser-fixture';
import { messagesTo, newChatId, say } from '../support/chats';
import { isMarked, mark, takenOver } from '../support/page-state';
import type { WebProcess } from '../support/processes';

const command = (page: Page) => page.getByRole('textbox', { name: /send this command/i });
const status = (page: Page) =>
  page.getByRole('region', { name: chatsMessages.linkingTitle }).getByRole('status').filter({ hasText: /\S/ }).last();
const notice = (page: Page, text: string) => page.getByText(text, { exact: true });
const rowOf = (page: Page, title: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

async function makeToken(page: Page): Promise<string> {
  await page.goto('/account/chats');
  await page.getByRole('button', { name: chatsMessages.link }).click();
  await expect(command(page)).toHaveValue(/^\/link [0-9A-Za-z]{32}$/);
  return (await command(page).inputValue()).slice('/link '.length);
}

async function listed(web: WebProcess, key: string) {
  const { body } = await call<{ destinations: { id: number; isActive: boolean; events: string[] }[] }>(
    `${web.url}/api/v1/messenger/destinations`,
    { headers: { 'X-Api-Key': key } },
  );
  return body.destinations;
}

/** Lets unused tokens expire in `inMs`, sooner than by the clock. */
function letTokensEnd(web: WebProcess, inMs: number): void {
  const database = openFile(new URL(web.environment.DATABASE_URL ?? '').pathname);
  database.prepare('UPDATE messenger_tokens SET expires_at = ? WHERE used_by IS NULL').run(Date.now() + inMs);
  database.close();
}

test('a chat links without a reload and gets only the messages chosen for it', async ({ page, context, web, bot }) => {
  const { key, headers: mine } = await signedIn(context, web.url);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/account/settings');
  await page.getByRole('link', { name: chatsMessages.title }).click();
  await expect(page.getByRole('heading', { name: chatsMessages.emptyTitle })).toBeVisible();
  const token = await makeToken(page);
  await expect(page.getByRole('link', { name: chatsMessages.open })).toHaveAttribute('href', `https://t.me/${BOT_NAME}?start=${token}`);
  await expect(page.getByRole('link', { name: chatsMessages.addToGroup })).toHaveAttribute(
    'href',
    `https://t.me/${BOT_NAME}?startgroup=${token}`,
  );
  await expect(page.getByRole('img', { name: chatsMessages.qrLabel })).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d left$/);
  await expect(status(page)).toHaveText(chatsMessages.waiting);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: chatsMessages.copyCommand }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`/link ${token}`);

  await mark(page);
  const chatId = newChatId();
  await say(web, `/link ${token}`, chatId);
  await expect(status(page)).toHaveText(/^Anna Ahorn is linked\./);
  await expect(rowOf(page, 'Anna Ahorn')).toContainText(chatsMessages.privateChat);
  expect(await isMarked(page)).toBe(true);
  await expect.poll(() => messagesTo(bot, chatId).join()).toContain('This chat is linked.');
  await page.reload();
  await expect(page.getByRole('button', { name: chatsMessages.link })).toBeVisible();
  expect(addresses.filter((url) => url.includes(token))).toEqual([]);
  expect(await web.log()).not.toContain(token);

  await createPaste(web.url, { content: 'a', title: 'first' }, mine);
  await expect.poll(() => messagesTo(bot, chatId).filter((text) => text.startsWith('New paste\nfirst'))).toHaveLength(1);

  await takenOver(page);
  await page.getByLabel(chatsMessages.events['paste.created']).uncheck();
  await page.getByLabel(chatsMessages.events['paste.burned']).check();
  await page.getByRole('button', { name: chatsMessages.saveOf('Anna Ahorn') }).click();
  await expect(notice(page, noticeMessages.done['chat-saved'])).toBeVisible();
  await expect(page.getByLabel(chatsMessages.events['paste.created'])).not.toBeChecked();
  await expect(page.getByLabel(chatsMessages.events['paste.burned'])).toBeChecked();
  const { publicId } = await createPaste(web.url, { content: 'a', title: 'second', burnAfterRead: true }, mine);
  await readPaste(web.url, publicId);
  await expect.poll(() => messagesTo(bot, chatId).filter((text) => text.startsWith('Paste opened and deleted\nsecond'))).toHaveLength(1);
  expect(messagesTo(bot, chatId).filter((text) => text.startsWith('New paste\nsecond'))).toEqual([]);

  await page.getByText(chatsMessages.unlink).click();
  await page.getByRole('button', { name: chatsMessages.confirmUnlink }).click();
  await expect(notice(page, noticeMessages.done['chat-unlinked'])).toBeVisible();
  await expect(page.getByRole('heading', { name: chatsMessages.emptyTitle })).toBeVisible();
  expect(await listed(web, key)).toEqual([]);
});

test('no violation of accessibility, and nothing wider than a phone', { tag: '@prove' }, async ({ page, context, web, bot }) => {
  const account = await signedIn(context, web.url);
  await page.goto('/account/chats');
  await expectAccessible(page, 'no chats');
  await makeToken(page);
  await expect(page.getByRole('img', { name: chatsMessages.qrLabel })).toBeVisible();
  await expectAccessible(page, 'a token');
  letTokensEnd(web, -1);
  await expect(status(page)).toHaveText(chatsMessages.expired);
  await expectAccessible(page, 'a token that has run out');
  const token = await makeToken(page);
  const chatId = newChatId();
  await say(web, `/link ${token}`, chatId, { type: 'group', title: `long${'-'.repeat(200)}` });
  await expect(status(page)).toHaveText(/ is linked\./);
  await expectAccessible(page, 'a chat that was just linked');
  bot.behave(({ body }) => (String(body.chat_id) === String(chatId) ? answers.blocked : undefined));
  await createPaste(web.url, { content: 'a' }, account.headers);
  await expect.poll(async () => (await listed(web, account.key))[0]?.isActive).toBe(false);
  bot.behave(() => undefined);
  await page.goto('/account/chats');
  await page.getByText(chatsMessages.unlink).click();
  await expectAccessible(page, 'a chat that is off');
});
