/** Statements that queue messages for chats. SQL (decision 0041): each is part of the transaction of the event. */
import type { TellAccount } from '../accounts/accounts-audit';
import { isAdministrator } from '../accounts/administrators';
import type { Dialect, Statement } from '../db/database';
import { base62Generator } from '../encoding/base62';
import { type EventRecorder, isLastRead, type PasteEvent } from '../outbox/outbox-events';
import { TOLD_OF_PASTE } from '../outbox/told-paste';
import { currentTraceparent } from '../tracing/trace-context';
import { type MessengerEvent, REPORT_MESSAGE, type ToldKind } from './messenger.rules';

export const newMessageId = base62Generator(22);

interface ToldEvent {
  kind: MessengerEvent;
  setting: string;
  /** Further condition on the paste's row `p`. */
  condition: string;
}

const CREATED: ToldEvent = { kind: 'paste.created', setting: 'on_created', condition: 'TRUE' };
const BURNED: ToldEvent = { kind: 'paste.burned', setting: 'on_burned', condition: 'TRUE' };
/** Chats get this event only for pastes that nobody has read. */
const EXPIRED: ToldEvent = { kind: 'paste.expired', setting: 'on_expired', condition: 'p.view_count = 0' };

/** Its message has buttons that release and refuse the reader. */
const WAITING = 'paste.waiting' satisfies MessengerEvent;

/** Null for events that chats don't get: owners know which pastes they have deleted. */
function toldEvent(event: PasteEvent): ToldEvent | null {
  if (event.type === 'paste.created') return CREATED;
  if (event.type === 'paste.expired') return EXPIRED;
  return isLastRead(event.reason) ? BURNED : null;
}

/** SQL of the message's kind over the paste's row `p`: an answer to a secret request has its own kind. */
const CREATED_KIND = `CASE WHEN EXISTS (SELECT 1 FROM secret_answers a WHERE a.id = p.id) THEN '${'request.answered' satisfies ToldKind}'
  ELSE 'paste.created' END`;

/**
 * Records an event as one message for each of the owner's active chats that have it switched on, in
 * one statement. It writes nothing without such a chat, or when the owner is disabled.
 */
export function createMessengerRecorder({ now }: Dialect): EventRecorder {
  const insert = (kind: string, setting: string, condition: string, reader = 'NULL, NULL') =>
    `INSERT INTO notification_queue (id, chat_ref, destination_id, kind, status, attempts, next_retry_at, created_at,
        trace_parent, paste_id, id_sealed, title_sealed, syntax, is_e2ee, burn_after_read, content_bytes, paste_expires_at, waiting_code, waiting_client)
      SELECT CAST(? AS TEXT) || '_' || CAST(d.id AS TEXT), d.chat_ref, d.id, ${kind}, 'pending', 0, ${now}, ${now},
        CAST(? AS TEXT), ${TOLD_OF_PASTE}, p.syntax, p.is_e2ee, p.burn_after_read, p.content_bytes, p.expires_at, ${reader}
      FROM pastes p JOIN messenger_destinations d ON d.owner_id = p.owner_id JOIN users u ON u.id = d.owner_id AND u.disabled_at IS NULL
      WHERE p.id = ? AND ${condition} AND d.is_active AND d.${setting}`;
  const record: EventRecorder = (event, { id }, condition) => {
    const told = toldEvent(event);
    if (told === null) return [];
    const kind = told === CREATED ? CREATED_KIND : `'${told.kind}'`;
    return [{ sql: insert(kind, told.setting, `${condition} AND ${told.condition}`), params: [newMessageId(), currentTraceparent(), id] }];
  };
  const insertWaiting = insert(`'${WAITING}'`, 'on_waiting', 'TRUE', 'CAST(? AS TEXT), CAST(? AS TEXT)');
  const ofReader: EventRecorder['ofReader'] = (event, id, { code, client }) =>
    event === WAITING ? [{ sql: insertWaiting, params: [newMessageId(), currentTraceparent(), code, client, id] }] : [];
  return Object.assign(record, { ofReader });
}

/**
 * Tells the active chats of administrators that there are reports: one waiting message for each chat, however many
 * reports come. The message has nothing of the report.
 * @param maxAgeMs time after a sign-in for which somebody counts as an administrator by the provider's groups
 */
export function createReportMessageRecorder({ now }: Dialect, maxAgeMs: number): (reportId: string) => Statement[] {
  const sql = `INSERT INTO notification_queue (id, chat_ref, destination_id, kind, status, attempts, next_retry_at, created_at, trace_parent)
    SELECT CAST(? AS TEXT) || '_' || CAST(d.id AS TEXT), d.chat_ref, d.id, '${REPORT_MESSAGE}', 'pending', 0, ${now}, ${now}, CAST(? AS TEXT)
    FROM messenger_destinations d JOIN users u ON u.id = d.owner_id AND u.disabled_at IS NULL AND ${isAdministrator(now, maxAgeMs)}
    WHERE d.is_active AND EXISTS (SELECT 1 FROM reports r WHERE r.id = ?) AND NOT EXISTS (
      SELECT 1 FROM notification_queue q WHERE q.chat_ref = d.chat_ref AND q.kind = '${REPORT_MESSAGE}' AND q.next_retry_at IS NOT NULL)`;
  return (reportId) => [{ sql, params: [newMessageId(), currentTraceparent(), reportId] }];
}

/**
 * Tells all active chats of a user about an event that may mean that somebody else has got into the account. The
 * message belongs to the chat and not to its link, because the link may go with the account.
 */
export function createAccountMessageRecorder({ now }: Dialect): TellAccount {
  const insert = (
    owner: string,
  ) => `INSERT INTO notification_queue (id, chat_ref, kind, status, attempts, next_retry_at, created_at, trace_parent)
    SELECT CAST(? AS TEXT) || '_' || CAST(d.id AS TEXT), d.chat_ref, CAST(? AS TEXT), 'pending', 0, ${now}, ${now}, CAST(? AS TEXT)
    FROM messenger_destinations d WHERE d.owner_id = ${owner} AND d.is_active`;
  return (event, user) => [
    'userId' in user
      ? { sql: insert('?'), params: [newMessageId(), event, currentTraceparent(), user.userId] }
      : { sql: insert('(SELECT id FROM users WHERE name = ?)'), params: [newMessageId(), event, currentTraceparent(), user.userName] },
  ];
}
