/** The audit entries for new users and keys, and the messages about them. */

import type { Actor } from '../audit/audit.rules';
import type { AuditRecorder } from '../audit/audit-recorder';
import type { Statement } from '../db/database';
import type { AccountEvent } from './accounts.rules';
import { formatScopes, type KeyScope } from './house-rules.rules';

/** Makes statements that queue messages about the event for the user's chats; they run in the transaction of the event. */
export type NotifyAccount = (event: AccountEvent, user: { userId: number } | { userName: string }) => Statement[];

export const NOTIFY_NOBODY: NotifyAccount = () => [];

interface MadeKey {
  id: string;
  name: string | null;
  scopes: readonly KeyScope[] | null;
  maySignIn: boolean;
  /** Name of the key's user, when somebody else makes the key. */
  userName?: string;
}

/** @param onlyAfter index of the statement, in the same transaction, that decides whether the entry is written */
export function userCreated(
  audit: AuditRecorder,
  by: Actor,
  name: string,
  onlyAfter: number,
  more: Record<string, string> = {},
): Statement {
  const object = { sql: 'SELECT CAST(id AS TEXT) FROM users WHERE name = ?', params: [name] };
  return audit.record({ by, action: 'user.created', object, details: { name, ...more } }, onlyAfter);
}

/** @param onlyAfter as in `userCreated` */
export function keyCreated(
  audit: AuditRecorder,
  by: Actor,
  { id, name, scopes, maySignIn, userName }: MadeKey,
  onlyAfter: number,
): Statement {
  const named = { ...(name === null ? {} : { name }), ...(userName === undefined ? {} : { userName }) };
  const details = { ...named, scopes: formatScopes(scopes) ?? 'all', maySignIn };
  return audit.record({ by, action: 'key.created', object: id, details }, onlyAfter);
}
