/** What was ended: browser-safe. */

const SESSION_ID = /^[0-9a-f]{64}$/;

/** Whether it can be a session's: the hexadecimal SHA-256 of what is in its cookie. */
export const isSessionId = (id: string): boolean => SESSION_ID.test(id);

/** `token` links a chat. */
export const MADE_KINDS = ['key', 'identity', 'webhook', 'chat', 'token'] as const;
export type MadeKind = (typeof MADE_KINDS)[number];

/** How many of each kind went with what they were made with. */
export type MadeCounts = Record<MadeKind, number>;

/** What the ending of a key, an identity or a session took. */
export interface Ended {
  /** Whether it was there until then. */
  isEnded: boolean;
  made: MadeCounts;
}

export const NOTHING_ENDED: Ended = { isEnded: false, made: { key: 0, identity: 0, webhook: 0, chat: 0, token: 0 } };

/** For how many things one ending was. */
export const countEnded = ({ isEnded, made }: Ended): number => Object.values(made).reduce((sum, count) => sum + count, isEnded ? 1 : 0);
