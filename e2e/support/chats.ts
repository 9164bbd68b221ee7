/** Lets tests write in a chat and read its messages. */
import type { FakeBotApi } from '../../lib/testing/fake-bot-api';
import { messageUpdate } from '../../lib/testing/updates';
import { call } from './api';
import { BOT_SECRET } from './browser-fixture';
import type { WebProcess } from './processes';

let chatIds = 1_000 * process.pid;
export const newChatId = () => (chatIds += 1);

/** Sends the update that the platform sends when somebody writes in a chat. */
export async function say(web: WebProcess, text: string, chatId: number, chat: Record<string, unknown> = {}): Promise<void> {
  const headers = { 'X-Telegram-Bot-Api-Secret-Token': BOT_SECRET };
  const update = messageUpdate(text, chatId, { updateId: newChatId(), ...chat });
  await call(`${web.url}/api/v1/messenger/webhook`, { json: update, headers });
}

export const messagesTo = (bot: FakeBotApi, chatId: number) =>
  bot
    .sent()
    .filter(({ body }) => String(body.chat_id) === String(chatId))
    .map(({ body }) => body.text);
