import { isoTime } from '../encoding/time.rules';
import { TOKEN_TTL_MINUTES } from './messenger.rules';
import type { DestinationJson, LinkingTokenJson } from './messenger.schema';
import type { DestinationRow } from './messenger-rows';

export function presentDestination({
  id,
  userId,
  platform,
  chatId,
  chatTitle,
  isActive,
  events,
  createdAt,
}: DestinationRow): DestinationJson {
  return { id, userId, platform, chatId, chatTitle, isActive, events, createdAt: isoTime(createdAt) };
}

/** A linked chat as its owner's page shows it. */
export function presentLinkedChat({ id, platform, chatId, chatTitle, isActive, isBlocked, events, createdAt }: DestinationRow) {
  // Groups and channels have negative ids on Telegram.
  const isPrivate = !chatId.startsWith('-');
  return { id, platform, chatId, title: chatTitle, isPrivate, isActive, isBlocked, events, createdAt: isoTime(createdAt) };
}

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
