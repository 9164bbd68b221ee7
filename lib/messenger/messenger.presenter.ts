import { present } from '../encoding/present';
import { TOKEN_TTL_MINUTES } from './messenger.rules';
import type { DestinationJson, LinkingTokenJson } from './messenger.schema';
import type { DestinationRow } from './messenger-rows';

const SHOWN = ['id', 'platform', 'chatId', 'isActive', 'events', 'createdAt'] as const;

export const presentDestination = (chat: DestinationRow): DestinationJson => present(chat, ...SHOWN, 'userId', 'chatTitle');

/** A linked chat as its owner's page shows it. */
export const presentLinkedChat = (chat: DestinationRow) => ({
  ...present(chat, ...SHOWN, 'isBlocked'),
  title: chat.chatTitle,
  // Groups and channels have negative ids on Telegram.
  isPrivate: !chat.chatId.startsWith('-'),
});

export type LinkedChat = ReturnType<typeof presentLinkedChat>;

/** @param botName without @; null when it isn't known */
export function presentToken(token: string, botName: string | null): LinkingTokenJson {
  const bot = botName === null ? 'the bot' : `@${botName}`;
  const shortcut = botName === null ? '' : ` In a private chat https://t.me/${botName}?start=${token} does the same.`;
  return {
    token,
    instructions: `Send /link ${token} to ${bot}, in the chat that is to be told.${shortcut} The token works once, within ${TOKEN_TTL_MINUTES} minutes.`,
    expiresInMinutes: TOKEN_TTL_MINUTES,
  };
}
