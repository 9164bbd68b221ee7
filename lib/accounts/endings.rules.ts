/** Results of ending a key, an identity or a session, with what was made with it. Browser-safe. */

const SESSION_ID = /^[0-9a-f]{64}$/;

/** Whether an id has the form of a session's: the SHA-256 of the text in its cookie, in hexadecimal. */
export const isSessionId = (id: string): boolean => SESSION_ID.test(id);

/** Kinds of things that end with their maker; `token` is a messenger token that links a chat. */
export const MADE_KINDS = ['key', 'identity', 'webhook', 'chat', 'mailbox', 'token'] as const;
export type MadeKind = (typeof MADE_KINDS)[number];

/** How many things of each kind ended with their maker. */
export type MadeCounts = Record<MadeKind, number>;

export interface Ended {
  /** Whether it was there until then. */
  isEnded: boolean;
  made: MadeCounts;
}

export const NOTHING_ENDED: Ended = { isEnded: false, made: { key: 0, identity: 0, webhook: 0, chat: 0, mailbox: 0, token: 0 } };

export const countEnded = ({ isEnded, made }: Ended): number => Object.values(made).reduce((sum, count) => sum + count, isEnded ? 1 : 0);
