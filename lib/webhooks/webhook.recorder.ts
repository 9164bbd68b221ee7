import { customAlphabet } from 'nanoid';
import type { Dialect } from '../db/database';
import type { EventRecorder, PasteEvent } from '../outbox/outbox.events';
import { TITLE_OF_PASTE } from '../outbox/outbox.title';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const newEventId = customAlphabet(BASE62, 22);

const SUBSCRIPTION: Record<PasteEvent['type'], string> = {
  'paste.created': 'on_created',
  'paste.deleted': 'on_deleted',
  'paste.expired': 'on_expired',
};

/**
 * Records an event as one delivery for each of the owner's active endpoints that subscribe to it, in
 * one statement; for an owner without any it is a look into an index, and leaves nothing. The title
 * goes along encrypted, with the key that opens it; where there is none to tell, no key does either.
 */
export function createWebhookRecorder({ now }: Dialect): EventRecorder {
  const insert = (
    event: PasteEvent,
    condition: string,
  ) => `INSERT INTO webhook_deliveries (id, endpoint_id, event, reason, status, attempts, next_retry_at,
      created_at, public_id, syntax, is_e2ee, burn_after_read, title_sealed, data_key, master_key_id, paste_created_at, paste_expires_at)
    SELECT CAST(? AS TEXT) || '_' || CAST(e.id AS TEXT), e.id, '${event.type}', ${'reason' in event ? `'${event.reason}'` : 'NULL'},
      'pending', 0, ${now}, ${now}, p.public_id, p.syntax, p.is_e2ee, p.burn_after_read, ${TITLE_OF_PASTE},
      p.created_at, p.expires_at
    FROM pastes p JOIN webhook_endpoints e ON e.owner_id = p.owner_id
    WHERE p.public_id = ? AND ${condition} AND e.is_active AND e.${SUBSCRIPTION[event.type]}`;
  return (event, { publicId }, condition) => [{ sql: insert(event, condition), params: [`msg_${newEventId()}`, publicId] }];
}
