import type { MessengerEvent } from '#lib/messenger/messenger.rules';

export interface LinkedChat {
  id: number;
  /** The platform's. */
  chatId: string;
  /** '' when it has none. */
  title: string;
  isPrivate: boolean;
  isActive: boolean;
  /** The platform said that the bot may not write there. */
  isBlocked: boolean;
  events: readonly MessengerEvent[];
  /** ISO 8601. */
  createdAt: string;
}

/** What the token that was made here has come to. */
export type Linking =
  /** `botName` is without @; null when it isn't known just now. */
  | { state: 'waiting'; token: string; remainingMs: number; botName: string | null }
  /** `chatTitle` is null when it isn't known. */
  | { state: 'linked'; chatTitle: string | null }
  | { state: 'expired' };
