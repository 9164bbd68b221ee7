/** Follows a visitor who makes an account, a webhook and a chat and signs out again, using only what the pages offer. */
import { accountMessages } from '#components/messages/account';
import { chatsMessages } from '#components/messages/chats';
import { commonMessages } from '#components/messages/common';
import { mineMessages } from '#components/messages/mine';
import { webhookMessages } from '#components/messages/webhook';
import { webhookSecretMessages } from '#components/messages/webhook-secret';
import { webhookTestMessages } from '#components/messages/webhook-test';
import { expect, test } from '../support/browser-fixture';
import { messagesTo, newChatId, say } from '../support/chats';
import { takenOver } from '../support/page-state';
import { createButton, createdLinks, textArea } from '../support/paste-pages';

const TEXT = 'const answer = 42;\n';

test('a user makes an account, key, webhook, chat and paste, then ends the session', { tag: '@prove' }, async ({
  page,
  context,
  web,
  bot,
  receiver,
  noise,
}) => {
  // The visitor makes an account and gets its key.
  await page.goto('/account');
  await page.getByRole('link', { name: accountMessages.signIn.register }).click();
  await page.getByLabel(accountMessages.register.name, { exact: true }).fill(`anna-${process.pid}`);
  await page.getByRole('button', { name: accountMessages.register.submit }).click();
  const key = await page.getByRole('textbox', { name: accountMessages.keys.newLabel, exact: true }).inputValue();
  await page.getByRole('button', { name: accountMessages.register.continue }).click();
  await page.getByRole('link', { name: commonMessages.signedInAs(`anna-${process.pid}`) }).click();
  await expect(page.getByText(accountMessages.signedInAs(`anna-${process.pid}`))).toBeVisible();

  // The user makes another key, for a script.
  await page.getByRole('textbox', { name: accountMessages.keys.name }).fill('backup script');
  await page.getByRole('button', { name: accountMessages.keys.create }).click();
  await expect(page.getByRole('textbox', { name: accountMessages.keys.newLabel, exact: true })).toHaveValue(/^sp_/);
  await takenOver(page);
  const scriptsKey = await page.getByRole('textbox', { name: accountMessages.keys.newLabel, exact: true }).inputValue();

  // The user makes a webhook for all events.
  await page.getByRole('link', { name: accountMessages.pages.webhooks }).click();
  await page.waitForURL('/account/webhooks');
  await takenOver(page);
  await page.getByLabel(webhookMessages.url).fill(receiver.url);
  await page.getByRole('button', { name: webhookSecretMessages.generate }).click();
  await page.getByLabel('paste.deleted').check();
  await page.getByRole('button', { name: webhookMessages.create }).click();
  await page.getByRole('link', { name: webhookMessages.openCreated }).click();
  await takenOver(page);
  await page.getByRole('button', { name: webhookTestMessages.send }).click();
  await expect(page.getByText('Delivered: response 200')).toBeVisible();

  // The user links a chat.
  await page.getByRole('link', { name: accountMessages.pages.chats }).click();
  await page.getByRole('button', { name: chatsMessages.link }).click();
  const command = page.getByRole('textbox', { name: /send this command/i });
  await expect(command).toHaveValue(/^\/link /);
  await takenOver(page);
  const chatId = newChatId();
  await say(web, await command.inputValue(), chatId);
  await expect(page.getByText(chatsMessages.linked('Anna Ahorn'))).toBeVisible();

  // Webhook and chat are told of a paste that this browser encrypts, but not of its key.
  await page.getByRole('link', { name: commonMessages.newPaste }).first().click();
  await page.waitForURL('/');
  await takenOver(page);
  await textArea(page).fill(TEXT);
  await createButton(page).click();
  const { publicId, key: pastesKey } = await createdLinks(page);
  await expect.poll(() => receiver.received.map(({ event }) => event)).toEqual(['webhook.test', 'paste.created']);
  await expect.poll(() => messagesTo(bot, chatId).at(-1)).toContain(`/view/${publicId}`);
  const told = JSON.stringify([receiver.received, bot.asked]);
  expect(told).not.toContain(pastesKey);
  expect(told).not.toContain(TEXT.trim());

  // The delivery is in the webhook's log; the paste's deletion arrives at the receiver, too.
  await page.goto('/mine');
  await page.getByLabel(mineMessages.changeOf(mineMessages.encrypted)).click();
  await page.getByRole('button', { name: mineMessages.delete }).click();
  await expect.poll(() => receiver.received.map(({ event }) => event)).toContain('paste.deleted');
  await page.goto('/account/webhooks');
  await page.getByRole('link', { name: receiver.url }).click();
  await expect(
    page.getByRole('region', { name: webhookMessages.deliveriesTitle }).getByText(webhookMessages.statuses.delivered, { exact: true }),
  ).toHaveCount(2);

  // Revoking the key of this session ends the key, and the session in every window.
  const other = await context.newPage();
  await noise.listen(other);
  await other.goto('/account/chats');
  await expect(other.getByRole('heading', { name: accountMessages.pages.chats, exact: true })).toBeVisible();
  await page.getByRole('link', { name: accountMessages.pages.settings }).click();
  const own = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: key.slice(3, 11) }) });
  await own.getByText(accountMessages.keys.revoke).click();
  await own.getByRole('button', { name: accountMessages.keys.confirmRevoke }).click();
  await expect(page.getByRole('heading', { name: accountMessages.signIn.heading })).toBeVisible();
  await other.goto('/account/chats');
  await expect(other.getByRole('heading', { name: accountMessages.signIn.heading })).toBeVisible();
  const list = (apiKey: string) => fetch(`${web.url}/api/v1/pastes`, { headers: { 'X-Api-Key': apiKey } }).then(({ status }) => status);
  expect([await list(key), await list(scriptsKey)]).toEqual([401, 200]);
});
