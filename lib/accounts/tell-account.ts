import type { Statement } from '../db/database';
import type { AccountEvent } from './accounts.rules';

/** Makes statements that queue messages about the event for the user's chats; they run in the transaction of the event. */
export type TellAccount = (event: AccountEvent, user: { userId: number } | { userName: string }) => Statement[];

export const TELL_NOBODY: TellAccount = () => [];
