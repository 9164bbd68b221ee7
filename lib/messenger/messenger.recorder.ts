/** SQL (decision 0041): race, each statement is part of the transaction that changes the paste. */
import type { Dialect } from '../db/database';
import { base62Generator } from '../encoding/base62';
import type { EventRecorder, PasteEvent } from '../outbox/outbox.events';
import { TOLD_OF_PASTE } from '../outbox/outbox.told';
import type { MessengerEvent } from './messenger.rules';

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
  return event.reason === 'burned' ? BURNED : null;
}

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
      SELECT CAST(? AS TEXT) || '_' || CAST(d.id AS TEXT), d.chat_ref, d.id, '${told.kind}', 'pending', 0, ${now}, ${now},
        ${TOLD_OF_PASTE}, p.syntax, p.is_e2ee, p.burn_after_read, p.content_bytes, p.expires_at
      FROM pastes p JOIN messenger_destinations d ON d.owner_id = p.owner_id JOIN users u ON u.id = d.owner_id AND u.disabled_at IS NULL
      WHERE p.id = ? AND ${condition} AND d.is_active AND d.${told.setting} AND ${told.condition}`;
    return [{ sql, params: [newMessageId(), id] }];
  };
}
