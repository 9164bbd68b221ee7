import type { Platform, SlashPlatform } from '#lib/messenger/messenger.rules';

/** The state of the linking token that this browser created. */
export type Linking =
  /** `botName` is without @; null when it isn't known just now. */
  | { state: 'waiting'; token: string; remainingMs: number; botName: string | null }
  /** `chatTitle` is null when it isn't known. */
  | { state: 'linked'; chatTitle: string | null }
  | { state: 'expired' };

/** Ways to link that the instance has. */
export interface LinkingWays {
  /** Whether it has a Telegram bot, without which no messages are sent. */
  hasBot: boolean;
  slashPlatforms: readonly SlashPlatform[];
}

/** Proper names, the same in every language. */
export const PLATFORM_NAMES: Record<Platform, string> = {
  telegram: 'Telegram',
  slack: 'Slack',
  discord: 'Discord',
  mattermost: 'Mattermost',
};
