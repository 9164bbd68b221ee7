import type { Statement } from '../db/database';
import type { AccountEvent } from './accounts.rules';

/** Statements that tell a user's chats, for the transaction of what they tell of. */
export type TellAccount = (event: AccountEvent, user: { userId: number } | { userName: string }) => Statement[];

export const TELL_NOBODY: TellAccount = () => [];
