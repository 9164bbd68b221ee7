import type { Dialect, Statement } from '../db/database';
import { base62Generator } from '../encoding/base62';
import type { EventRecorder } from '../outbox/outbox-events';
import { TOLD_OF_PASTE } from '../outbox/told-paste';
import { currentTraceparent } from '../tracing/trace-context';
import { isChatFormat, WEBHOOK_FORMATS } from './formats/format.rules';
import type { WebhookEvent } from './webhook.rules';
import { EVENT_COLUMNS } from './webhook-rows';

/** The sealed id of the secret request that the paste answers; null for any other paste. */
const ANSWERED_REQUEST = '(SELECT a.request_id_sealed FROM secret_answers a WHERE a.id = p.id)';

/** Condition on the endpoint `e`: a chat that names both events gets one message about an answer, `request.answered`. */
const TOLD_ONCE = `NOT (e.on_answered AND e.format IN (${WEBHOOK_FORMATS.filter(isChatFormat)
  .map((format) => `'${format}'`)
  .join(', ')}) AND EXISTS (SELECT 1 FROM secret_answers a WHERE a.id = p.id))`;

const newEventId = base62Generator(22);

/** The column that says whether an endpoint subscribes to an event. */
const SUBSCRIPTIONS = new Map<WebhookEvent, string>(EVENT_COLUMNS.map(([event, column]) => [event, column]));

/**
 * Records an event as one delivery for each of the owner's active endpoints that subscribe to it, in one statement. Without
 * such endpoints, or for a disabled owner, it records nothing.
 */
export function createWebhookRecorder({ now }: Dialect): EventRecorder {
  const insert = (
    event: WebhookEvent,
    reason: string | null,
    condition: string,
    [code, client]: readonly [string, string] = ['NULL', 'NULL'],
  ) => `INSERT INTO webhook_deliveries (id, endpoint_id, event, reason, status, attempts, next_retry_at,
      created_at, trace_parent, paste_id, id_sealed, title_sealed, request_id_sealed, syntax, is_e2ee, burn_after_read, paste_created_at, paste_expires_at, waiting_code, waiting_client)
    SELECT CAST(? AS TEXT) || '_' || CAST(e.id AS TEXT), e.id, '${event}', ${reason === null ? 'NULL' : `'${reason}'`},
      'pending', 0, ${now}, ${now}, CAST(? AS TEXT), ${TOLD_OF_PASTE}, ${ANSWERED_REQUEST}, p.syntax, p.is_e2ee, p.burn_after_read, p.created_at, p.expires_at, ${code}, ${client}
    FROM pastes p JOIN webhook_endpoints e ON e.owner_id = p.owner_id JOIN users u ON u.id = e.owner_id AND u.disabled_at IS NULL
    WHERE p.id = ? AND ${condition} AND e.is_active AND e.${SUBSCRIPTIONS.get(event)}
      AND ${event === 'paste.created' ? TOLD_ONCE : 'TRUE'}`;
  const statement = (sql: string, id: string): Statement => ({ sql, params: [`msg_${newEventId()}`, currentTraceparent(), id] });

  const ofReader: EventRecorder['ofReader'] = (event, id, { code, client }) => {
    const sql = insert(event, null, 'p.chunk_count > 0', ['CAST(? AS TEXT)', 'CAST(? AS TEXT)']);
    return [{ sql, params: [`msg_${newEventId()}`, currentTraceparent(), code, client, id] }];
  };

  const record: EventRecorder = (event, { id }, condition) => [
    statement(insert(event.type, 'reason' in event ? event.reason : null, condition), id),
  ];
  const named: EventRecorder['named'] = {
    owners: (event) => `SELECT e.owner_id FROM webhook_endpoints e WHERE e.${SUBSCRIPTIONS.get(event)} AND e.is_active`,
    record: (event, id) => [statement(insert(event, null, 'p.chunk_count > 0'), id)],
  };
  return Object.assign(record, { named, ofReader });
}
