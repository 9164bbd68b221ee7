import type { Platform, SlashPlatform } from '#lib/messenger/messenger.rules';

export interface LinkingWays {
  /** Whether it has a Telegram bot, without which no messages are sent. */
  hasBot: boolean;
  /** The bot's name without @; null when it isn't known, so that there is no link to the bot. */
  botName: string | null;
  slashPlatforms: readonly SlashPlatform[];
}

/** Proper names, the same in every language. */
export const PLATFORM_NAMES: Record<Platform, string> = {
  telegram: 'Telegram',
  slack: 'Slack',
  discord: 'Discord',
  mattermost: 'Mattermost',
};
