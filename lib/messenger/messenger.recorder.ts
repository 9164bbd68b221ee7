/** SQL (decision 0041): race, each statement is part of the transaction that changes the paste. */
import type { TellAccount } from '../accounts/accounts.told';
import type { Dialect, Statement } from '../db/database';
import { base62Generator } from '../encoding/base62';
import { type EventRecorder, isLastRead, type PasteEvent } from '../outbox/outbox.events';
import { TOLD_OF_PASTE } from '../outbox/outbox.told';
import { type MessengerEvent, REPORT_MESSAGE, type ToldKind } from './messenger.rules';

export const newMessageId = base62Generator(22);

interface ToldEvent {
  kind: MessengerEvent;
  setting: string;
  /** More of the paste's row `p`. */
  condition: string;
}

const CREATED: ToldEvent = { kind: 'paste.created', setting: 'on_created', condition: 'TRUE' };
const BURNED: ToldEvent = { kind: 'paste.burned', setting: 'on_burned', condition: 'TRUE' };
/** Chats are told of what nobody has read. */
const EXPIRED: ToldEvent = { kind: 'paste.expired', setting: 'on_expired', condition: 'p.view_count = 0' };

/** Null for what chats are not told: what its owner has deleted, they know. */
function toldEvent(event: PasteEvent): ToldEvent | null {
  if (event.type === 'paste.created') return CREATED;
  if (event.type === 'paste.expired') return EXPIRED;
  return isLastRead(event.reason) ? BURNED : null;
}

/** An answer to a request is told as such. Its kind is SQL over the paste's row `p`. */
const CREATED_KIND = `CASE WHEN EXISTS (SELECT 1 FROM secret_answers a WHERE a.id = p.id) THEN '${'request.answered' satisfies ToldKind}'
  ELSE 'paste.created' END`;

/**
 * Records an event as one message for each of the owner's active chats that are to be told of it, in
 * one statement; for an owner without any, or who is disabled, it leaves nothing.
 */
export function createMessengerRecorder({ now }: Dialect): EventRecorder {
  return (event, { id }, condition) => {
    const told = toldEvent(event);
    if (told === null) return [];
    const sql = `INSERT INTO notification_queue (id, chat_ref, destination_id, kind, status, attempts, next_retry_at, created_at,
        paste_id, id_sealed, title_sealed, syntax, is_e2ee, burn_after_read, content_bytes, paste_expires_at)
      SELECT CAST(? AS TEXT) || '_' || CAST(d.id AS TEXT), d.chat_ref, d.id, ${told === CREATED ? CREATED_KIND : `'${told.kind}'`}, 'pending', 0, ${now}, ${now},
        ${TOLD_OF_PASTE}, p.syntax, p.is_e2ee, p.burn_after_read, p.content_bytes, p.expires_at
      FROM pastes p JOIN messenger_destinations d ON d.owner_id = p.owner_id JOIN users u ON u.id = d.owner_id AND u.disabled_at IS NULL
      WHERE p.id = ? AND ${condition} AND d.is_active AND d.${told.setting} AND ${told.condition}`;
    return [{ sql, params: [newMessageId(), id] }];
  };
}

/**
 * Tells the active chats of administrators that there are reports: one message at a time, however many reports come
 * before it is sent. Nothing of the report is in it.
 * @param maxAgeMs how long after a sign-in its provider's word about administrators counts
 */
export function createReportMessageRecorder({ now }: Dialect, maxAgeMs: number): (reportId: string) => Statement[] {
  const sql = `INSERT INTO notification_queue (id, chat_ref, destination_id, kind, status, attempts, next_retry_at, created_at)
    SELECT CAST(? AS TEXT) || '_' || CAST(d.id AS TEXT), d.chat_ref, d.id, '${REPORT_MESSAGE}', 'pending', 0, ${now}, ${now}
    FROM messenger_destinations d JOIN users u ON u.id = d.owner_id AND u.disabled_at IS NULL AND (u.promoted_at IS NOT NULL OR EXISTS (
      SELECT 1 FROM identities i WHERE i.user_id = u.id AND i.admin_at IS NOT NULL AND i.last_used_at > ${now} - ${maxAgeMs}))
    WHERE d.is_active AND EXISTS (SELECT 1 FROM reports r WHERE r.id = ?) AND NOT EXISTS (
      SELECT 1 FROM notification_queue q WHERE q.chat_ref = d.chat_ref AND q.kind = '${REPORT_MESSAGE}' AND q.next_retry_at IS NOT NULL)`;
  return (reportId) => [{ sql, params: [newMessageId(), reportId] }];
}

/**
 * Tells a user's active chats what may mean that somebody else has the account, whatever else they are told of. The
 * message belongs to the chat, not to its link: the link may go with the account.
 */
export function createAccountMessageRecorder({ now }: Dialect): TellAccount {
  const insert = (owner: string) => `INSERT INTO notification_queue (id, chat_ref, kind, status, attempts, next_retry_at, created_at)
    SELECT CAST(? AS TEXT) || '_' || CAST(d.id AS TEXT), d.chat_ref, CAST(? AS TEXT), 'pending', 0, ${now}, ${now}
    FROM messenger_destinations d WHERE d.owner_id = ${owner} AND d.is_active`;
  return (event, user) => [
    'userId' in user
      ? { sql: insert('?'), params: [newMessageId(), event, user.userId] }
      : { sql: insert('(SELECT id FROM users WHERE name = ?)'), params: [newMessageId(), event, user.userName] },
  ];
}
