/** From a stranger to somebody with an account, a webhook and a chat, and out again: everything by what the pages offer. */

import { takenOver } from '../support/browser.fixture';
import { expect, newChatId, say, test, toldTo } from '../support/chat.fixture';
import { startReceiver } from '../support/receiver';

const TEXT = 'const answer = 42;\n';

test.beforeEach(({ noise }) => {
  // Leaving a page ends what it still loads, or asks anew.
  noise.allow(/^failed: net::ERR_ABORTED (GET|POST \S+\/(hide-secret|hide-key|end-linking)) /);
});

test('an account, a key, a webhook, a chat, a paste that all are told of, and the end of the session', async ({
  page,
  context,
  web,
  bot,
  noise,
}) => {
  test.setTimeout(120_000);
  const receiver = await startReceiver();
  try {
    // An account, and its key.
    await page.goto('/account');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Name', { exact: true }).fill(`anna-${process.pid}`);
    await page.getByRole('button', { name: 'Create account' }).click();
    const key = await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue();
    await page.getByRole('button', { name: 'I have kept it: sign me in' }).click();
    await expect(page.getByText(`Signed in as anna-${process.pid}`)).toBeVisible();

    // Another key, for a script.
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('backup script');
    await page.getByRole('button', { name: 'Make key' }).click();
    await expect(page.getByRole('textbox', { name: 'Key', exact: true })).toHaveValue(/^sp_/);
    await takenOver(page);
    const scriptsKey = await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue();

    // A webhook that is told of everything.
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByLabel('paste.deleted').check();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await takenOver(page);
    await page.getByRole('button', { name: 'Send test' }).click();
    await expect(page.getByText('Delivered: it answered 200')).toBeVisible();

    // A chat.
    await page.getByRole('link', { name: 'Chats' }).click();
    await page.getByRole('button', { name: 'Link a chat' }).click();
    const command = page.getByRole('textbox', { name: /send this command/i });
    await expect(command).toHaveValue(/^\/link /);
    await takenOver(page);
    const chatId = newChatId();
    await say(web, await command.inputValue(), chatId);
    await expect(page.getByText('Anna Ahorn is linked.')).toBeVisible();

    // A paste, encrypted in this browser: both are told of it, neither is told its key.
    await page.getByRole('link', { name: 'New paste' }).first().click();
    await page.getByRole('textbox', { name: 'Text of the paste' }).fill(TEXT);
    await page.getByRole('button', { name: 'Create link' }).click();
    await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible();
    const link = new URL(await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue());
    const publicId = link.pathname.slice('/view/'.length);
    await expect.poll(() => receiver.received.map(({ event }) => event)).toEqual(['webhook.test', 'paste.created']);
    await expect.poll(() => toldTo(bot, chatId).at(-1)).toContain(`/view/${publicId}`);
    const told = JSON.stringify([receiver.received, bot.asked]);
    expect(told).not.toContain(link.hash.slice(1));
    expect(told).not.toContain('answer');

    // Its receiver sees it in the log, and its deletion arrives there, too.
    await page.goto('/account');
    await page.getByText('Extend or delete').click();
    await page.getByRole('button', { name: 'Delete paste' }).click();
    await expect.poll(() => receiver.received.map(({ event }) => event)).toContain('paste.deleted');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('link', { name: receiver.url }).click();
    await expect(page.getByRole('region', { name: 'Deliveries' }).getByText('Delivered', { exact: true })).toHaveCount(2);

    // The key of this session is revoked: the session is over in this window and in every other, and so is the key.
    const other = await context.newPage();
    await noise.listen(other);
    await other.goto('/account/chats');
    await expect(other.getByRole('heading', { name: 'Chats', exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Keys' }).click();
    const own = page.getByRole('listitem').filter({ hasText: key.slice(3, 11) });
    await own.getByText('Revoke…').click();
    await own.getByRole('button', { name: 'Revoke key' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in with your key' })).toBeVisible();
    await other.goto('/account/chats');
    await expect(other.getByRole('heading', { name: 'Sign in with your key' })).toBeVisible();
    const list = (apiKey: string) => fetch(`${web.url}/api/v1/pastes`, { headers: { 'X-Api-Key': apiKey } }).then(({ status }) => status);
    expect([await list(key), await list(scriptsKey)]).toEqual([401, 200]);
  } finally {
    await receiver.stop();
  }
});
