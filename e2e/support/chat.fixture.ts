/** A web process and a worker with a bot on a platform of our own. */
import { BOT_TOKEN, type FakeBotApi, startFakeBotApi } from '../../lib/messenger/testing/fake-bot-api';
import { messageUpdate } from '../../lib/messenger/testing/updates';
import { call } from './api';
import { test as base, expect, withWeb } from './browser.fixture';
import { startWorker, type WebProcess } from './processes';

const SECRET = 'secret-of-tests_0123456789';

export const test = base.extend<object, { bot: FakeBotApi }>({
  bot: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures needed from it
    async ({}, use) => {
      const bot = await startFakeBotApi();
      await use(bot);
      await bot.stop();
    },
    { scope: 'worker' },
  ],
  web: [
    async ({ bot }, use) => {
      const settings = { MESSENGER_BOT_TOKEN: BOT_TOKEN, MESSENGER_WEBHOOK_SECRET: SECRET, MESSENGER_API_URL: bot.url };
      await withWeb({ REGISTRATION: 'open', LOG_LEVEL: 'trace', ...settings }, async (web) => {
        const worker = await startWorker(web.environment);
        await use(web);
        await worker.stop();
      });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

let chatIds = 1_000 * process.pid;
export const newChatId = () => (chatIds += 1);

/** As the platform does it for somebody who writes in a chat. */
export async function say(web: WebProcess, text: string, chatId: number, chat: Record<string, unknown> = {}): Promise<void> {
  const headers = { 'X-Telegram-Bot-Api-Secret-Token': SECRET };
  const update = messageUpdate(text, chatId, { updateId: newChatId(), ...chat });
  await call(`${web.url}/api/v1/messenger/webhook`, { json: update, headers });
}

export const toldTo = (bot: FakeBotApi, chatId: number) =>
  bot
    .sent()
    .filter(({ body }) => String(body.chat_id) === String(chatId))
    .map(({ body }) => body.text);

export { expect };
